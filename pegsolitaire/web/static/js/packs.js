// The provider of answers for a page on any web host, with packs of positions beside the page and a
// worker that judges positions. It computes from these what the server asks the library for.

import { Explored, exploreDocument, reviewDocument } from "./explored.js";
import { MAX_HALVED_HOLES } from "./oracle.js";
import { once } from "./collections.js";
import { fetched, loadPack } from "./pack.js";
import { Judge } from "./provider.js";
import { readPasted } from "./reading.js";
import {
  afterAll,
  bit,
  Board,
  boardNamed,
  boardOfPicture,
  byMiddle,
  codesOf,
  codeText,
  count,
  pegsOf,
  permuted,
  problemDocument,
  shorten,
} from "./rules.js";
import { languageNow, say } from "./say.js";
import { lineBy, reach } from "./searches.js";
import { finishText, partsByClass, tell } from "./telling.js";

const MAX_COUNTED = 30_000; // largest number of positions when games are counted
const MAX_NUMBERED = 150_000; // largest number of winning positions of a game with numbers
const MAX_NUMBERED_AT_ONCE = 3_000; // the same for the rest of a game, while the player waits
const MAX_RIVALS = 6; // losing jumps that a hint explains
const MAX_QUICK_PEGS = 12; // the worker judges positions with so few pegs immediately

export class Packs {
  #problems = new Map(); // config -> promise of {board, start, finishes, source, ...}

  static async load() {
    return new Packs(await fetchedJson("data.json"));
  }

  constructor(data) {
    this.data = data;
    this.sources = new Sources(data.packs);
  }

  // The page's address, if it was given at export. QR codes lead to it. Else null.
  published = async () => this.data.address ?? null;
  boards = async () => this.data.boards;
  puzzles = async () => this.data.puzzles;
  daily = async () => this.data.puzzles;
  posing = async () => this.data.puzzles;
  storm = async () => (await fetchedJson("storm.json")).positions;
  lessons = async () => (await fetchedJson(`lessons-${languageNow()}.json`)).lessons;
  glossary = async () => (await fetchedJson(`glossary-${languageNow()}.json`)).terms;

  async shortest(spec) {
    if (!this.data.shortest.includes(spec)) return { board: spec, problems: [] };
    return fetchedJson(`shortest/${spec}.json`);
  }

  async board(spec) {
    const own = this.data.puzzles.sets.map((set) => set.board);
    const document = [...this.data.boards, ...own].find((board) => board.name === spec);
    if (document) return withOpening(document);
    const [lattice, picture] = spec.split(/:(.*)/s);
    const known = picture === undefined ? boardNamed(spec) : null;
    if (known) return withOpening(known);
    if (picture === undefined) throw new Error(say("packs.unknownBoard", { board: shorten(spec) }));
    return withOpening(boardOfPicture(lattice, picture).plain);
  }

  async read(text, { board, start } = { board: undefined, start: undefined }) {
    return readPasted(text, this.data.boards, board && (await this.board(board)), start);
  }

