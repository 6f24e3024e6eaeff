// Puzzles that were made here, as a puzzle set: the TOML that `pegs puzzles` and `pegs play --puzzles`
// read. The board goes along, so that the file can be handed on.

const SOURCE = "made on the page";

// What the set of a board is called, and its file.
export const setName = (board) => `${isOwn(board) ? "own-board" : board.name}-mine`;

// `puzzles` are {name, code}.
export function puzzleSetText(board, puzzles) {
  const head = {
    format: 1,
    name: setName(board),
    board: board.spec,
    description: `Puzzles that were ${SOURCE}.`,
  };
  const parts = puzzles.map(({ name, code }) =>
    [
      "[[puzzle]]",
      `name = ${quoted(name)}`,
      `position = """\n${board.picture(code, "\n")}\n"""`,
      'finish = "any"',
      `source = ${quoted(SOURCE)}`,
    ].join("\n"),
  );
  const lines = Object.entries(head).map(
    ([key, value]) => `${key} = ${typeof value === "number" ? value : quoted(value)}`,
  );
  return `${[lines.join("\n"), ...parts].join("\n\n")}\n`;
}

const isOwn = ({ name, spec }) => name !== spec || name.includes(":");

// A text of JSON is one of TOML, but for one control character and for halves of surrogate pairs.
const quoted = (text) => JSON.stringify(text.replace(/\u007f|\p{Surrogate}/gu, ""));
