// Chooses who answers the page. Two providers have the same methods: the server that `pegs play`
// starts, and packs.js. An exported page says in a meta element that it has packs. Any other page
// asks the server or, while the server cannot be reached, the packs that the browser has stored.

import { once } from "./collections.js";
import { languageNow, say, wordsNow } from "./say.js";

export class Server {
  #answers = new Map(); // path -> promise of an answer

  // The address of the published page; a server knows only its own.
  published = async () => undefined;

  // Answers that never change are asked for once.
  boards = async () => (await this.#once("boards")).boards;
  puzzles = () => this.#once("puzzles");
  // The part of the gallery with the puzzle of a day, and with those that pose a problem, or the
  // whole gallery if it is there already.
  daily = (day) => this.#part("puzzles/daily", { day });
  posing = (config, day) => this.#part("puzzles/posing", { ...config, day });
  #part = (path, query) => (this.#answers.has("puzzles") ? this.puzzles() : get(path, query));
  // Positions in which exactly one jump wins, easy ones first.
  storm = async () => (await this.#once("storm")).positions;
  lessons = async () => (await this.#once("lessons", { language: languageNow() })).lessons;
  // The words of the game: [{name, forms, text}].
  glossary = async () => (await this.#once("glossary", { language: languageNow() })).terms;

  // The solutions with the fewest moves for all problems of a board.
  shortest = (spec) => get("shortest", { board: spec });
  board = (spec) => get("board", { board: spec });

  // Questions about games: `config` is {board, start, finish}, and `position` is a code.
  problem = (config) => get("problem", config);
  construction = (config) => get("construction", config);
  players = (config) => get("players", config);
  chance = (config) => get("chance", config);
  randomGame = (config) => get("random-game", config);
  hint = (config, position) => get("hint", { ...config, position });
  // The jumps that lose besides a hint: [{jump, claim}].
  rivals = async (config, position) => (await get("rivals", { ...config, position })).rivals;
  // What each jump from a position leads to. `numbers` says whether all of it is known.
  explore = (config, position) => get("explore", { ...config, position });
  // Jumps that bring a peg to a hole: {jumps, solvable}.
  async reach({ board }, position, hole) {
    const { solution, solvable } = await get("reach", { board, position, hole });
    return { jumps: solution?.jumps ?? null, solvable };
  }
  games = async (config, position) => (await get("games", { ...config, position })).games;
  // What a pasted text shows. `context` may contain the board, the start of a game, and the meaning
  // of marks.
  read = (text, context) => ask("POST", "read", {}, { text, ...context });
  // The review of a game: what was left after each jump.
  review = (config, jumps) => ask("POST", "review", {}, { ...config, jumps });

  verdicts = (config, codes) => get("verdicts", { ...config, position: codes });

  async solution(config, position, long = false) {
    const solution = await get("solution", { ...config, position, seconds: long ? 25 : undefined });
    return solution?.jumps ?? null;
  }

  // The claim that explains why a position is lost, or null; then the reasons with their numbers and
  // proofs, and a game that leaves the fewest pegs.
  why = async (config, position) => (await get("why", { ...config, position })).claim;
  // The server tells them in English.
  async proofs(config, position) {
    const { told } = await get("proofs", { ...config, position });
    return languageNow() === "en" ? told : told.map((reason) => ({ ...reason, isForeign: true }));
  }

  async bestEnding(config, position) {
    const best = await get("best-ending", { ...config, position });
    return best && { ...best, jumps: best.solution.jumps };
  }

  assess = (board, position) => get("assessment", { board, position });

  #once = (path, query = {}) => once(this.#answers, path, () => get(path, query));

  async cancel(job) {
    if (job) await ask("DELETE", `jobs/${job}`);
  }

  // Build the winning sets of a problem. `report` receives the progress. Resolves to the last
  // report, or to null if `signal` was aborted.
  prepare = (config, slow, report, signal) => this.#follow({ ...config, slow }, report, signal);

  // The same for the numbers of the winning positions, once there are winning sets.
  prepareNumbers = (config, report, signal) => this.#follow({ ...config, numbers: true }, report, signal);

  async #follow(request, report, signal) {
    const job = await ask("POST", "jobs", {}, request);
    if (job.id === null || signal.aborted) return job;
    return new Promise((resolve, reject) => listen(job.id, { report, resolve, reject, signal }));
  }
}

const TRIES = 8; // failed connections in a row before the server counts as gone
const PAUSE = 1500; // milliseconds between them

// Follow the events of a job to its end, reconnecting when the connection is lost.
function listen(job, { report, resolve, reject, signal }) {
  let tries = 0;
  let events;
  const end = (now) => {
    events.close();
    resolve(now);
  };
  const begin = () => {
    if (signal.aborted) return;
    events = new EventSource(address(`jobs/${job}/events`));
    events.onmessage = ({ data }) => {
      tries = 0;
      const now = JSON.parse(data);
      report(now);
      if (["done", "failed", "cancelled"].includes(now.state)) end(now);
    };
    events.onerror = () => {
      events.close();
      tries += 1;
      if (tries < TRIES) setTimeout(begin, PAUSE);
      else reject(new Gone());
    };
  };
  signal.addEventListener("abort", () => end(null));
  begin();
}

const get = (path, query) => ask("GET", path, query);

// Thrown if the server does not answer.
class Gone extends Error {
  constructor() {
    super(say("server.gone"));
  }
}

const PATIENCE = 150_000; // milliseconds for an answer: the server gives up after 120 seconds

async function ask(method, path, query = {}, body = undefined) {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const signal = AbortSignal.timeout(PATIENCE);
  const request = { method, headers, signal, body: body && JSON.stringify(body) };
  let answer;
  let data;
  try {
    answer = await fetch(address(path, query), request);
    data = await answer.json().catch((error) => {
      if (signal.aborted) throw error;
      return null;
    });
  } catch {
    throw signal.aborted ? new Error(say("server.slow")) : new Gone();
  }
  if (!answer.ok) {
    const { message = say("server.status", { status: String(answer.status) }), marks = [] } = data?.error ?? {};
    throw Object.assign(new Error(message), { marks });
  }
  return data;
}

function address(path, query = {}) {
  const url = new URL(`api/${path}`, document.baseURI);
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) url.searchParams.append(key, item);
    }
  }
  return url;
}

