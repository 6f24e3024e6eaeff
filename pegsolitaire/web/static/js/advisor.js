// What is known about a game, and the questions for what is not. Each question is asked once, and
// each answer is sent to the store.

import { codeText } from "./rules.js";

const MAX_BATCH = 60; // positions in one request

// Verdicts of positions and of their jumps, numbers of games, and explored jumps. It never changes:
// `with` returns another one.
export class Knowledge {
  constructor(sets, more = {}) {
    this.sets = sets; // {state, message, estimate, job} of the winning sets
    this.progress = null; // of the job that builds the sets
    this.counting = null; // of the job that finds the numbers of the game
    this.failed = null; // {code, message} if the last exploration failed
    this.verdicts = new Map();
    this.games = new Map(); // position -> {won, total} as BigInt; null if there are too many games
    this.positions = new Map(); // position -> what each jump from it leads to
    Object.assign(this, more);
  }

  with(changes) {
    return new Knowledge(this.sets, { ...this, ...changes });
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
    return this.verdicts.get(code);
  }
}

const added = (map, entries) => new Map([...map, ...entries]);

export class Advisor {
  #counted = new Set(); // positions whose games were asked for
  #exploring = false;
  #pending = new Set();
  #answers = new Map(); // question -> promise of the answer that is on its way
  #listening = new AbortController();

  // `know()` returns what is known now, and `learn(changes, error)` takes what was found out.
  constructor(provider, problem, config, { know, learn }) {
    this.provider = provider;
    this.problem = problem;
    this.config = config;
    this.know = know;
    this.learn = (changes, error = null) => this.#listening.signal.aborted || learn(changes, error);
  }

  get #sets() {
    return this.know().sets;
  }

  // Ask for the verdicts of positions that are not known yet. The last one matters most.
  async ask(codes) {
    const { ready, searching, sets, verdicts } = this.know();
    if (!ready && !searching) return;
    if (sets.state === "none" || this.problem.geometry.holes.length > 64) return;
    const isNew = (code) => !verdicts.has(code) && !this.#pending.has(code);
    const wanted = [...new Set(codes)].filter(isNew);
    // Searches take seconds. Run one at a time, so that the position on the board need not wait.
    if (searching && this.#pending.size) return;
    const now = searching ? wanted.slice(-1) : wanted;
    for (let i = now.length; i > 0; i -= MAX_BATCH) {
      await this.#askTogether(now.slice(Math.max(0, i - MAX_BATCH), i));
    }
  }

  async #askTogether(codes) {
    codes.forEach((code) => this.#pending.add(code));
    let [failure, changes] = [null, {}];
    try {
      const answer = await this.provider.verdicts(this.config, codes.map(codeText));
      const { verdicts, searching, sets } = this.know();
      if (answer.source === "sets" || searching) {
        const entries = codes.map((code, i) => [code, answer.positions[i]]);
        changes = { verdicts: added(verdicts, entries) };
      } else if (sets.state === "ready") {
        // The server has closed the sets or was restarted. It reopens or rebuilds them.
        const problem = await this.provider.problem(this.config);
        this.learn({ sets: problem.sets });
        if (!this.#listening.signal.aborted) this.prepare();
      }
    } catch (error) {
      failure = error;
    }
    codes.forEach((code) => this.#pending.delete(code));
    this.learn(changes, failure);
  }

  // If this fails, the next call asks again.
  async askGames(code) {
    if (this.#counted.has(code) || !this.know().ready) return;
    this.#counted.add(code);
    try {
      const counts = await this.answer(code, "games");
      const games = counts && { won: BigInt(counts.won), total: BigInt(counts.total) };
      this.learn({ games: added(this.know().games, [[code, games]]) });
    } catch {
      this.#counted.delete(code);
    }
  }

  // Explore a position, unless an answer is on its way. Start to find the numbers of the game if
  // they are missing.
  async explore(code) {
    const { ready, searching, failed, positions } = this.know();
    const idle = !this.#exploring && !positions.has(code) && failed?.code !== code;
    if (!idle || !(ready || searching)) return;
    this.#exploring = true;
    let changes;
    try {
      const result = await this.answer(code, "explore");
      changes = { failed: null, positions: added(this.know().positions, [[code, result]]) };
      if (["absent", "building"].includes(result.numbers)) this.#count();
    } catch ({ message }) {
      changes = { failed: { code, message } };
    }
    this.#exploring = false;
    this.learn(changes);
  }

  // Find the numbers of the game once, then forget the explored positions so that they are asked
  // for again.
  async #count() {
    if (this.know().counting) return;
    const { signal } = this.#listening;
    const report = (counting) => this.learn({ counting });
    report({});
    const end = await this.provider
      .prepareNumbers(this.config, report, signal)
      .catch(({ message }) => ({ state: "failed", message }));
    if (end === null) return;
    const done = { counting: null, positions: new Map() };
    this.learn(end.state === "done" ? done : { counting: { message: end.message } });
  }

  // The provider's answer about a position: its `hint`, `why` and so on. While an answer is on its
  // way, the same question waits for it.
  answer(code, name, ...more) {
    const question = JSON.stringify([codeText(code), name, ...more]);
    const asked = this.#answers.get(question) ?? this.provider[name](this.config, codeText(code), ...more);
    this.#answers.set(question, asked);
    const forget = () => this.#answers.delete(question);
    asked.then(forget, forget);
    return asked;
  }

  // Build the winning sets, if that takes only seconds or the player asks for it.
  async prepare(slow = false) {
    if (!["absent", "building"].includes(this.#sets.state) && !slow) return;
    const { estimate } = this.#sets;
    this.learn({ sets: { ...this.#sets, state: "building" } });
    try {
      const report = (progress) => this.learn({ progress });
      const end = await this.provider.prepare(this.config, slow, report, this.#listening.signal);
      if (end === null) return;
      const state = end.state === "done" ? "ready" : "failed";
      const sets = { state, message: end.message, cancelled: end.state === "cancelled", estimate };
      const forgotten = state === "ready" ? { verdicts: new Map() } : {}; // searches may have left some open
      this.learn({ sets, progress: null, ...forgotten });
    } catch (error) {
      this.learn({ sets: { ...this.#sets, state: "failed", message: error.message } }, error);
    }
  }

  // Stop building the sets. Searches then judge the game.
  async stop() {
    await this.provider.cancel(this.know().progress?.id ?? this.#sets.job);
  }

  // Stop listening: the page no longer shows this game.
  close() {
    this.#listening.abort();
  }
}
