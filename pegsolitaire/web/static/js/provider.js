// Which of the two providers answers: an exported page says in a meta element that it has packs.

import { Server } from "./server.js";

const isPacked = () => document.querySelector('meta[name="pegs-provider"]')?.content === "packs";

export async function chooseProvider() {
  if (!isPacked()) return new Server();
  const { Packs } = await import("./packs.js");
  return Packs.load();
}

// One that can be asked at once, and answers when it is there.
export function providerSoon() {
  if (!isPacked()) return new Server();
  const found = chooseProvider();
  found.catch(() => {}); // whoever asks is told
  const asked = (name) => async (...words) => (await found)[name](...words);
  return new Proxy({}, { get: (_, name) => (name === "then" ? undefined : asked(name)) });
}

// From then on an exported page opens without a network, where the browser can keep it. `told` is
// given what begins a new version of it, when there is one.
export async function keepPage(told) {
  if (!isPacked() || !navigator.serviceWorker) return;
  const kept = await navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => null);
  const look = (worker) => {
    if (worker?.state !== "installed" || !navigator.serviceWorker.controller) return;
    told(() => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      worker.postMessage("take over");
    });
  };
  look(kept?.waiting);
  kept?.addEventListener("updatefound", () => {
    const worker = kept.installing;
    worker.addEventListener("statechange", () => look(worker));
  });
}
