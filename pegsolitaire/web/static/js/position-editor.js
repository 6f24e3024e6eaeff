// Editing a position: pegs on and off by a press, a code or a picture, and a look at what the
// puzzle is worth before it is played or handed on.

import { button, html, row, save, trying } from "./elements.js";
import { readPosition } from "./reading.js";
import { codeText, count } from "./rules.js";
import { counted } from "./words.js";

export class Editor {
  // `play` opens a game from the position that was edited.
  constructor(table, play) {
    // `made` are the puzzles of the set that is being made, by board.
    Object.assign(this, { table, play, shown: null, made: new Map() });
    this.root = document.getElementById("editor");
  }

  render() {
    const { editing } = this.table;
    this.root.hidden = !editing;
    if (this.root.hidden) this.shown = null;
    else if (this.shown !== editing) this.#draw(editing);
  }

  #draw(editing) {
    this.shown = editing;
    const { table } = this;
    const { board } = table;
    const label = { "aria-label": "Position as a picture or a code", spellcheck: "false" };
    const text = html("textarea", label, board.picture(editing.code, "\n"));
    const wrong = html("p.bad", { role: "alert" });
    const load = () => {
      const { code, told } = readPosition(board, text.value);
      table.setEdited(code, told);
    };
    const playable = board.jumpsFrom(editing.code).length > 0;
    const worth = `${counted(count(editing.code), "peg")}${playable ? "" : " · no jump is possible"}`;
    const words = { board: board.spec, start: board.startText(editing.code), finish: "any" };
    const [check, found] = this.#checkBox(editing, playable);
    // What is needed most comes first: on a phone there is little room below the board.
    this.root.replaceChildren(
      html("p", html("strong", `${worth}. `), "Press a hole to put a peg in or take it out."),
      row(
        button("Fill", () => table.setEdited(board.full)),
        button("Clear", () => table.setEdited(0n)),
        button("Swap pegs and holes", () => table.setEdited(board.full ^ editing.code)),
      ),
      row(
        button("Play this", () => this.play(words), { class: "main", disabled: !playable }),
        check,
        button("Cancel", () => table.stopEditing()),
      ),
      found,
      text,
      row(button("Use this text", () => trying(wrong, load))),
      ...this.#setBox(editing, playable),
      html("p.quiet", { role: "status" }, editing.told ?? ""),
      wrong,
    );
  }

  // The part that collects puzzles and saves them as a file.
  #setBox(editing, playable) {
    const { board, provider } = this.table;
    const made = this.made.get(board.spec) ?? [];
    const value = `Puzzle ${made.length + 1}`;
    const name = html("input", { "aria-label": "Name of the puzzle", value, maxlength: 60 });
    const said = html("p.quiet", { role: "status" }, setText(made));
    const add = async () => {
      const title = name.value.trim();
      const { code } = editing;
      const twice = made.some((one) => one.name.toLowerCase() === title.toLowerCase());
      if (!title || twice) {
        said.textContent = title ? `The set has a “${title}” already.` : "Give the puzzle a name.";
        return;
      }
      said.textContent = "Checking …";
      // Where nobody here can check it, it is taken as it is.
      editing.checked ??= await provider.assess(board.spec, codeText(code)).catch(() => null);
      if (editing.checked?.solvable === false) {
        said.textContent = "It cannot be solved down to one peg, so it is not added.";
        return;
      }
      this.made.set(board.spec, [...made, { name: title, code }]);
      if (this.shown === editing) this.#draw(editing);
    };
    const file = () => new Blob([puzzleSetText(board, made)], { type: "application/toml" });
    const put = () => save(file(), `${setName(board)}.toml`);
    return [
      html("h3", "A puzzle set"),
      row(
        name,
        button("Add this puzzle", add, { disabled: !playable }),
        button("Save the set", put, { disabled: !made.length }),
      ),
      said,
    ];
  }

  // A button that asks what the puzzle is worth, and the place of the answer.
  #checkBox(editing, playable) {
    const box = html("div", { "aria-live": "polite" });
    if (editing.checked) box.append(assessed(editing.checked));
    const check = async () => {
      box.replaceChildren(html("p.quiet", "Checking …"));
      try {
        const { board, provider } = this.table;
        editing.checked = await provider.assess(board.spec, codeText(editing.code));
        box.replaceChildren(assessed(editing.checked));
      } catch (error) {
        box.replaceChildren(html("p.bad", error.message));
      }
    };
    const ask = button("Check this puzzle", check, { disabled: !playable });
    return [ask, box];
  }
}

// What is in the set that is being made.
function setText(made) {
  if (!made.length) return "Add puzzles one by one, and save them as a file to play or to print.";
  return `${counted(made.length, "puzzle")}: ${made.map(({ name }) => name).join(", ")}`;
}

// What a puzzle is worth, in a few lines.
export function assessed(found) {
  const ends = Object.entries(found.finishes);
  const yes = ends.filter(([, can]) => can).map(([name]) => name);
  const open = ends.filter(([, can]) => can === null).map(([name]) => name);
  const jumps = Object.values(found.jumps);
  const verdict =
    { true: "It can be solved.", false: "It cannot be solved down to one peg." }[found.solvable] ??
    "It is not known whether it can be solved.";
  const rows = [
    ["The last peg can be in", yes.join(", ") || "no hole"],
    ["Not known for", open.join(", ")],
    ["First jumps", jumpsWords(jumps)],
    ["Games won", found.games && shareWords(found.games)],
  ];
  const shown = rows.filter(([, words]) => words);
  return html("div",
    html("p", html("strong", verdict)),
    html("dl", shown.map(([name, words]) => [html("dt", name), html("dd", words)])),
  );
}

// "4, of which 2 win; 1 is not known"
function jumpsWords(jumps) {
  const wins = jumps.filter(Boolean).length;
  const open = jumps.filter((one) => one === null).length;
  const unknown = open ? `; ${open} ${open === 1 ? "is" : "are"} not known` : "";
  return `${jumps.length}, of which ${wins} ${wins === 1 ? "wins" : "win"}${unknown}`;
}

const shareWords = ({ won, total }) =>
  `${BigInt(won) ? BigInt(won).toLocaleString("en") : "none"} of ${BigInt(total).toLocaleString("en")}`;

// -- a puzzle set ---------------------------------------------------------------------------------
//
// Puzzles that were made here: the TOML that `pegs puzzles` and `pegs play --puzzles` read. The board goes
// along, so that the file can be handed on.

const SOURCE = "made on the page";

// What the set of a board is called, and its file.
const setName = ({ name, spec }) => `${name !== spec || name.includes(":") ? "own-board" : name}-mine`;

// `puzzles` are {name, code}.
function puzzleSetText(board, puzzles) {
  const head = { name: setName(board), board: board.spec, description: `Puzzles that were ${SOURCE}.` };
  const lines = Object.entries(head).map(([key, value]) => `${key} = ${quoted(value)}`);
  const parts = puzzles.map(({ name, code }) =>
    [
      "[[puzzle]]",
      `name = ${quoted(name)}`,
      `position = """\n${board.picture(code, "\n")}\n"""`,
      'finish = "any"',
      `source = ${quoted(SOURCE)}`,
    ].join("\n"),
  );
  return `${[["format = 1", ...lines].join("\n"), ...parts].join("\n\n")}\n`;
}

// A text of JSON is one of TOML, but for one control character and for halves of surrogate pairs.
const quoted = (text) => JSON.stringify(text.replace(/\u007f|\p{Surrogate}/gu, ""));
