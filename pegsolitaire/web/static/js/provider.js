// Which of the two providers answers: an exported page says in a meta element that it has packs.

import { Server } from "./server.js";

export async function chooseProvider() {
  const name = document.querySelector('meta[name="pegs-provider"]')?.content;
  if (name !== "packs") return new Server();
  const { Packs } = await import("./packs.js");
  const packs = await Packs.load();
  (globalThis.requestIdleCallback ?? setTimeout)(keepPage);
  return packs;
}

// From then on the page opens without a network, where the browser can keep it.
function keepPage() {
  navigator.serviceWorker?.register(new URL("sw.js", document.baseURI)).catch(() => {});
}
