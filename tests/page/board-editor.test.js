// Boards drawn by hand: brushes, sizes, what the page says about a board, and links.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { alike, Drawing, firstStart, ownText } from "../js/board-editor.js";
import { boardOfPicture } from "../js/rules.js";
import { seeded } from "../js/searches.js";

const boardOf = (spec) => boardOfPicture(...spec.split(":"));
const ENGLISH = "square:--ooo/--ooo/ooooooo/ooooooo/ooooooo/--ooo/--ooo";
const TRIANGLE5 = "triangular:o/oo/ooo/oooo/ooooo";

test("a brush paints every image, and erases all of them", () => {
  const drawing = Object.assign(new Drawing("square", 7), { turned: true });
  for (let y = 0; y < 4; y += 1) for (let x = 2; x < 5; x += 1) drawing.paint([x, y], true);
  assert.equal(drawing.board.spec, ENGLISH);
  drawing.paint([4, 0], false);
  assert.equal(drawing.board.size, 29);
});

test("the mirror images and rotations of a triangle", () => {
  const drawing = Object.assign(new Drawing("triangular", 5), { turned: true });
  drawing.paint([0, 1], true);
  assert.deepEqual(
    drawing.shown.map(String),
    ["0,1", "3,3", "1,4"].sort((a, b) => a[2] - b[2]),
  );
  drawing.mirrored = true;
  drawing.paint([0, 1], true);
  assert.equal(drawing.shown.length, 6);
  assert.ok(drawing.places.every((place) => drawing.images(place).every(([x, y]) => x >= 0 && x <= y && y < 5)));
});

test("a board lies in the middle of the smallest drawing that holds it, and stays there", () => {
  for (const spec of [ENGLISH, TRIANGLE5, "square-diagonal:oooo/oooo/oooo/oooo"]) {
    const drawing = Drawing.of(boardOf(spec));
    assert.equal(drawing.board.spec, spec);
    assert.equal(drawing.resized(12).board.spec, spec);
    assert.equal(drawing.resized(12).resized(drawing.size).board.spec, spec);
  }
  assert.equal(Drawing.of(boardOf(`square:${"o".repeat(13)}`)), null);
  assert.equal(Drawing.of(boardOf(`cubic:${"o".repeat(6)}`)), null);
  assert.equal(new Drawing().board, null);
});

test("holes that a mirror or a rotation exchanges are alike", () => {
  assert.equal(new Set(alike(boardOf(ENGLISH))).size, 7);
  assert.equal(new Set(alike(boardOf(TRIANGLE5))).size, 4);
  assert.equal(new Set(alike(boardOf("square:ooo/ooo/ooo/oooo"))).size, 13);
  assert.equal(new Set(alike(boardOf("square:oooo/-oo/--o"))).size, 7);
});

test("every drawing survives its link", () => {
  for (const lattice of ["square", "square-diagonal", "triangular"]) {
    const random = seeded(7);
    for (let number = 0; number < 200; number += 1) {
      const drawing = new Drawing(lattice, 4 + Math.floor(9 * random()));
      Object.assign(drawing, { mirrored: random() < 0.5, turned: random() < 0.5 });
      const most = random();
      for (const place of drawing.places) if (random() < most) drawing.paint(place, true);
      const { board } = drawing;
      if (!board) continue;
      if (/too far apart/.test(ownText(board))) {
        assert.equal(lattice, "triangular");
        continue;
      }
      assert.deepEqual(boardOf(board.spec).holes, board.holes, board.spec);
      assert.equal(Drawing.of(board).board.spec, board.spec);
    }
  }
});

test("what the page says about a board", () => {
  const english = boardOf(ENGLISH);
  const textOf = (more) => ownText(english, more);
  assert.match(ownText(null), /Press where you want a hole/);
  assert.match(ownText(boardOf("square:oo/oo")), /^4 holes\. No peg can jump yet/);
  assert.equal(textOf({ busy: true }), "33 holes. Checking whether it can be solved …");
  const all = Array(33).fill("back");
  assert.equal(
    textOf({ standings: all, same: "english" }),
    "33 holes: this is English. It can be solved, whichever hole is empty at the start.",
  );
  const some = all.with(0, "never").with(1, "unknown");
  assert.match(
    textOf({ standings: some, busy: true }),
    /if one of the 31 ticked holes is empty at the start\. Trying 1 more …$/,
  );
  assert.match(textOf({ standings: some }), /It is not known for 1 more hole\.$/);
  assert.match(
    textOf({ standings: Array(33).fill("never") }),
    /It cannot be solved: no game ends with one peg\.$/,
  );
  assert.match(textOf({ standings: Array(33).fill("unknown") }), /It is not known whether it can be solved\.$/);
  assert.match(
    textOf({ standings: all, lost: "No game on this board ends with one peg." }),
    /^33 holes\. No game/,
  );
});

test("a game on a board that is still checked begins near its middle, where a peg can jump", () => {
  assert.equal(firstStart(boardOf(ENGLISH)), "d4");
  assert.equal(firstStart(boardOf(TRIANGLE5)), "b3");
  assert.equal(firstStart(boardOf("square:ooo")), "a1"); // no peg can jump into b1
});
