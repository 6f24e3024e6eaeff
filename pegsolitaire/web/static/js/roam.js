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

function nearest(here, all, [right, down]) {
  const [x, y] = middle(here);
  const ahead = all.flatMap((one) => {
    const [dx, dy] = middle(one).map((place, axis) => place - [x, y][axis]);
    const along = dx * right + dy * down;
    const across = Math.abs(dx * down) + Math.abs(dy * right);
    return along > 4 ? [{ one, far: along + 3 * across }] : [];
  });
  return ahead.sort((a, b) => a.far - b.far)[0]?.one;
}

function middle(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}
