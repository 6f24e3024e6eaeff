// Arrow keys among things that are pressed: to the nearest one in that direction. The Tab key finds
// one of them, and then leaves them all.

export const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export function roam(root, selector, first = null) {
  const all = [...root.querySelectorAll(selector)];
  const choose = (one) => {
    all.forEach((other) => other.setAttribute("tabindex", other === one ? "0" : "-1"));
  };
  if (all.length) choose(first ?? all[0]);
  root.addEventListener("focusin", ({ target }) => all.includes(target) && choose(target));
  root.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (!way || !all.includes(event.target)) return;
    event.preventDefault();
    nearest(event.target, all, way)?.focus();
  });
}

function nearest(here, all, way) {
  return all[towards(all.map(middle), middle(here), way, { least: 4 })];
}

// Which of some points lies in a direction: the nearest, straight ahead before aslant; none is null.
export function towards(points, from, [right, down], { least, slant = Infinity, ok = () => true }) {
  let best = null;
  let cost = Infinity;
  points.forEach(([x, y], i) => {
    const [dx, dy] = [x - from[0], y - from[1]];
    const along = dx * right + dy * down;
    const aside = Math.abs(dx * down - dy * right);
    if (along < least || aside > along * slant || !ok(i)) return;
    if (along + 2 * aside < cost - 1e-9) [best, cost] = [i, along + 2 * aside];
  });
  return best;
}

function middle(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}
