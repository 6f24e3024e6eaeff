// One of the two providers of answers: the server that `pegs play` starts. The other is packs.js;
// the page asks both in the same way and does not care which it is.

export class Server {
  #kept = new Map(); // path -> promise of an answer

  // Where the page is published: a server knows of no other place than its own.
  async published() {
    return null;
  }

  async boards() {
    return (await this.#once("boards")).boards;
  }

  puzzles() {
    return this.#once("puzzles");
  }

  // Positions of which one jump wins, the easy ones first.
  async storm() {
    return (await this.#once("storm")).positions;
  }

  async lessons() {
    return (await this.#once("lessons")).lessons;
  }

  // The words of the game: [{name, forms, text}].
  async glossary() {
    return (await this.#once("glossary")).terms;
  }

  // A link as a QR code: rows of 1 (dark) and 0.
  async qr(link) {
    return (await get("qr", { text: link })).rows;
  }

  // The solutions with the fewest moves of all problems of a board.
  shortest(spec) {
    return get("shortest", { board: spec });
  }

  // What does not change: asked for once, and again where that failed.
  #once(path) {
    if (!this.#kept.has(path)) {
      const answer = get(path);
      answer.catch(() => this.#kept.delete(path));
      this.#kept.set(path, answer);
    }
    return this.#kept.get(path);
  }

  board(spec) {
    return get("board", { board: spec });
  }

  problem(words) {
    return get("problem", words);
  }

  verdicts(words, codes) {
    return get("verdicts", { ...words, position: codes }).then((found) => ({
      ...found,
      positions: found.positions.map(byJump),
    }));
  }

  solution(words, code, long = false) {
    const seconds = long ? 25 : undefined;
    return get("solution", { ...words, position: code, seconds }).then((found) => found.jumps);
  }

  hint(words, code) {
    return get("hint", { ...words, position: code });
  }

  why(words, code) {
    return get("why", { ...words, position: code }).then(({ told, fewest_pegs, best }) => ({ reasons: told, fewest_pegs, best }));
  }

  games(words, code) {
    return get("games", { ...words, position: code }).then((found) => shareOf(found.games));
  }

  // What each jump from a position leads to; `numbers` says whether all of it is known.
  explore(words, code) {
    return get("explore", { ...words, position: code });
  }

  // A game looked back on: what was left after each of its jumps.
  review(words, jumps) {
    return ask("POST", "review", {}, { ...words, jumps });
  }

  // Jumps that bring a peg to a hole: {jumps, solvable}.
  reach({ board }, code, hole) {
    return get("reach", { board, position: code, hole });
  }

  construction(words) {
    return get("construction", words);
  }

  players(words) {
    return get("players", words);
  }

  chance(words) {
    return get("chance", words);
  }

  randomGame(words) {
    return get("random-game", words);
  }

  assess(board, code) {
    return get("assessment", { board, position: code }).then((found) => ({
      ...byJump(found),
      games: shareOf(found.games),
    }));
  }

  // Stop a job.
  async cancel(job) {
    if (job) await ask("DELETE", `jobs/${job}`);
  }

  // Have the sets of a problem built; `told` hears how far they are. Gives the last word of it,
  // or null when `signal` said to listen no more.
  async prepare(words, slow, told, signal) {
    return this.#follow({ ...words, slow }, told, signal);
  }

  // The same for the numbers of the winning positions, once there are sets.
  async prepareNumbers(words, told, signal) {
    return this.#follow({ ...words, numbers: true }, told, signal);
  }

  async #follow(asked, told, signal) {
    const job = await ask("POST", "jobs", {}, asked);
    if (job.id === null || signal.aborted) return job;
    return new Promise((resolve, reject) => listen(job.id, { told, resolve, reject, signal }));
  }
}

const TRIES = 8; // connections that fail one after the other until nobody is there
const PAUSE = 1500; // milliseconds between them

// Follow the events of a job to its end. A connection that is lost is made again.
function listen(job, { told, resolve, reject, signal, pause = PAUSE }) {
  let tries = 0;
  const begin = () => {
    const events = new EventSource(address(`jobs/${job}/events`));
    const close = () => events.close();
    const end = (settle, value) => {
      close();
      signal.removeEventListener("abort", aborted);
      settle(value);
    };
    const aborted = () => end(resolve, null);
    signal.addEventListener("abort", aborted);
    events.onmessage = ({ data }) => {
      tries = 0;
      const now = JSON.parse(data);
      told(now);
      if (["done", "failed", "cancelled"].includes(now.state)) end(resolve, now);
    };
    events.onerror = () => {
      close();
      signal.removeEventListener("abort", aborted);
      tries += 1;
      if (signal.aborted) resolve(null);
      else if (tries < TRIES) setTimeout(begin, pause);
      else reject(new Gone());
    };
  };
  begin();
}

// Jumps as {text: whether it wins}.
const byJump = (found) => ({
  ...found,
  jumps: Object.fromEntries(found.jumps.map(({ jump, winning }) => [jump, winning])),
});

const shareOf = (found) => found && { won: found.solutions, total: found.games };

const get = (path, query) => ask("GET", path, query);

// Nobody is there to ask.
export class Gone extends Error {
  constructor() {
    super("The server does not answer. You can play on; hints and verdicts come back when it does.");
  }
}

const PATIENCE = 60_000; // milliseconds for an answer: a long search takes half of it

async function ask(method, path, query = {}, body = undefined) {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const signal = AbortSignal.timeout(PATIENCE);
  const request = { method, headers, signal, body: body && JSON.stringify(body) };
  let answer;
  let found;
  try {
    answer = await fetch(address(path, query), request);
    found = await answer.json().catch((error) => {
      if (signal.aborted) throw error;
      return null;
    });
  } catch {
    throw signal.aborted ? new Error("The server took too long to answer. Please try again.") : new Gone();
  }
  if (!answer.ok) throw new Error(found?.error?.message ?? `the server answered ${answer.status}`);
  return found;
}

function address(path, query = {}) {
  const url = new URL(`api/${path}`, document.baseURI);
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) url.searchParams.append(key, one);
    }
  }
  return url;
}
