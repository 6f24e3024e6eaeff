// A small drawing of a position, for lists.

import { frame, plate, STEP } from "./board-view.js";
import { svg } from "./svg.js";
import { has } from "./rules.js";

export function thumb(board, code, title = null) {
  const places = board.points.map(([x, y]) => [Math.round(x * STEP), Math.round(y * STEP)]);
  const circles = places.map(([x, y], i) =>
    svg("circle", {
      class: has(code, i) ? "peg-flat" : "hole-flat",
      cx: x,
      cy: y,
      r: has(code, i) ? 40 : 20,
    }),
  );
  const label = title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" };
  return svg(
    "svg",
    { class: "thumb", viewBox: frame(places).join(" "), ...label },
    plate(board, places),
    ...circles,
  );
}