// -- the worker ---------------------------------------------------------------------------------
//
// The worker judges positions and plays games, for pages without a server and for questions that
// take a moment.

export class Judge {
  #worker = null;
  #waiting = new Map(); // number of a question -> {resolve, reject}
  #questions = 0;

  // Ask the worker: see oracle-worker.js.
  ask(what, problem, more = {}) {
    this.#worker ??= this.#start();
    const id = (this.#questions += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, what, problem, ...more });
    });
  }

  #start() {
    const worker = new Worker(new URL("oracle-worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#answered(data));
    worker.addEventListener("error", (event) => this.#failed(event));
    worker.postMessage({ words: wordsNow() });
    return worker;
  }

  #answered({ id, result, error }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) reject(new Error(error));
    else resolve(result);
  }

  // The worker has failed. The next question starts another one.
  #failed(event) {
    event.preventDefault();
    this.#worker.terminate();
    this.#worker = null;
    const error = new Error(say("analysis.stopped", { message: event.message ?? say("analysis.notLoaded") }));
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

// -- choosing a provider --------------------------------------------------------------------------

const isPacked = () => document.querySelector('meta[name="pegs-provider"]')?.getAttribute("content") === "packs";

const loaded = new Map(); // "packs" -> promise of Packs

const packs = () => once(loaded, "packs", async () => (await import("./packs.js")).Packs.load());

// A provider that can be asked immediately, and answers once it is loaded.
export function chooseProvider() {
  if (!isPacked()) return serverOrPacks();
  packs();
  return asking(
    {},
    (name) =>
      async (...values) =>
        (await packs())[name](...values),
  );
}

function serverOrPacks() {
  const server = new Server();
  return asking(server, (name) => async (...values) => {
    try {
      return await server[name](...values);
    } catch (gone) {
      if (!(gone instanceof Gone)) throw gone;
      const fallback = await packs().catch(() => ({}));
      if (!(name in fallback)) throw gone;
      return fallback[name](...values);
    }
  });
}

// Make every method of a provider available, even before it is loaded. A name is `in` the result
// only if the provider itself has it. Without `then`, because the result is not a promise.
const asking = (provider, method) =>
  new Proxy(provider, { get: (_, name) => (name === "then" ? undefined : method(name)) });

// Let the browser store the page, if it can, so that it opens without a server or network. When
// there is a new version, `report` receives a function that switches to it.
export async function keepPage(report) {
  const { serviceWorker: workers } = navigator;
  if (!workers) return;
  const file = new URL("sw.js", document.baseURI);
  // If another program answers at this address now, stop intercepting its pages.
  const answer = await fetch(file, { method: "HEAD" }).catch(() => null);
  if (answer?.status === 404) return (await workers.getRegistration())?.unregister();
  const registration = await workers.register(file).catch(() => null);
  if (!registration) return;
  const look = (worker) => {
    if (worker?.state !== "installed" || !workers.controller) return;
    report(() => {
      workers.addEventListener("controllerchange", () => location.reload());
      worker.postMessage("take over");
    });
  };
  look(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => look(worker));
  });
  // A page that stays open for days checks again when the player comes back to it.
  document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {}));
}
