// Edits a position: add and remove pegs by pressing holes, read a code or a picture, and check the
// puzzle before it is played or shared.

import { attempt, element, html, refusal, save, write } from "./elements.js";
import { codeText, count } from "./rules.js";
import { counted, titled } from "./words.js";

export class Editor {
  #shown = null; // the edited position that is drawn
  #puzzles = new Map(); // the puzzles of the player's new set, by board

  // `play` opens a game from the edited position. The form is part of the page.
  constructor(table, play) {
    this.table = table;
    const on = (id, action) =>
      element(id).addEventListener("click", () => attempt(element("edit-wrong"), action));
    on("edit-fill", () => table.setEdited(table.board.full));
    on("edit-clear", () => table.setEdited(0n));
    on("edit-swap", () => table.setEdited(table.board.full ^ table.code));
    on("edit-play", () => {
      const { board, code } = table;
      return play({ board: board.spec, start: board.startText(code), finish: "any" });
    });
    on("edit-check", () => this.#check());
    on("edit-cancel", () => table.stopEditing());
    on("edit-read", () => this.#read());
    on("made-add", () => this.#add());
    on("made-save", () => {
      const file = new Blob([puzzleSetText(table.board, this.#puzzlesHere)], { type: "application/toml" });
      save(file, `${setName(table.board)}.toml`);
    });
  }

  get #puzzlesHere() {
    return this.#puzzles.get(this.table.board.spec) ?? [];
  }

  render() {
    const { editing } = this.table;
    element("editor").hidden = !editing;
    if (this.#shown === editing) return;
    this.#shown = editing;
    if (editing) this.#draw();
  }

  #draw() {
    const { board, editing } = this.table;
    const puzzles = this.#puzzlesHere;
    const playable = board.jumpsFrom(editing.code).length > 0;
    const worth = `${counted(count(editing.code), "peg")}${playable ? "" : " · no jump is possible"}`;
    element("edit-worth").textContent = `${worth}. `;
    element("edit-found").replaceChildren(editing.checked ? assessed(editing.checked) : "");
    element("edit-text").value = board.picture(editing.code, "\n");
    element("edit-told").textContent = editing.readAs ?? "";
    element("edit-wrong").textContent = "";
    const name = element("made-name");
    if (/^(Puzzle \d+)?$/.test(name.value)) name.value = `Puzzle ${puzzles.length + 1}`; // or it was typed
    write(element("made-said"), setText(puzzles));
    this.#allow(playable);
    element("made-save").disabled = !puzzles.length;
  }

  // Enable the buttons that use the position, or disable them while a text is being read.
  #allow(isAllowed) {
    for (const id of ["edit-play", "edit-check", "made-add"]) element(id).disabled = !isAllowed;
  }

  // Read the text; `marks` says what the marks of a picture mean.
  async #read(marks = undefined) {
    const { board, editing, game, provider } = this.table;
    const [text, note, wrong] = [element("edit-text").value, element("edit-told"), element("edit-wrong")];
    wrong.textContent = "";
    note.textContent = "Reading …";
    this.#allow(false);
    try {
      const context = { board: board.spec, start: codeText(game.start), marks };
      const answer = await provider.read(text, context);
      if (this.table.editing !== editing) return;
      if (answer.board !== board.spec) throw new Error(`This is on another board: ${titled(answer.board)}.`);
      if (!answer.position) throw new Error("This shows a board, not a position.");
      this.table.setEdited(board.readPosition(answer.position), answer.read_as);
    } catch (error) {
      if (this.table.editing !== editing) return;
      note.textContent = "";
      this.#allow(board.jumpsFrom(editing.code).length > 0);
      wrong.replaceChildren(...refusal(error, (mark) => this.#read(mark)));
    }
  }

  // Check the puzzle and show the result.
  async #check() {
    const { board, editing, provider } = this.table;
    const tell = (content) => this.#shown === editing && element("edit-found").replaceChildren(content);
    tell(html("p.quiet", "Checking …"));
    try {
      editing.checked = await provider.assess(board.spec, codeText(editing.code));
      tell(assessed(editing.checked));
    } catch (error) {
      tell(html("p.bad", error.message));
    }
  }

  // Add the puzzle to the new set.
  async #add() {
    const { board, editing, provider } = this.table;
    const puzzles = this.#puzzlesHere;
    const tell = (text) => this.#shown === editing && (element("made-said").textContent = text);
    const name = element("made-name").value.trim();
    if (!name) return tell("Give the puzzle a name.");
    if (puzzles.some((puzzle) => puzzle.name.toLowerCase() === name.toLowerCase()))
      return tell(`The set already has a puzzle “${name}”.`);
    tell("Checking …");
    // If nobody can check it here, add it unchecked.
    editing.checked ??= await provider.assess(board.spec, codeText(editing.code)).catch(() => null);
    if (editing.checked?.solvable === false)
      return tell("It cannot be solved down to one peg, so it is not added.");
    this.#puzzles.set(board.spec, [...puzzles, { name, code: editing.code }]);
    element("made-name").value = "";
    return this.#shown === editing && this.#draw();
  }
}

// The contents of the new set.
function setText(puzzles) {
  if (!puzzles.length) return "Add puzzles one by one, and save them as a file to play or to print.";
  return `${counted(puzzles.length, "puzzle")}: ${puzzles.map(({ name }) => name).join(", ")}`;
}

// The result of a check, in a few lines.
export function assessed(assessment) {
  const ends = Object.entries(assessment.finishes);
  const yes = ends.filter(([, can]) => can).map(([name]) => name);
  const open = ends.filter(([, can]) => can === null).map(([name]) => name);
  const jumps = Object.values(assessment.jumps);
  const verdict =
    { true: "It can be solved.", false: "It cannot be solved down to one peg." }[assessment.solvable] ??
    "It is not known whether it can be solved.";
  const rows = [
    ["The last peg can be in", yes.join(", ") || "no hole"],
    ["Not known for", open.join(", ")],
    ["First jumps", jumpsWords(jumps)],
    ["Games won", assessment.games && shareWords(assessment.games)],
  ];
  const shown = rows.filter(([, words]) => words);
  return html(
    "div",
    html("p", html("strong", verdict)),
    html(
      "dl",
      shown.map(([name, words]) => [html("dt", name), html("dd", words)]),
    ),
  );
}

// "4, of which 2 win; 1 is not known"
function jumpsWords(jumps) {
  const wins = jumps.filter(Boolean).length;
  const open = jumps.filter((winning) => winning === null).length;
  const unknown = open ? `; ${open} ${open === 1 ? "is" : "are"} not known` : "";
  return `${jumps.length}, of which ${wins} ${wins === 1 ? "wins" : "win"}${unknown}`;
}

const shareWords = ({ won, total }) =>
  `${BigInt(won) ? BigInt(won).toLocaleString("en") : "none"} of ${BigInt(total).toLocaleString("en")}`;

// -- a puzzle set ---------------------------------------------------------------------------------
//
// The player's new set as a TOML file, which `pegs puzzles` and `pegs play --puzzles` read. It
// contains the board, so that the file can be shared.

const SOURCE = "made on the page";

// The name of a board's set, and of its file.
const setName = ({ name, spec }) => `${name !== spec || name.includes(":") ? "own-board" : name}-mine`;

// `puzzles` are {name, code}.
function puzzleSetText(board, puzzles) {
  const head = { name: setName(board), board: board.spec, description: `Puzzles that were ${SOURCE}.` };
  const lines = Object.entries(head).map(([key, value]) => `${key} = ${tomlText(value)}`);
  const parts = puzzles.map(({ name, code }) =>
    [
      "[[puzzle]]",
      `name = ${tomlText(name)}`,
      `position = """\n${board.picture(code, "\n")}\n"""`,
      'finish = "any"',
      `source = ${tomlText(SOURCE)}`,
    ].join("\n"),
  );
  return `${[["format = 1", ...lines].join("\n"), ...parts].join("\n\n")}\n`;
}

// A JSON string is a TOML string, except for one control character and for halves of surrogate
// pairs.
const tomlText = (text) => JSON.stringify(text.replace(/\u007f|\p{Surrogate}/gu, ""));
