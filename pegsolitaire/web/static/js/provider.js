// Which of the two providers answers: an exported page says in a meta element that it has packs. Elsewhere
// the server does and, while it is gone, the packs that the browser has kept of it.

import { Gone, Server } from "./server.js";

const isPacked = () => document.querySelector('meta[name="pegs-provider"]')?.content === "packs";

async function load() {
  const { Packs } = await import("./packs.js");
  return Packs.load();
}

export async function chooseProvider() {
  return isPacked() ? load() : serverOrPacks();
}

// One that can be asked at once, and answers when it is there.
export function providerSoon() {
  if (!isPacked()) return serverOrPacks();
  const found = load();
  found.catch(() => {}); // whoever asks is told
  return asking({}, (name) => async (...words) => (await found)[name](...words));
}

function serverOrPacks() {
  const server = new Server();
  let packs = null;
  const asked = (name) => async (...words) => {
    try {
      return await server[name](...words);
    } catch (gone) {
      if (!(gone instanceof Gone)) throw gone;
      packs ??= load();
      const kept = await packs.catch(() => {
        packs = null;
        throw gone;
      });
      if (!(name in kept)) throw gone;
      return kept[name](...words);
    }
  };
  return asking(server, (name) => (typeof server[name] === "function" ? asked(name) : server[name]));
}

// What is `in` it is what a provider can be asked; it is no promise, so that one can give it.
const asking = (provider, asked) =>
  new Proxy(provider, { get: (_, name) => (name === "then" ? undefined : asked(name)) });

// From then on the page opens without its server or a network, where the browser can keep it. `told` is
// given what begins a new version of it, when there is one.
export async function keepPage(told) {
  const { serviceWorker: workers } = navigator;
  if (!workers) return;
  const file = new URL("sw.js", document.baseURI);
  // Where another program answers at this address by now, it has the next visit to itself.
  const found = await fetch(file, { method: "HEAD" }).catch(() => null);
  if (found?.status === 404) return (await workers.getRegistration())?.unregister();
  const kept = await workers.register(file).catch(() => null);
  if (!kept) return;
  const look = (worker) => {
    if (worker?.state !== "installed" || !workers.controller) return;
    told(() => {
      workers.addEventListener("controllerchange", () => location.reload());
      worker.postMessage("take over");
    });
  };
  look(kept.waiting);
  kept.addEventListener("updatefound", () => {
    const worker = kept.installing;
    worker.addEventListener("statechange", () => look(worker));
  });
  // A page that stays open for days looks again when somebody comes back to it.
  document.addEventListener("visibilitychange", () => document.hidden || kept.update().catch(() => {}));
}
