// Where the verdicts of a page without a server come from: packs of positions, or a worker, which
// judges all positions of boards with slices, and others as far as a search goes. Each source has
//
//   state    "ready", "absent" until it is prepared, or "large" where it may not know
//   exact    whether it knows all
//   quick    whether it looks things up, so that thousands of positions can be asked for
//   message  what to say beside the state
//   prepare(told, signal)  null where it was given up, else {state, message}
//   wins(codes)            for each true, false, or null where that is not known
//   line(code, long)       the jumps of a way to a finish, or null

import { Judge } from "./judge.js";
import { MOST_HOLES } from "./oracle.js";
import { fetched, loadPack } from "./pack.js";
import { count, permuted } from "./rules.js";
import { lineBy } from "./searches.js";

const UNKNOWN = "this copy of the page cannot judge this game";

const STEPS = 150_000; // of a search that may not know
const MORE = 2_000_000; // of one for a solution,
const MOST = 20_000_000; // and of a long one

export class Sources {
  #packs = new Map(); // file -> a pack that was loaded
  #judge = new Judge();
  #ends = new Judge(); // of its own: what takes seconds keeps no verdict waiting
  #ready = new Set(); // JSON of problems that the worker has had

  constructor(packs) {
    this.packs = packs;
  }

  // theory: the invariants and symmetries of the board, where they are known.
  of(board, theory, start, finishes) {
    const slices = finishes.map((finish) => this.#imaged("dead", board, theory, finish));
    if (slices.every(Boolean) && finishes.length) return this.#oracle(board, theory, finishes, slices);
    const pack = this.#winning(board, start, finishes);
    if (pack) return this.#ofPacks(board, finishes, [pack.file], [(code) => this.#has(pack.file, code)]);
    const found = finishes.map((finish) => this.#imaged("reach", board, theory, finish));
    if (found.every(Boolean)) {
      const asks = found.map(({ file, image }) => (code) => this.#has(file, permuted(image, code)));
      return this.#ofPacks(board, finishes, [...new Set(found.map(({ file }) => file))], asks);
    }
    const alike = new Set(finishes.map(count)).size === 1;
    if (board.size <= MOST_HOLES && alike) return this.#oracle(board, theory, finishes, []);
    return NOTHING;
  }

  // Whether positions can end at one finish: as one of its images, so that few problems are opened.
  ofFinish(board, theory, finish) {
    const slice = this.#imaged("dead", board, theory, finish);
    if (!slice) return this.of(board, theory, null, [finish]);
    const source = this.of(board, theory, null, [BigInt(slice.finish)]);
    return { wins: (codes) => source.wins(codes.map((code) => permuted(slice.image, code))) };
  }

  // The game that leaves the fewest pegs: see searches.js.
  bestEnd(board, code) {
    return this.#ends.ask("best", { board: board.plain }, { code: String(code) });
  }

  #winning(board, start, finishes) {
    const wanted = JSON.stringify([[String(start)], finishes.map(String)]);
    return this.packs.find(
      (pack) =>
        pack.board === board.name &&
        pack.kind === "winning" &&
        JSON.stringify([pack.starts, pack.finishes]) === wanted,
    );
  }

  // The pack of the orbit of a finish, and the symmetries that take that one to it.
  #imaged(kind, board, theory, finish) {
    for (const pack of this.packs) {
      if (pack.board !== board.name || pack.kind !== kind) continue;
      const all = theory?.symmetries ?? [];
      const image = all.find((one) => permuted(one, finish) === BigInt(pack.finishes[0]));
      const back = all.filter((one) => permuted(one, BigInt(pack.finishes[0])) === finish);
      if (image) return { file: pack.file, finish: pack.finishes[0], image, back };
    }
    return null;
  }

  // -- packs --------------------------------------------------------------------------------------

  #ofPacks(board, finishes, files, asks) {
    const known = new Map();
    const judge = (code) => {
      if (known.has(code)) return known.get(code);
      const answers = asks.map((ask) => ask(code));
      const answer = answers.includes(true) ? true : answers.includes(null) ? null : false;
      if (answer !== null) known.set(code, answer);
      return answer;
    };
    const isReady = () => files.every((file) => this.#packs.has(file));
    const load = () => Promise.all(files.map((file) => this.#pack(file)));
    return {
      get state() {
        return isReady() ? "ready" : "absent";
      },
      exact: true,
      quick: true,
      message: "",
      prepare: (told, signal) => this.#load(files, told, signal),
      wins: async (codes) => codes.map(judge),
      line: async (code) => {
        await load();
        return lineBy(board, finishes, judge, code);
      },
    };
  }

  #has(file, code) {
    return this.#packs.get(file)?.has(code) ?? null;
  }

  async #load(files, told, signal) {
    const stop = { state: "failed", message: "the winning positions could not be loaded" };
    for (let done = 0; done < files.length; done += 1) {
      if (signal.aborted) return null;
      told({ state: "running", stage: "loading", done, total: files.length });
      await this.#pack(files[done]).catch((error) => (stop.message = error.message));
      if (!this.#packs.has(files[done])) return stop;
    }
    return signal.aborted ? null : { state: "done", message: "" };
  }

  async #pack(file) {
    this.#packs.set(file, await loadPack(addressOf(file), file));
  }

  // -- the worker ---------------------------------------------------------------------------------

  #oracle(board, theory, finishes, slices) {
    const problem = {
      board: board.plain,
      labels: labelsOf(board, theory),
      finishes: finishes.map(String),
      slices: slices.map(({ file, back }) => ({ address: addressOf(file), images: back })),
    };
    const exact = slices.length > 0;
    const isReady = () => this.#ready.has(JSON.stringify(problem));
    const most = (steps) => (exact ? Infinity : steps);
    return {
      get state() {
        if (!exact) return "large";
        return isReady() ? "ready" : "absent";
      },
      exact,
      quick: false,
      message: "",
      prepare: (told, signal) => this.#openOracle(problem, told, signal),
      wins: (codes) =>
        this.#judge.ask("judge", problem, { codes: codes.map(String), most: most(STEPS) }),
      line: (code, long) =>
        this.#judge.ask("line", problem, { code: String(code), most: most(long ? MOST : MORE) }),
    };
  }

  async #openOracle(problem, told, signal) {
    told({ state: "running", stage: "loading", done: 0, total: 0 });
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
  state: "large",
  exact: false,
  quick: false,
  message: UNKNOWN,
  prepare: async () => ({ state: "failed", message: UNKNOWN }),
  wins: async (codes) => codes.map(() => null),
  line: async () => {
    throw new Error(UNKNOWN);
  },
};

// A number for each hole: in which of the invariants it is.
function labelsOf(board, theory) {
  const labels = board.names.map(() => 0);
  theory?.invariants.forEach((holes, bit) => holes.forEach((i) => (labels[i] |= 1 << bit)));
  return labels;
}

const addressOf = (file) => new URL(file, document.baseURI).href;

export const fetchedJson = async (file) => (await fetched(addressOf(file), file)).json();
