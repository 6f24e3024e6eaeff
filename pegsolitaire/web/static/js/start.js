// Starts the page. If that fails, shows the reason, because no other part of the page could.

try {
  await import("./main.js");
} catch (error) {
  console.error(error);
  const line = document.getElementById("status");
  line.className = "bad";
  line.textContent = `The game could not start · ${error.message} · reload the page to try again`;
}
