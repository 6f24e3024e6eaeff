// Pointers and keys on the board, turned into what a player means. Mouse, pen and touch are one:
// press a peg and it lifts; drag it over, or let go and tap a target.

const MOVED = 0.12; // of a step: less is a tap
const MIN_TARGET = 22; // pixels around a target that count as it: 44 across

// The player is asked: lifted, canLift(i), isTarget(i); and told: press(i), lift(i), drop(i),
// letGo(), hover(i), jumpOnly(i), focus. What the keys mean on the board `key` says.
export function listen(view, player, key) {
  const { root } = view;
  let held = null; // {hole, point, moved, fresh}

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const point = view.pointAt(event);
    const target = nearTarget(point);
    const hole = target ?? view.nearest(point);
    if (hole === null) return player.letGo();
    event.preventDefault();
    if (target !== null) return player.press(target);
    if (!player.canLift(hole)) return player.press(hole);
    held = { hole, point, moved: false, fresh: player.lifted !== hole };
    root.setPointerCapture(event.pointerId);
    player.lift(hole);
  });

  root.addEventListener("pointermove", (event) => {
    const point = view.pointAt(event);
    if (!held) return player.hover(view.nearest(point));
    const distance = Math.hypot(point[0] - held.point[0], point[1] - held.point[1]);
    held.moved ||= distance > MOVED * 100;
    if (!held.moved) return undefined;
    view.drag(held.hole, point);
    return player.hover(nearTarget(point));
  });

  root.addEventListener("pointerup", (event) => {
    if (!held) return;
    const { hole, moved, fresh } = held;
    held = null;
    view.drag(hole, null);
    if (moved) player.drop(nearTarget(view.pointAt(event)));
    else if (!fresh) player.letGo();
  });

  root.addEventListener("pointercancel", () => {
    if (held) view.drag(held.hole, null);
    held = null;
    player.letGo();
  });

  root.addEventListener("pointerleave", () => held || player.hover(null));
  root.addEventListener("dblclick", (event) => player.jumpOnly(view.nearest(view.pointAt(event))));
  // A press on a peg must not scroll the page; one beside the board may.
  root.addEventListener(
    "touchstart",
    (event) => held && event.cancelable && event.preventDefault(),
    { passive: false },
  );
  root.addEventListener(
    "touchmove",
    (event) => held && event.cancelable && event.preventDefault(),
    { passive: false },
  );
  root.addEventListener("keydown", key);
  root.addEventListener("focusin", ({ target }) => {
    if (target.dataset.hole !== undefined) player.focus = Number(target.dataset.hole);
  });

  function nearTarget(point) {
    const scale = root.getScreenCTM().a;
    return view.nearest(
      point,
      (i) => player.isTarget(i),
      Math.max(0.62, MIN_TARGET / scale / 100),
    );
  }
}
