// Asks the worker that judges positions, which the page has one of.

export class Judge {
  #worker = null;
  #waiting = new Map(); // number of a question -> {resolve, reject}
  #asked = 0;

  // What the worker answers: see oracle-worker.js.
  ask(what, problem, more = {}) {
    this.#worker ??= this.#start();
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, what, problem, ...more });
    });
  }

  #start() {
    const worker = new Worker(new URL("oracle-worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#answered(data));
    worker.addEventListener("error", (event) => this.#failed(event));
    return worker;
  }

  #answered({ id, found, error }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) reject(new Error(error));
    else resolve(found);
  }

  // Nothing more comes from it: the next question starts another one.
  #failed(event) {
    event.preventDefault();
    this.#worker.terminate();
    this.#worker = null;
    const error = new Error(`the analysis stopped: ${event.message ?? "it could not be loaded"}`);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
