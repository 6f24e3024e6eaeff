// Puzzles that somebody chose for others, as a teacher for a class: their link, and the list it opens.

import { show } from "./dialogs.js";
import { puzzleId } from "./link.js";
import { movesOf, solvedText } from "./progress.js";
import { Board } from "./rules.js";
import { field } from "./sharing.js";
import { html } from "./svg.js";
import { thumb } from "./thumb.js";
import { counted, goalText, titled } from "./words.js";

const MOST = 60; // puzzles of a link: as many as a sheet has

export const idOf = (set, puzzle) => puzzleId(set.board.name, puzzle.start_code, puzzle.problem_finish);

// The puzzles of a text of ids, in its order; those that this page does not have are left out.
function puzzlesOf(sets, ids) {
  const all = new Map(sets.flatMap((set) => set.puzzles.map((puzzle) => [idOf(set, puzzle), { set, puzzle }])));
  const wanted = [...new Set(ids.split(","))].slice(0, MOST);
  return wanted.filter((id) => all.has(id)).map((id) => ({ id, ...all.get(id) }));
}

// "2 of 3 solved: 1 in 9 moves, 3 in 15 moves"
function resultText(found) {
  const solved = found.flatMap(({ moves }, i) => (moves ? [`${i + 1} in ${counted(moves, "move")}`] : []));
  return `${solved.length} of ${found.length} solved${solved.length ? `: ${solved.join(", ")}` : ""}`;
}

// `address` gives the link to this list; `leave` is called when it is closed.
export async function showClass({ provider, memory, ids = "", address, leave }) {
  const { sets } = await provider.puzzles();
  const found = puzzlesOf(sets, ids).map((one) => {
    const board = new Board(one.set.board);
    return { ...one, board, moves: movesOf(one.puzzle, board, memory) };
  });
  if (!found.length) throw new Error("this page has none of its puzzles");
  const result = resultText(found);
  const dialog = show(
    "class-set",
    counted(found.length, "puzzle"),
    html("p", { role: "status" }, result),
    html("ol", { class: "puzzles tiles class-set" }, ...found.map((one, i) => html("li", {}, tile(one, i + 1)))),
    field("Your result, to hand in", `Peg solitaire: ${result} · ${await address()}`, { share: true }),
  );
  dialog.addEventListener("close", leave, { once: true });
}

function tile({ id, puzzle, board, moves }, number) {
  const { name, start, finish, difficulty } = puzzle;
  return html(
    "a",
    { class: "tile", href: `#puzzle/${id}` },
    thumb(board, board.readPosition(puzzle.start_code)),
    html("strong", {}, `${number}. ${name}`),
    html("small", {}, titled(board.name)),
    html("small", {}, goalText(finish, start)),
    moves ? html("small", { class: "done" }, solvedText(moves, puzzle)) : html("small", {}, difficulty ?? ""),
  );
}
