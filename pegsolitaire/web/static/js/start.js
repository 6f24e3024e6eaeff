// Starts the page. If that fails, shows the reason, because no other part of the page could.

import { languageHere, loadWords, say } from "./say.js";

loadWords(languageHere()).catch(() => {}); // main.js waits for them, and says what went wrong

try {
  await import("./main.js");
  document.getElementById("unstarted")?.remove();
} catch (error) {
  console.error(error);
  const line = document.getElementById("status");
  line.className = "bad";
  line.textContent = say("page.failed", error);
}
