// The other provider of answers: packs of winning positions, beside the page on any web host. What
// the server asks the library for is looked up here, or worked out from what is looked up.

import { bestEnd } from "./best-end.js";
import { readPack } from "./pack.js";
import { keptParities } from "./parity.js";
import { Board, boardOfPicture, codeText, pegsOf } from "./rules.js";

const UNKNOWN = "this copy of the page has no analysis of this game: run `pegs play` for that";
const COUNTED = 30_000; // positions whose games are counted

export class Packs {
  #open = new Map(); // file -> promise of a pack
  #problems = new Map(); // words -> {board, code, finishes, judge}

  static async load() {
    return new Packs(await fetched("data.json"));
  }

  constructor(data) {
    this.data = data;
  }

  async boards() {
    return this.data.boards;
  }

  async puzzles() {
    return this.data.puzzles;
  }

  async shortest(spec) {
    if (!this.data.shortest.includes(spec)) return { board: spec, problems: [] };
    return fetched(`shortest/${spec}.json`);
  }

  async storm() {
    return (await fetched("storm.json")).positions;
  }

  async lessons() {
    return (await fetched("lessons.json")).lessons;
  }

  async glossary() {
    return (await fetched("glossary.json")).terms;
  }

  async board(spec) {
    const own = this.data.puzzles.sets.map((set) => set.board);
    const found = [...this.data.boards, ...own].find((board) => board.name === spec);
    if (found) return withOpening(found);
    const [lattice, picture] = spec.split(/:(.*)/s);
    if (picture === undefined) return withOpening(boardOfFamily(spec));
    const { holes, taken } = boardOfPicture(lattice, picture);
    return withOpening({ name: "own", lattice, holes, taken });
  }

  async problem(words) {
    const asked = await this.#problem(words);
    const { board, start, finish, finishes, feasible } = asked;
    const sets = { state: this.#state(asked), message: "", estimate: null, job: null };
    if (sets.state === "large") sets.message = UNKNOWN;
    if (sets.state === "none") sets.message = "no jump changes the position class";
    return {
      board: board.name,
      geometry: {
        name: board.name,
        lattice: board.lattice,
        holes: board.holes,
        taken: board.taken,
      },
      start: board.startText(start),
      start_code: `code:${start}`,
      finish,
      finish_codes: finishes.map((code) => `code:${code}`),
      feasible: feasible.map((i) => board.names[i]),
      ...this.#fewest(board, start, finish),
      sets,
    };
  }

  #state({ board, start, finishes, theory, files }) {
    if (theory && partsByClass(theory, start, finishes)) return "none";
    if (!files.length) return "large";
    return files.every((file) => this.#open.get(file)?.pack) ? "ready" : "absent";
  }

  // The fewest moves that are known, and a solution.
  #fewest(board, start, finish) {
    const code = `code:${start}`;
    const all = this.data.puzzles.sets
      .filter((set) => set.board.name === board.name)
      .flatMap((set) => set.puzzles);
    const found = all.find((puzzle) => puzzle.start_code === code && puzzle.problem_finish === finish);
    const { best = null, proven = false, least = null, shortest = null } = found ?? {};
    return { best, proven, least, shortest };
  }