  async problem(config) {
    const problem = await this.#problem(config);
    const { board, start, finish, source } = problem;
    const state = this.#state(problem);
    const message = state === "none" ? say("packs.class") : source.message();
    const code = codeText(start);
    const fewest = this.#puzzlesOn(board).find(
      (puzzle) => puzzle.start_code === code && puzzle.problem_finish === finish,
    );
    return problemDocument(board, problem, { state, message }, fewest);
  }

  #state({ start, finishes, theory, source }) {
    return theory && partsByClass(theory, start, finishes) ? "none" : source.state();
  }

  #puzzlesOn(board) {
    const sets = this.data.puzzles.sets.filter((set) => set.board.name === board.name);
    return sets.flatMap((set) => set.puzzles);
  }

  async prepare(config, slow, report, signal) {
    const { source } = await this.#problem(config);
    return source.prepare(report, signal);
  }

  async verdicts(config, codes) {
    const problem = await this.#problem(config);
    const positions = codes.map((text) => problem.board.readPosition(text));
    const wins = await this.#judged(problem, positions);
    const verdicts = positions.map((code) => verdictOf(problem.board, wins, code));
    return { source: problem.source.exact ? "sets" : "search", positions: verdicts };
  }

  async solution(config, text, long = false) {
    const { board, source } = await this.#problem(config);
    return source.line(board.readPosition(text), long);
  }

  async reach(config, text, hole) {
    const { board } = await this.#problem(config);
    return reach(board, board.readPosition(text), board.names.indexOf(hole));
  }

  async hint(config, text) {
    const [jump = null] = (await this.solution(config, text)) ?? [];
    return { jump };
  }

  // The jumps that lose besides a winning jump, each with a claim that explains why.
  async rivals(config, text) {
    const problem = await this.#problem(config);
    const code = problem.board.readPosition(text);
    if (!(await this.solution(config, text))?.length) return [];
    const wins = await this.#judged(problem, [code]);
    const rivals = [];
    for (const { text: jump, mask } of problem.board.jumpsFrom(code)) {
      if (rivals.length === MAX_RIVALS) break;
      const claim = wins(code ^ mask) === false && (await this.#claim(problem, code ^ mask));
      if (claim) rivals.push({ jump, claim });
    }
    return rivals;
  }

  async why(config, text) {
    const problem = await this.#problem(config);
    const code = problem.board.readPosition(text);
    return (await this.#isLost(problem, code)) ? this.#claim(problem, code) : null;
  }

  async proofs(config, text) {
    const problem = await this.#problem(config);
    const code = problem.board.readPosition(text);
    return (await this.#isLost(problem, code)) ? tell(problem, code) : [];
  }

  async bestEnding(config, text) {
    const { board, finishes } = await this.#problem(config);
    const isOnePeg = finishes.every((finish) => pegsOf(finish).length === 1);
    return isOnePeg ? this.sources.bestEnd(board, board.readPosition(text)) : null;
  }

  async #isLost(problem, code) {
    const [winning] = await problem.source.wins([code]);
    return winning === false || this.#state(problem) === "none";
  }

  #claim({ board, theory, finishes }, code) {
    return this.sources.claim(board, theory, code, finishes);
  }

  async games(config, text) {
    const { board, finishes, source } = await this.#problem(config);
    const known = new Map();
    const from = (code) => {
      if (finishes.includes(code)) return [1n, 1n];
      if (known.has(code)) return known.get(code);
      if (known.size > MAX_COUNTED) return [0n, 0n];
      known.set(code, [0n, 0n]);
      const jumps = board.jumpsFrom(code);
      const sum = jumps
        .map((jump) => from(code ^ jump.mask))
        .reduce(([a, b], [c, d]) => [a + c, b + d], [0n, 0n]);
      known.set(code, jumps.length ? sum : [0n, 1n]);
      return known.get(code);
    };
    const start = board.readPosition(text);
    if ((await source.wins([start]))[0] === null) return null;
    const [won, total] = from(start);
    return known.size > MAX_COUNTED ? null : { won: String(won), total: String(total) };
  }

  async explore(config, text) {
    const problem = await this.#problem(config);
    const code = problem.board.readPosition(text);
    const countable = problem.source.quick && !problem.tooMany;
    const numbers = problem.numbers ? "ready" : countable ? "absent" : "unknown";
    return { ...exploreDocument(problem.board, code, await this.#known(problem, code)), numbers };
  }

  // Find the numbers of all winning positions of a game without blocking the page.
  async prepareNumbers(config, report, signal) {
    const problem = await this.#problem(config);
    const refused = { state: "refused", message: "" };
    if (problem.numbers) return { state: "done", message: "" };
    if (problem.tooMany || !problem.source.quick) return refused;
    const end = await problem.source.prepare(report, signal);
    if (end?.state !== "done") return end;
    const numbers = new Explored(problem.board, problem.finishes, problem.source);
    const pause = () => {
      if (signal.aborted) throw new Error("stopped");
      report({ state: "running", stage: "counting", done: 0, total: null });
      return new Promise((resolve) => setTimeout(resolve));
    };
    try {
      problem.tooMany = !(await numbers.fill(problem.start, MAX_NUMBERED, pause));
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
    if (problem.tooMany) return refused;
    problem.numbers = numbers;
    return { state: "done", message: "" };
  }

  async review(config, texts) {
    const problem = await this.#problem(config);
    const { board, start, finishes } = problem;
    const jumps = texts.map((text) => board.jumpNamed.get(text));
    return reviewDocument(board, start, jumps, {
      ...(await this.#known(problem, start, codesOf(start, jumps))),
      fewest: (code) => this.sources.bestEnd(board, code),
      finishPegs: pegsOf(finishes[0]).length,
    });
  }

  // Compute the numbers for the rest of a game, if the rest is short.
  async #restOf({ board, finishes, source }, code) {
    const short = source.quick || pegsOf(code).length <= MAX_QUICK_PEGS;
    if (source.state() !== "ready" || !short) return null;
    const numbers = new Explored(board, finishes, source);
    return (await numbers.fill(code, MAX_NUMBERED_AT_ONCE)) ? numbers : null;
  }

  // The verdicts of positions, and of the positions after each of their jumps.
  async #judged({ board, source }, codes) {
    const all = [...new Set(codes.flatMap((code) => [code, ...afterAll(code, board.jumpsFrom(code))]))];
    const answers = await source.wins(all);
    const known = new Map(all.map((code, i) => [code, answers[i]]));
    return (code) => known.get(code) ?? null;
  }

  // What is known about positions: their numbers and verdicts.
  async #known(problem, code, codes = [code]) {
    const numbers = problem.numbers ?? (await this.#restOf(problem, code));
    const wins = await this.#judged(problem, codes);
    return { wins, numbers, finishes: problem.finishes, symmetries: problem.theory?.symmetries };
  }

  async assess(spec, text) {
    const config = { board: spec, start: text, finish: "any" };
    const problem = await this.#problem(config);
    const { board, start, theory, feasible } = problem;
    await this.prepare(config, false, () => {}, new AbortController().signal);
    const { winning, jumps } = verdictOf(board, await this.#judged(problem, [start]), start);
    if (winning === null) throw new Error(say("packs.cannotCheck"));
    const ends = [];
    for (const i of feasible) {
      const [can] = await this.sources.ofFinish(board, theory, bit(i)).wins([start]);
      ends.push([board.names[i], can]);
    }
    return {
      solvable: winning,
      finishes: Object.fromEntries(ends),
      jumps,
      games: await this.games(config, text),
      solution: await this.solution(config, text),
    };
  }

  #problem(config) {
    const key = JSON.stringify([config.board, config.start, config.finish]);
    return once(this.#problems, key, () => this.#read(config));
  }

  async #read({ board: spec, start: text, finish }) {
    const document = await this.board(spec);
    const board = new Board(document);
    const theory = document.invariants ? document : null;
    const start = this.#start(board, text);
    if (!board.jumpsFrom(start).length) throw new Error(say("packs.noJumpFrom", { start: shorten(text) }));
    const holes = [...board.names.keys()];
    const feasible = holes.filter((i) => !theory || !partsByClass(theory, start, [bit(i)]));
    const goal = finish ?? this.#goal(board, start, feasible);
    const finishes =
      goal === "any" ? (feasible.length ? feasible : holes).map((i) => bit(i)) : [finishCode(board, goal)];
    return {
      board,
      start,
      finish: finishes.length === 1 ? finishText(board, finishes[0]) : "any",
      finishes,
      feasible,
      theory,
      source: this.sources.of(board, theory, start, finishes),
    };
  }

  // Read a start: a hole, a position, or the name of a puzzle.
  #start(board, text) {
    const plain = (name) => name.toLowerCase().replaceAll("-", " ");
    const puzzle = this.#puzzlesOn(board).find(({ name }) => plain(name) === plain(text));
    return board.readStart(puzzle ? puzzle.start_code : text);
  }

  // The default goal: the vacancy itself if that is feasible, else any hole.
  #goal(board, start, feasible) {
    const missing = pegsOf(board.full ^ start);
    return missing.length === 1 && feasible.includes(missing[0]) ? board.names[missing[0]] : "any";
  }
}

