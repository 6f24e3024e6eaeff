// Which of the two providers answers: an exported page says in a meta element that it has packs.

import { Server } from "./server.js";

export async function chooseProvider() {
  const name = document.querySelector('meta[name="pegs-provider"]')?.content;
  if (name !== "packs") return new Server();
  const { Packs } = await import("./packs.js");
  return Packs.load();
}