  async prepare(words, slow, told, signal) {
    const { files } = await this.#problem(words);
    const stop = { state: "failed", message: "the winning positions could not be loaded" };
    for (let done = 0; done < files.length; done += 1) {
      if (signal.aborted) return null;
      told({ state: "running", stage: "loading", done, total: files.length });
      await this.#pack(files[done]).catch((error) => (stop.message = error.message));
      if (!this.#open.get(files[done])?.pack) return stop;
    }
    return signal.aborted ? null : { state: "done", message: "" };
  }

  async verdicts(words, codes) {
    const asked = await this.#problem(words);
    const positions = codes.map((text) => this.#verdict(asked, asked.board.readPosition(text)));
    return { source: "sets", positions };
  }

  #verdict(asked, code) {
    const jumps = asked.board
      .jumpsFrom(code)
      .map((jump) => [jump.text, asked.wins(code ^ jump.mask)]);
    return { winning: asked.wins(code), jumps: Object.fromEntries(jumps) };
  }

  async solution(words, text) {
    const { board, finishes, files, wins } = await this.#problem(words);
    if (!files.length) throw new Error(UNKNOWN);
    await Promise.all(files.map((file) => this.#pack(file)));
    let code = board.readPosition(text);
    if (!wins(code)) return null;
    const jumps = [];
    let peg = null;
    while (!finishes.includes(code)) {
      const winning = board.jumpsFrom(code).filter((jump) => wins(code ^ jump.mask));
      const jump = winning.find((one) => one.start === peg) ?? winning[0];
      jumps.push(jump.text);
      code ^= jump.mask;
      peg = jump.end;
    }
    return jumps;
  }

  async hint(words, text) {
    const asked = await this.#problem(words);
    if (!asked.files.length) throw new Error(UNKNOWN);
    const code = asked.board.readPosition(text);
    const [jump = null] = (await this.solution(words, text)) ?? [];
    const flaws = asked.board
      .jumpsFrom(code)
      .filter((one) => asked.wins(code ^ one.mask) === false)
      .map((one) => [one.text, this.#flaw(asked, code ^ one.mask)]);
    return {
      jump,
      rivals: jump === null ? {} : Object.fromEntries(flaws.filter(([, flaw]) => flaw)),
    };
  }

  #flaw(asked, code) {
    if (!asked.board.jumpsFrom(code).length) return "no jump is left after it";
    const [reason] = this.#reasons(asked, code);
    return reason && reason.kind !== "search" ? reason.text : "";
  }

  async why(words, text) {
    const asked = await this.#problem(words);
    const code = asked.board.readPosition(text);
    const dead = asked.wins(code) === false || this.#state(asked) === "none";
    const reasons = dead ? this.#reasons(asked, code) : [];
    const onePeg = asked.finishes.every((finish) => pegsOf(finish).length === 1);
    const best = reasons.length && onePeg ? bestEnd(asked.board, code) : null;
    return { reasons, fewest_pegs: best?.exact ? best.pegs : null, best };
  }

  // The first reason that holds for all finishes: class, a resource count, or the packs.
  #reasons({ board, finishes, theory, files }, code) {
    const namesOf = (codes) => codes.map((finish) => finishText(board, finish));
    const names = namesOf(finishes);
    const reason = { finishes: names, weights: null, value: null, bound: null, region: null };
    const parts = theory && partsByClass(theory, code, finishes);
    if (parts) {
      const text = "position class: a parity that no jump changes";
      return parts.map(({ region, others }) => ({
        ...reason,
        kind: "class",
        finishes: namesOf(others),
        region,
        text,
      }));
    }
    const proof = theory?.counts?.map((weights) => proofBy(weights, code, finishes)).find(Boolean);
    if (proof) {
      const text = `resource count: it is ${proof.value} here and no jump raises it, but it is ${proof.bound} or more at ${names.join(", ")}`;
      return [{ ...reason, ...proof, kind: "resource", text }];
    }
    if (!files.length) return [];
    const stuck = !board.jumpsFrom(code).length;
    const text = `every way to go on was tried: none ends with one peg in ${listed(names)}`;
    return [{ ...reason, kind: "search", text: stuck ? "no jump is left" : text }];
  }

  async games(words, text) {
    const { board, finishes, wins } = await this.#problem(words);
    const known = new Map();
    const from = (code) => {
      if (finishes.includes(code)) return [1n, 1n];
      if (known.has(code)) return known.get(code);
      if (known.size > COUNTED) return [0n, 0n];
      known.set(code, [0n, 0n]);
      const jumps = board.jumpsFrom(code);
      const sum = jumps
        .map((jump) => from(code ^ jump.mask))
        .reduce(([a, b], [c, d]) => [a + c, b + d], [0n, 0n]);
      known.set(code, jumps.length ? sum : [0n, 1n]);
      return known.get(code);
    };
    const start = board.readPosition(text);
    if (wins(start) === null) return null;
    const [won, total] = from(start);
    return known.size > COUNTED ? null : { won: String(won), total: String(total) };
  }

  async assess(spec, text) {
    const asked = await this.#problem({ board: spec, start: text, finish: "any" });
    if (!asked.files.length)
      throw new Error("this copy of the page cannot check puzzles on this board: run `pegs play` for that");
    const words = { board: spec, start: text, finish: "any" };
    await this.prepare(words, false, () => {}, new AbortController().signal);
    const { board, start } = asked;
    const ends = asked.feasible.map((i) => [
      board.names[i],
      this.#judge(board, asked.theory, [1n << BigInt(i)])(start),
    ]);
    const jumps = board.jumpsFrom(start).map((jump) => [jump.text, asked.wins(start ^ jump.mask)]);
    const games = await this.games(words, text);
    const solution = await this.solution(words, text);
    return {
      solvable: asked.wins(start),
      finishes: Object.fromEntries(ends),
      jumps: Object.fromEntries(jumps),
      games,
      solution,
    };
  }

  // -- inside -------------------------------------------------------------------------------------

  async #problem(words) {
    const key = JSON.stringify([words.board, words.start, words.finish]);
    if (!this.#problems.has(key)) this.#problems.set(key, await this.#read(words));
    return this.#problems.get(key);
  }

  async #read({ board: spec, start: text, finish }) {
    const document = await this.board(spec);
    const board = new Board(document);
    const theory = document.invariants ? document : null;
    const start = this.#start(board, text);
    if (!board.jumpsFrom(start).length)
      throw new Error(`no jump is possible from ${text.slice(0, 60)}`);
    const feasible = board.names
      .map((_, i) => i)
      .filter((i) => !theory || !partsByClass(theory, start, [1n << BigInt(i)]));
    const goal = finish ?? this.#goal(board, start, feasible);
    const finishes =
      goal === "any"
        ? (feasible.length ? feasible : [...board.names.keys()]).map((i) => 1n << BigInt(i))
        : [finishCode(board, goal)];
    const files = this.#files(board, start, finishes, theory);
    return {
      board,
      start,
      finish: finishes.length === 1 ? finishText(board, finishes[0]) : "any",
      finishes,
      feasible,
      theory,
      files,
      wins: this.#judge(board, theory, finishes, start),
    };
  }

  // A hole, a position, or a puzzle by its name.
  #start(board, text) {
    const wanted = text.toLowerCase().replaceAll("-", " ");
    const sets = this.data.puzzles.sets.filter((set) => set.board.name === board.name);
    const puzzles = sets.flatMap((set) => set.puzzles);
    const found = puzzles.find(
      (puzzle) => puzzle.name.toLowerCase().replaceAll("-", " ") === wanted,
    );
    return board.readStart(found ? found.start_code : text);
  }

  // Back at the vacancy where that may be, else anywhere.
  #goal(board, start, feasible) {
    const missing = pegsOf(board.full ^ start);
    return missing.length === 1 && feasible.includes(missing[0]) ? board.names[missing[0]] : "any";
  }

