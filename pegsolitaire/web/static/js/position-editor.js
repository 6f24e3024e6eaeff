// Edits a position: add and remove pegs by pressing holes, read a code or a picture, and check the
// puzzle before it is played or shared.

import { attempt, element, html, refusal, save, write } from "./elements.js";
import { codeText, count } from "./rules.js";
import { counted, say } from "./say.js";
import { titled } from "./words.js";

export class Editor {
  #shown = null; // the edited position that is drawn, and what is known about it
  #named = ""; // the name that the page gave
  #puzzles = new Map(); // the puzzles of the player's new set, by board

  // `play` opens a game from the edited position. The form is part of the page.
  constructor(controller, play) {
    this.controller = controller;
    this.play = play;
    const draw = (code) => controller.send("drawn", { code });
    const on = (id, action) =>
      element(id).addEventListener("click", () => attempt(element("edit-wrong"), action));
    on("edit-fill", () => draw(this.#state.board.full));
    on("edit-clear", () => draw(0n));
    on("edit-swap", () => draw(this.#state.board.full ^ this.#state.code));
    on("edit-play", () => {
      const { board, code } = this.#state;
      return play({ board: board.spec, start: board.startText(code), finish: "any" });
    });
    on("edit-check", () => this.#check());
    on("edit-cancel", () => controller.send("finished"));
    on("edit-read", () => this.#read());
    on("made-add", () => this.#add());
    on("made-save", () => {
      const file = new Blob([puzzleSetText(this.#state.board, this.#puzzlesHere)], { type: "application/toml" });
      save(file, `${setName(this.#state.board)}.toml`);
    });
  }

  get #state() {
    return this.controller.state;
  }

  get #puzzlesHere() {
    return this.#puzzles.get(this.#state.board.spec) ?? [];
  }

  render({ editing }) {
    element("editor").hidden = !editing;
    if (this.#shown === editing) return;
    const { code, readAs } = this.#shown ?? {};
    const isChecked = editing?.checked && code === editing.code && readAs === editing.readAs;
    this.#shown = editing;
    if (isChecked) this.#drawChecked(editing);
    else if (editing) this.#draw();
  }

  #drawChecked({ checked }) {
    element("edit-found").replaceChildren(checked ? assessed(checked) : "");
  }

  #draw() {
    const { board, editing } = this.#state;
    const puzzles = this.#puzzlesHere;
    const playable = board.jumpsFrom(editing.code).length > 0;
    const gaps = { pegs: counted(count(editing.code), "peg") };
    element("edit-worth").textContent = say(playable ? "editor.pegs" : "editor.stuck", gaps);
    this.#drawChecked(editing);
    element("edit-text").value = board.picture(editing.code, "\n");
    element("edit-told").textContent = editing.readAs ?? "";
    element("edit-wrong").textContent = "";
    const name = element("made-name");
    if (["", this.#named].includes(name.value)) {
      this.#named = say("editor.puzzle", { number: puzzles.length + 1 });
      name.value = this.#named; // or the player typed another one
    }
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
    const { board, editing, game } = this.#state;
    const [text, note, wrong] = [element("edit-text").value, element("edit-told"), element("edit-wrong")];
    wrong.textContent = "";
    note.textContent = say("editor.reading");
    this.#allow(false);
    try {
      const context = { board: board.spec, start: codeText(game.start), marks };
      const answer = await this.controller.provider.read(text, context);
      if (this.#state.editing?.code !== editing.code) return;
      if (answer.kind === "game") return await this.#playGame(answer);
      if (answer.board !== board.spec) throw new Error(say("editor.otherBoard", { board: titled(answer.board) }));
      if (!answer.position) throw new Error(say("editor.noPosition"));
      const code = board.readPosition(answer.position);
      this.controller.send("drawn", { code, readAs: answer.read_as });
    } catch (error) {
      if (this.#state.editing?.code !== editing.code) return;
      note.textContent = "";
      this.#allow(board.jumpsFrom(editing.code).length > 0);
      wrong.replaceChildren(...refusal(error, (mark) => this.#read(mark)));
    }
  }

  // Open a game that was read. From the start of the game on the page it has the same goal.
  #playGame({ board, start, jumps }) {
    const { game, config } = this.#state;
    const same = board === config.board && start === codeText(game.start);
    return this.play({ board, start, finish: same ? config.finish : "any", moves: jumps });
  }

  async #check() {
    const { code } = this.#state;
    const tell = (content) => this.#shown?.code === code && element("edit-found").replaceChildren(content);
    tell(html("p.quiet", say("editor.checking")));
    try {
      tell(assessed(await this.controller.assess()));
    } catch (error) {
      tell(html("p.bad", error.message));
    }
  }

  async #add() {
    const { board, code } = this.#state;
    const puzzles = this.#puzzlesHere;
    const tell = (text) => this.#shown?.code === code && (element("made-said").textContent = text);
    const name = element("made-name").value.trim();
    if (!name) return tell(say("editor.name"));
    if (puzzles.some((puzzle) => puzzle.name.toLowerCase() === name.toLowerCase()))
      return tell(say("editor.taken", { name }));
    tell(say("editor.checking"));
    // If nobody can check it here, add it unchecked.
    const checked = await this.controller.assess().catch(() => null);
    if (checked?.solvable === false) return tell(say("editor.unsolvable"));
    this.#puzzles.set(board.spec, [...puzzles, { name, code }]);
    element("made-name").value = "";
    return this.#shown?.code === code && this.#draw();
  }
}

// The contents of the new set.
function setText(puzzles) {
  if (!puzzles.length) return say("editor.setAbout");
  const names = puzzles.map(({ name }) => name).join(", ");
  return say("editor.set", { puzzles: counted(puzzles.length, "puzzle"), names });
}

// The result of a check, in a few lines.
export function assessed(assessment) {
  const ends = Object.entries(assessment.finishes);
  const yes = ends.filter(([, can]) => can).map(([name]) => name);
  const open = ends.filter(([, can]) => can === null).map(([name]) => name);
  const jumps = Object.values(assessment.jumps);
  const known = { true: "check.yes", false: "check.no" }[assessment.solvable] ?? "check.open";
  const rows = [
    [say("check.finishes"), yes.join(", ") || say("check.noHole")],
    [say("check.openFor"), open.join(", ")],
    [say("check.jumps"), jumpsWords(jumps)],
    [say("check.games"), assessment.games && shareWords(assessment.games)],
  ];
  const shown = rows.filter(([, words]) => words);
  return html(
    "div",
    html("p", html("strong", say(known))),
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
  const text = say("check.jumpsWin", { count: wins, all: jumps.length });
  return open ? say("check.jumpsAndOpen", { jumps: text, open: say("check.jumpsOpen", { count: open }) }) : text;
}

const shareWords = ({ won, total }) =>
  say(BigInt(won) ? "check.won" : "check.noneWon", { won: BigInt(won), total: BigInt(total) });

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
