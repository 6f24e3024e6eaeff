// What stands beside the board of a lesson: its buttons, the colours to paint with, what is added up.

import { LETTERS } from "./lesson.js";
import { button, html } from "./svg.js";

export function buttons(teacher) {
  const found = {
    undo: button("Undo", () => teacher.undo()),
    restart: button("Restart", () => teacher.restart()),
    hint: button("Hint", () => teacher.hint()),
    solve: button("Solution", () => teacher.solve()),
    back: button("Back", () => teacher.back()),
    next: button("Next", () => teacher.next(), { class: "next" }),
  };
  const { undo, restart, hint, solve, back, next } = found;
  const row = html("div", { class: "keys", role: "group", "aria-label": "Lesson" }, undo, restart, hint, solve, back, next);
  return { ...found, row };
}

// The solution is there for those who have asked for hints first.
export function renderButtons({ undo, restart, hint, solve, back, next }, { lesson, playing }) {
  const { kind } = lesson.step;
  const open = !lesson.done && !lesson.lost;
  undo.disabled = !lesson.made.length;
  undo.textContent = lesson.lost ? "Take it back" : "Undo";
  undo.classList.toggle("main", lesson.lost);
  restart.disabled = !lesson.made.length && !lesson.found.size;
  hint.disabled = !open || !lesson.step.hint || Boolean(playing);
  solve.disabled = !open || kind !== "play" || lesson.hints < 2 || Boolean(playing);
  back.textContent = lesson.at ? "Back" : "All lessons";
  next.textContent = lesson.done ? (lesson.last ? "Next lesson" : "Next") : "Skip"; // to read on without solving
  next.classList.toggle("main", lesson.done);
}

export function tallyText(lesson) {
  const { tally } = lesson;
  if (!tally) return "";
  if (tally.counts)
    return tally.counts
      .map((number, i) => `${LETTERS[i]}: ${number} (${number % 2 ? "odd" : "even"})`)
      .join(" · ");
  const signed = (number) => String(number).replace("-", "−");
  if (tally.edges === null) return `Sum of the weights: ${signed(tally.sum)}`;
  return `S ${tally.edges}, A − X ${signed(tally.sum)}: together ${signed(tally.edges + tally.sum)}`;
}

// The colours to paint with, each with the ring that it has on the board; a letter key takes one too.
export const brushButtons = (take) =>
  [...LETTERS].map((letter, i) =>
    button(letter, () => take(letter), { class: `brush brush-${i}`, "aria-keyshortcuts": letter }),
  );

export function renderBrushes(box, { step, brush, done }) {
  if (step.kind !== "paint") return;
  [...box.children].forEach((button, i) => {
    button.setAttribute("aria-pressed", String(i === brush));
    button.disabled = done;
  });
}
