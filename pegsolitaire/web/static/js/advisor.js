// Keeps everything that is known about the current game: verdicts of positions and their jumps,
// hints and reasons. Each question is asked once. The page reads what is known and gets an event
// when there is more.

import { codeText } from "./rules.js";

const MAX_VERDICTS = 20_000; // positions whose verdicts are remembered
const MAX_BATCH = 60; // positions in one request
const MAX_EXPLORED = 500; // positions whose explored jumps are remembered

export class Advisor extends EventTarget {
  #verdicts = new Map();
  #games = new Map();
  #explored = new Map();
  #exploring = false;
  #pending = new Set();
  #listening = new AbortController();

  constructor(provider, problem, config) {
    super();
    this.provider = provider;
    this.problem = problem;
    this.config = config;
    this.sets = problem.sets;
    this.progress = null;
    this.counting = null; // progress of the job that finds the numbers of the game
    this.failed = null; // {code, message} if the last exploration failed
  }

  get ready() {
    return this.sets.state === "ready" || this.sets.state === "none";
  }

  // Whether quick searches judge the game, one position at a time.
  get searching() {
    return ["large", "slow", "failed"].includes(this.sets.state);
  }

  // {winning, jumps: {text: true, false or null}}, or undefined if not known yet.
  known(code) {
    if (this.sets.state === "none") return { winning: false, jumps: null };
    return this.#verdicts.get(code);
  }

  // {won, total} as BigInt, null if there are too many games, undefined if not known yet.
  gamesKnown(code) {
    return this.#games.get(code);
  }

  // Ask for the verdicts of positions that are not known yet. The last one matters most.
  async ask(codes) {
    if (!this.ready && !this.searching) return;
    if (this.sets.state === "none" || this.problem.geometry.holes.length > 64) return;
    const isNew = (code) => !this.#verdicts.has(code) && !this.#pending.has(code);
    const wanted = [...new Set(codes)].filter(isNew);
    // Searches take seconds. Run one at a time, so that the position on the board need not wait.
    if (this.searching && this.#pending.size) return;
    const now = this.searching ? wanted.slice(-1) : wanted;
    if (this.#verdicts.size > MAX_VERDICTS) this.#verdicts.clear();
    for (let i = now.length; i > 0; i -= MAX_BATCH) {
      await this.#askTogether(now.slice(Math.max(0, i - MAX_BATCH), i));
    }
  }

  async #askTogether(codes) {
    codes.forEach((code) => this.#pending.add(code));
    let failure = null;
    try {
      const answer = await this.provider.verdicts(this.config, codes.map(codeText));
      if (answer.source === "sets" || this.searching)
        codes.forEach((code, i) => this.#verdicts.set(code, answer.positions[i]));
      else if (this.sets.state === "ready") {
        // The server has closed the sets or was restarted. It reopens or rebuilds them.
        this.sets = (await this.provider.problem(this.config)).sets;
        if (!this.#listening.signal.aborted) this.prepare();
      }
    } catch (error) {
      failure = error;
    }
    codes.forEach((code) => this.#pending.delete(code));
    this.#tell(failure);
  }

  // If this fails, the next call asks again.
  async askGames(code) {
    if (this.#games.has(code) || !this.ready) return;
    this.#games.set(code, undefined);
    try {
      const counts = await this.answer(code, "games");
      this.#games.set(code, counts && { won: BigInt(counts.won), total: BigInt(counts.total) });
      this.#tell();
    } catch {
      this.#games.delete(code);
    }
  }

  // What each jump from a position leads to, or undefined if not known yet.
  explored(code) {
    return this.#explored.get(code);
  }

  // Explore a position, unless an answer is on its way. Start to find the numbers of the game if
  // they are missing.
  async explore(code) {
    const idle = !this.#exploring && !this.#explored.has(code) && this.failed?.code !== code;
    if (!idle || !(this.ready || this.searching)) return;
    this.#exploring = true;
    this.failed = null;
    try {
      const result = await this.answer(code, "explore");
      if (this.#explored.size > MAX_EXPLORED) this.#explored.clear();
      this.#explored.set(code, result);
      if (["absent", "building"].includes(result.numbers)) this.#count();
    } catch ({ message }) {
      this.failed = { code, message };
    }
    this.#exploring = false;
    this.#tell();
  }

  // Find the numbers of the game once, then forget the explored positions so that they are asked
  // for again.
  async #count() {
    if (this.counting) return;
    const { signal } = this.#listening;
    const report = (job) => {
      this.counting = job;
      this.#tell();
    };
    this.counting = {};
    const end = await this.provider
      .prepareNumbers(this.config, report, signal)
      .catch(({ message }) => ({ state: "failed", message }));
    if (signal.aborted || end === null) return;
    this.counting = end.state === "done" ? null : { message: end.message };
    if (end.state === "done") this.#explored.clear();
    this.#tell();
  }

  // The provider's answer about a position: its `hint`, `why` and so on.
  answer(code, name, ...more) {
    return this.provider[name](this.config, codeText(code), ...more);
  }

  // Build the winning sets, if that takes only seconds or the player asks for it.
  async prepare(slow = false) {
    if (!["absent", "building"].includes(this.sets.state) && !slow) return;
    this.sets = { ...this.sets, state: "building" };
    try {
      const report = (job) => {
        this.progress = job;
        this.#tell();
      };
      const end = await this.provider.prepare(this.config, slow, report, this.#listening.signal);
      if (end === null) return;
      const state = end.state === "done" ? "ready" : "failed";
      if (state === "ready") this.#verdicts.clear(); // searches may have left some open
      const message = end.state === "cancelled" ? "cancelled" : `failed: ${end.message}`;
      this.sets = { state, message, estimate: this.sets.estimate };
      this.progress = null;
      this.#tell();
    } catch (error) {
      this.sets = { ...this.sets, state: "failed", message: `failed: ${error.message}` };
      this.#tell(error);
    }
  }

  // Stop building the sets. Searches then judge the game.
  async stop() {
    await this.provider.cancel(this.progress?.id ?? this.sets.job);
  }

  // Stop listening: the page no longer shows this game.
  close() {
    this.#listening.abort();
  }

  #tell(error = null) {
    if (!this.#listening.signal.aborted) this.dispatchEvent(new CustomEvent("known", { detail: error }));
  }
}