  // The packs that know all about a problem.
  #files(board, start, finishes, theory) {
    const exact = this.#winningPack(board, start, finishes);
    if (exact) return [exact.file];
    const reached = finishes.map((finish) => this.#reachPack(board, theory, finish)?.entry.file);
    return reached.every(Boolean) ? [...new Set(reached)] : [];
  }

  #winningPack(board, start, finishes) {
    const wanted = JSON.stringify([[String(start)], finishes.map(String)]);
    return this.data.packs.find(
      (pack) =>
        pack.board === board.name &&
        pack.kind === "winning" &&
        JSON.stringify([pack.starts, pack.finishes]) === wanted,
    );
  }

  // The pack of the orbit of a finish, and the symmetry that takes the one to the other.
  #reachPack(board, theory, finish) {
    const packs = this.data.packs.filter(
      (pack) => pack.board === board.name && pack.kind === "reach",
    );
    for (const entry of packs) {
      const image = theory?.symmetries?.find(
        (one) => permuted(one, finish) === BigInt(entry.finishes[0]),
      );
      if (image) return { entry, image };
    }
    return null;
  }

  // A function that says of a position whether it wins; null where that is not known (yet).
  #judge(board, theory, finishes, start = null) {
    const exact = start === null ? null : this.#winningPack(board, start, finishes);
    const known = new Map();
    const askers = exact
      ? [(code) => this.#open.get(exact.file)?.pack?.has(code) ?? null]
      : finishes.map((finish) => {
          const found = this.#reachPack(board, theory, finish);
          return (code) =>
            (found && this.#open.get(found.entry.file)?.pack?.has(permuted(found.image, code))) ??
            null;
        });
    return (code) => {
      if (known.has(code)) return known.get(code);
      const answers = askers.map((ask) => ask(code));
      const answer = answers.includes(true) ? true : answers.includes(null) ? null : false;
      if (answer !== null) known.set(code, answer);
      return answer;
    };
  }

  // A pack, loaded once; where that fails it may be tried again.
  #pack(file) {
    if (!this.#open.has(file)) {
      const entry = { pack: null };
      entry.loading = load(file).then((pack) => (entry.pack = pack));
      entry.loading.catch(() => this.#open.delete(file));
      this.#open.set(file, entry);
    }
    return this.#open.get(file).loading;
  }
}