// Whether a position and each of its jumps win. A search may decide a jump but not the position.
function verdictOf(board, wins, code) {
  const jumps = board.jumpsFrom(code).map(({ text, mask }) => [text, wins(code ^ mask)]);
  const winning = jumps.some(([, won]) => won) || wins(code);
  return { winning, jumps: Object.fromEntries(jumps) };
}

// The opening of a board that is not in the catalogue. It is found without a search.
function withOpening(document) {
  if (document.opening) return document;
  const board = new Board(document);
  const vacancies = board.holes.map((hole) => standingOf(board, hole));
  const start = middlemost(board, vacancies);
  const standing = vacancies[board.names.indexOf(start)];
  const finish = standing === "unknown" ? null : "any";
  return { ...document, opening: { start, finish, standing, fewest: null }, vacancies };
}

// For large triangles, a theorem says which vacancies can be won (Bell 2008), by the label of the
// hole.
function standingOf({ name, rows }, [x, y]) {
  if (!/^triangle\d+$/.test(name) || rows.length < 6) return "unknown";
  if (rows.length % 3 !== 1) return "back";
  return (x + y) % 3 ? "anywhere" : "never";
}

// The hole nearest to the middle whose vacancy allows a jump, if possible one that can be won.
function middlemost(board, vacancies) {
  const lost = (i) => Number(vacancies[i] === "never");
  const holes = byMiddle(board).sort((i, j) => lost(i) - lost(j));
  const first = holes.find((i) => board.jumpsFrom(board.vacancy(i)).length);
  if (first === undefined) throw new Error(say("packs.noJumpOn", { board: board.name }));
  return board.names[first];
}

