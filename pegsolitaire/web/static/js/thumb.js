// A small drawing of a position, for lists.

import { frame, plate, STEP } from "./board-view.js";
import { svg } from "./svg.js";
import { has } from "./rules.js";

// With `named`, holes are larger and have their names in them.
export function thumb(board, code, title = null, named = false) {
  const places = board.points.map(([x, y]) => [Math.round(x * STEP), Math.round(y * STEP)]);
  const circles = places.map(([x, y], i) =>
    svg("circle", {
      class: has(code, i) ? "peg-flat" : "hole-flat",
      cx: x,
      cy: y,
      r: has(code, i) ? (named ? 45 : 40) : named ? 30 : 20,
    }),
  );
  const names = named
    ? places.map(([x, y], i) =>
        svg("text", { class: has(code, i) ? "on-peg" : "in-hole", x, y: y + 13 }, board.names[i]),
      )
    : [];
  const label = title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" };
  return svg(
    "svg",
    { class: "thumb", viewBox: frame(places).join(" "), ...label },
    plate(board, places),
    ...circles,
    ...names,
  );
}

// What a vacancy is worth, about the middle of its hole: told apart by shape, and by colour too.
export function sign(standing) {
  const disc = svg("circle", { class: `disc ${standing}`, r: 36 });
  if (standing === "unknown") {
    return [disc, svg("path", { class: "sign unknown", d: "M-11 -8a11 11 0 1 1 11 11v6M0 19v2" })];
  }
  const d = standing === "never" ? "M-13 -13L13 13M13 -13L-13 13" : "M-16 1L-5 13L17 -12";
  return [disc, svg("path", { class: `sign ${standing}`, d })];
}