// Boards of any size that the catalogue has in a few: their lattice, and the holes of a row.
const FAMILIES = {
  triangle: { lattice: "triangular", width: (side, y) => y + 1 },
  square: { lattice: "square", width: (side) => side },
  rhombus: { lattice: "triangular", width: (side) => side },
};

function boardOfFamily(name) {
  const [, kind, digits] = /^([a-z]+)([1-9]\d?)$/.exec(name) || [];
  if (!Object.hasOwn(FAMILIES, kind)) throw new Error(`there is no board “${name.slice(0, 60)}” here`);
  const { lattice, width } = FAMILIES[kind];
  const side = Number(digits);
  const holes = [];
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < width(side, y); x += 1) holes.push([x, y]);
  }
  return { name, lattice, holes };
}

// What to begin with on a board that the catalogue does not have: nothing is searched here.
function withOpening(document) {
  if (document.opening) return document;
  const board = new Board(document);
  const vacancies = board.holes.map((hole) => standingOf(board, hole));
  const start = middlemost(board, vacancies);
  const standing = vacancies[board.names.indexOf(start)];
  const finish = standing === "unknown" ? null : "any";
  return { ...document, opening: { start, finish, standing, fewest: null }, vacancies };
}

// Of large triangles a theorem says which vacancies can be won (Bell 2008): a label of the hole.
function standingOf({ name, rows }, [x, y]) {
  if (!/^triangle\d+$/.test(name) || rows.length < 6) return "unknown";
  if (rows.length % 3 !== 1) return "back";
  return (x + y) % 3 ? "anywhere" : "never";
}

// The hole nearest to the middle whose vacancy allows a jump, of those that can be won if any can.
function middlemost(board, vacancies) {
  const middle = [0, 1].map(
    (axis) => board.points.reduce((sum, point) => sum + point[axis], 0) / board.size,
  );
  const far = ([x, y]) => Math.round(1e6 * ((x - middle[0]) ** 2 + (y - middle[1]) ** 2));
  const lost = (i) => Number(vacancies[i] === "never");
  const holes = [...board.names.keys()].sort(
    (i, j) => lost(i) - lost(j) || far(board.points[i]) - far(board.points[j]) || i - j,
  );
  const first = holes.find((i) => board.jumpsFrom(board.vacancy(i)).length);
  if (first === undefined) throw new Error(`no jump is possible on ${board.name}`);
  return board.names[first];
}

const load = async (file) => readPack(await (await found(file)).arrayBuffer());

const fetched = async (file) => (await found(file)).json();

async function found(file) {
  const answer = await fetch(new URL(file, document.baseURI));
  if (!answer.ok) throw new Error(`${file} is not there: the server answered ${answer.status}`);
  return answer;
}

function finishCode(board, text) {
  const i = board.names.indexOf(text.trim().toLowerCase());
  return i >= 0 ? 1n << BigInt(i) : board.readPosition(text);
}

function finishText(board, code) {
  const pegs = pegsOf(code);
  return pegs.length === 1 ? board.names[pegs[0]] : codeText(code);
}

function permuted(image, code) {
  return pegsOf(code).reduce((sum, i) => sum | (1n << BigInt(image[i])), 0n);
}

// "d4", "d1 or d4", "a1, d1 or d4"
const listed = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0];

// Finishes in parts, each ruled out by a parity; null where the class allows one of them.
function partsByClass({ invariants }, code, finishes) {
  const parts = keptParities(invariants, code, finishes);
  return parts.every(({ region }) => region) ? parts : null;
}

// Whether a resource count rules out all finishes; no jump raises it, which was checked before.
function proofBy(weights, code, finishes) {
  const sum = (one) => pegsOf(one).reduce((total, i) => total + weights[i], 0);
  const [value, bound] = [sum(code), Math.min(...finishes.map(sum))];
  return value < bound ? { weights, value, bound } : null;
}