function finishCode(board, text) {
  const i = board.names.indexOf(text.trim().toLowerCase());
  return i >= 0 ? bit(i) : board.readPosition(text);
}

// -- sources --------------------------------------------------------------------------------------
//
// Sources of verdicts: packs of positions, or a worker, which judges all positions of boards with
// slices, and others as far as a search goes. Each source has
//
//   state()  "ready", "absent" until it is prepared, "large" if it may not know, or "unjudged" if it knows nothing
//   exact    whether it knows every verdict
//   quick    whether verdicts are looked up, so that thousands can be asked for
//   message() what to say beside the state
//   prepare(report, signal)  null if aborted, else {state, message}
//   wins(codes)              for each true, false, or null if not known
//   line(code, long)         the jumps to a finish, or null

const unknown = () => say("packs.cannotJudge");

const MAX_VERDICT_STEPS = 150_000; // of a search that may stay undecided
const MAX_LINE_STEPS = 2_000_000; // of a search for a solution
const MAX_LONG_LINE_STEPS = 20_000_000; // of a long search for a solution

class Sources {
  #packs = new Map(); // file -> loaded pack
  #judge = new Judge();
  #ends = new Judge(); // a worker of its own, so that slow searches do not delay verdicts
  #claims = new Map(); // JSON of a board's name, a position and the finishes -> promise of the claim
  #ready = new Set(); // JSON of the problems that the worker has opened

  constructor(packs) {
    this.packs = packs;
  }

