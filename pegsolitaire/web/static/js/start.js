// Starts the page, and says what is wrong where it does not start: before there is a game nothing
// else of the page can.

try {
  await import("./main.js");
} catch (error) {
  console.error(error);
  const line = document.getElementById("status");
  line.className = "bad";
  line.textContent = `The game could not start · ${error.message} · reload the page to try again`;
}