  // theory: the invariants and symmetries of the board, if known.
  of(board, theory, start, finishes) {
    const slices = finishes.map((finish) => this.#imaged("dead", board, theory, finish));
    if (slices.every(Boolean) && finishes.length) return this.#oracle(board, theory, finishes, slices);
    const wanted = JSON.stringify([[String(start)], finishes.map(String)]);
    const isWanted = ({ kind, starts, finishes: ends }) =>
      kind === "winning" && JSON.stringify([starts, ends]) === wanted;
    const pack = this.#packsOf(board).find(isWanted);
    if (pack) return this.#ofPacks(board, finishes, [pack.file], [(code) => this.#has(pack.file, code)]);
    const reached = finishes.map((finish) => this.#imaged("reach", board, theory, finish));
    if (reached.every(Boolean)) {
      const asks = reached.map(
        ({ file, image }) =>
          (code) =>
            this.#has(file, permuted(image, code)),
      );
      return this.#ofPacks(board, finishes, [...new Set(reached.map(({ file }) => file))], asks);
    }
    const alike = new Set(finishes.map(count)).size === 1;
    if (board.size <= MAX_HALVED_HOLES && alike) return this.#oracle(board, theory, finishes, []);
    return NOTHING;
  }

  // A source of verdicts for one finish. It uses an image of the finish that has a pack, so that
  // few problems are opened.
  ofFinish(board, theory, finish) {
    const slice = this.#imaged("dead", board, theory, finish);
    if (!slice) return this.of(board, theory, null, [finish]);
    const source = this.of(board, theory, null, [slice.finish]);
    return { wins: (codes) => source.wins(codes.map((code) => permuted(slice.image, code))) };
  }

  // The game that leaves the fewest pegs: see searches.js.
  bestEnd(board, code) {
    return this.#ends.ask("best", { board: board.plain }, { code: String(code) });
  }

  // Why a position is lost: see claims.js.
  claim(board, theory, code, finishes) {
    const { invariants, counts } = theory ?? {};
    const question = { code: String(code), finishes: finishes.map(String) };
    const ask = () => this.#ends.ask("claim", { board: board.plain, invariants, counts }, question);
    return once(this.#claims, JSON.stringify([board.spec, question]), ask);
  }

  #packsOf(board) {
    return this.packs.filter((pack) => pack.board === board.name);
  }

  // The pack for the orbit of a finish, and the symmetries between the pack's finish and this one.
  #imaged(kind, board, theory, finish) {
    const all = theory?.symmetries ?? [];
    for (const { file, finishes } of this.#packsOf(board).filter((pack) => pack.kind === kind)) {
      const packed = BigInt(finishes[0]);
      const image = all.find((symmetry) => permuted(symmetry, finish) === packed);
      const back = all.filter((symmetry) => permuted(symmetry, packed) === finish);
      if (image) return { file, finish: packed, image, back };
    }
    return null;
  }

  #ofPacks(board, finishes, files, asks) {
    const known = new Map();
    const judge = (code) => {
      if (known.has(code)) return known.get(code);
      const answers = asks.map((ask) => ask(code));
      const answer = answers.includes(true) ? true : answers.includes(null) ? null : false;
      if (answer !== null) known.set(code, answer);
      return answer;
    };
    return {
      state: () => (files.every((file) => this.#packs.has(file)) ? "ready" : "absent"),
      exact: true,
      quick: true,
      message: () => "",
      prepare: (report, signal) => this.#load(files, report, signal),
      wins: async (codes) => codes.map(judge),
      line: async (code) => {
        await Promise.all(files.map((file) => this.#pack(file)));
        return lineBy(board, finishes, judge, code);
      },
    };
  }

  #has(file, code) {
    return this.#packs.get(file)?.has(code) ?? null;
  }

  async #load(files, report, signal) {
    for (const [done, file] of files.entries()) {
      if (signal.aborted) return null;
      report({ state: "running", stage: "loading", done, total: files.length });
      const failed = await this.#pack(file).catch(({ message }) => ({ state: "failed", message }));
      if (failed) return failed;
    }
    return signal.aborted ? null : { state: "done", message: "" };
  }

  async #pack(file) {
    this.#packs.set(file, await loadPack(addressOf(file), file));
  }

  #oracle(board, theory, finishes, slices) {
    const labels = board.names.map(() => 0); // a number for each hole, with a bit for each invariant that contains it
    theory?.invariants.forEach((holes, bit) => holes.forEach((i) => (labels[i] |= 1 << bit)));
    const problem = {
      board: board.plain,
      labels,
      finishes: finishes.map(String),
      slices: slices.map(({ file, back }) => ({ address: addressOf(file), images: back })),
    };
    const exact = slices.length > 0;
    const most = (steps) => (exact ? Infinity : steps);
    return {
      state: () => (!exact ? "large" : this.#ready.has(JSON.stringify(problem)) ? "ready" : "absent"),
      exact,
      quick: false,
      message: () => "",
      prepare: (report, signal) => this.#openOracle(problem, report, signal),
      wins: (codes) =>
        this.#judge.ask("judge", problem, { codes: codes.map(String), most: most(MAX_VERDICT_STEPS) }),
      line: (code, long) =>
        this.#judge.ask("line", problem, {
          code: String(code),
          most: most(long ? MAX_LONG_LINE_STEPS : MAX_LINE_STEPS),
        }),
    };
  }

  async #openOracle(problem, report, signal) {
    report({ state: "running", stage: "loading", done: 0, total: 0 });
    try {
      await this.#judge.ask("open", problem);
    } catch (error) {
      return { state: "failed", message: error.message };
    }
    this.#ready.add(JSON.stringify(problem));
    return signal.aborted ? null : { state: "done", message: "" };
  }
}

const NOTHING = {
  state: () => "unjudged",
  exact: false,
  quick: false,
  message: unknown,
  prepare: async () => ({ state: "failed", message: unknown() }),
  wins: async (codes) => codes.map(() => null),
  line: async () => {
    throw new Error(unknown());
  },
};

const addressOf = (file) => new URL(file, document.baseURI).href;

const fetchedJson = async (file) => (await fetched(addressOf(file), file)).json();
