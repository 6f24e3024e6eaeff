// Puts the page together: provider, table, board, panel, dialogs, places and keys.

import { BoardView } from "./board-view.js";
import { addressFor, listenToKeys, plays, showHelp, showSettings, showSharing } from "./dialogs.js";
import { button, complainIn, element, isOver, Sound } from "./elements.js";
import { Explorer, Players, Review } from "./explorer.js";
import { dateOf, dayKey, idOf, nextPuzzle, puzzleOfTheDay, puzzlesOf, configOf } from "./gallery.js";
import { learnWords } from "./glossary.js";
import { Home } from "./home.js";
import { showLessons } from "./lesson.js";
import { keepForGood, Memory } from "./memory.js";
import { Panel, whyBoard } from "./panel.js";
import { Picker } from "./picker.js";
import { Editor } from "./position-editor.js";
import { chooseProvider, keepPage } from "./provider.js";
import { showCalendar, showClass } from "./puzzles.js";
import { movesIn, readPlace, Router, writePlace } from "./router.js";
import { count, holesIn } from "./rules.js";
import { showStorm } from "./storm.js";
import { Table } from "./table.js";
import { counted, holeWords, jumpWords, statusWords, titled } from "./words.js";

const HOME = { kind: "home" };
const NOTCH = 50; // pixels of scrolling per step
const FIRST = { kind: "board", board: "english", start: "d4", finish: "d4" };

let complaint = null; // what went wrong before there was a game to show it beside
const memory = new Memory((text) => {
  complaint = text;
});
const provider = chooseProvider();
const table = new Table(provider, memory);
const view = new BoardView(
  element("board"),
  () => memory.settings.motion === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches,
);
const panel = new Panel(table, act);
const players = new Players(table, provider);
const explorer = new Explorer(table, (jump) => {
  if (table.pointed === jump) return;
  table.pointed = jump;
  view.render(boardState());
});
const review = new Review(table);
const editor = new Editor(table, (config) => open(config));
const sound = new Sound(memory);
const picker = new Picker(provider, memory, open, {
  calendar: async () => showCalendar(await provider.puzzles(), memory, open),
  storm: async () => go({ kind: "storm" }),
});
const home = new Home(provider, memory, () => run(() => picker.show(FIRST.board)));
let current = null; // the place that is shown
let background = HOME; // the front page or game behind an open lesson or storm
let gamePlace = null; // the place of the game on the table
let visiting = false; // whether the address already names the place

// -- drawing --------------------------------------------------------------------------------------

// The changes, and the buttons, that stop the playback of a solution.
const TAKEN_OVER = ["jump", "lift", "undo", "go", "open", "edit"];
const STEPS = ["undo", "redo", "go", "visit", "new", "back", "takeBack", "better"];

table.addEventListener("change", ({ detail: { jump, what } }) => {
  if (what === "open") opened();
  if (what === "problem") for (const part of [panel, players]) part.open();
  if (table.playing && TAKEN_OVER.includes(what)) table.pause();
  render(jump);
  if (jump || what === "go" || what === "problem") storeMoves();
  if (jump) sound.play(jump.back ? "back" : table.won ? "won" : "jump");
  if (jump && table.won) keepForGood();
  if (jump) announce(jump);
  else if (!["lift", "focus", "play"].includes(what)) announceStatus(what);
});

function render(jump = null) {
  if (!table.game) return;
  view.render(boardState(), jump);
  view.root.classList.toggle("won", table.won && !table.editing);
  view.root.classList.toggle("named", memory.settings.labels === "on");
  for (const part of [panel, editor, players, explorer, review]) part.render();
}

// The state to draw the board from. It decides which verdicts are visible.
function boardState() {
  const { code, editing, hand, hint, why } = table;
  const marked = table.isMarked && !editing;
  const verdicts = marked ? (table.known?.jumps ?? {}) : {};
  const from = hand.lifted ?? (marked ? hand.hovered : null);
  const shown = hand.targetsOf(from);
  const targets = new Map(shown.map((jump) => [jump.end, tone(table.verdictOf([jump]))]));
  for (const i of hand.shown.further) {
    const further = tone(table.verdictOf(hand.wayTo(i)));
    if (further !== "open" && !targets.has(i)) targets.set(i, further);
  }
  const numbers = editing ? null : numbersOf([...(marked ? shown : []), table.pointed].filter(Boolean));
  const glow = new Set(table.jumps.filter((jump) => verdicts[jump.text] === true).map((jump) => jump.start));
  const reason = why && !editing ? whyBoard(why, table.board, code) : null;
  const hinted = hint ? table.board.jumpNamed.get(hint.jump) : null;
  const arrow = editing ? null : (table.pointed ?? hinted ?? table.notice?.arrows ?? reason?.arrow);
  return {
    ...hand.shown,
    code,
    targets,
    goes: (i) => Boolean(editing) || hand.isTarget(i),
    glow,
    numbers,
    ...(reason ?? { weights: null }),
    block: editing ? null : (table.part?.holes ?? null),
    arrow,
    spoken: holesIn(statusWords(table), table.board),
    editing,
    words: (i) => holeWords(table, i),
  };
}

// The values of jumps, shown at their targets.
function numbersOf(jumps) {
  const { values } = table;
  const known = jumps.filter(({ text }) => values.has(text));
  return new Map(known.map(({ end, text }) => [end, values.get(text)]));
}

const tone = (verdict) => (verdict === true ? "win" : verdict === false ? "dead" : "open");

function opened() {
  view.setBoard(table.board);
  panel.open();
  players.open();
  showPlace({ kind: "board", board: table.board.spec, ...opening.place }, visiting || opening.same);
}

function applySettings() {
  document.documentElement.dataset.theme = memory.settings.theme;
  document.documentElement.dataset.motion = memory.settings.motion;
  if (table.game) table.refresh();
}

memory.follow((part) => part === "settings" && applySettings());

// Read out the status when it changes without a jump, but never the same text twice in a row.
let lastSpoken = "";
function announceStatus(what) {
  const now = statusWords(table);
  if (now === lastSpoken && !["go", "open"].includes(what)) return;
  lastSpoken = now;
  if (now) view.say(now);
}

// Read out a jump, with its verdict if that arrives soon.
function announce(jump) {
  const { code } = table.game;
  const say = () => {
    if (table.game.code === code) view.say(jumpWords(table, jump));
  };
  const help = memory.settings.help;
  if (help === "off" || table.known || !table.advisor.ready) say();
  else setTimeout(say, 250);
}

function complain(text) {
  if (background.kind === "home") complainIn(element("front"), text);
  else table.notify(text, "bad");
}

// -- actions --------------------------------------------------------------------------------------

// Actions by the names of their buttons.
const ACTIONS = {
  undo: () => table.undo(),
  redo: () => table.redo(),
  go: (at) => table.go(at),
  visit: (node) => table.visit(node),
  show: () => table.show(),
  again: () => table.again(),
  hint: () => table.askHint(),
  solve: () => {
    if (table.playing) return table.pause();
    return watch(table.solve());
  },
  new: () => table.go(0),
  why: () => table.explain(),
  reason: () => {
    table.why.at = (table.why.at + 1) % table.why.reasons.length;
    table.why.weights = null;
    render();
  },
  weights: (weights) => {
    if (!table.why) return;
    table.why.weights = weights;
    render();
  },
  line: () => {
    table.layAhead(table.why.best.jumps);
    table.play();
  },
  bring: () => watch(table.bring()),
  back: () => table.goBack(),
  takeBack: () => table.goBack(),
  better: () => table.showBetter(),
  hide: () => table.show(),
  close: () => panel.close() || table.hand.letGo(),
  play: () => table.playOrPause(),
  finish: (finish) => {
    const { board, problem, game } = table;
    const { jumps, at, shown } = game;
    const moves = movesIn({ board, jumps: jumps.slice(0, at), at });
    return open({ board: board.spec, start: problem.start, finish, ...moves, shown, same: true });
  },
  replay: () => {
    const { board, problem, day } = table;
    const { start, finish } = problem;
    return open({ board: board.spec, start, finish, day, id: gamePlace.id, same: true, replay: true });
  },
  share: () => share(),
  build: () => table.advisor.prepare(true),
  stop: () => table.advisor.stop(),
  longer: () => watch(table.solve(true)),
  review: () => review.open(),
  closeReview: () => review.hide(),
  byBlocks: () => table.construct(),
  nextBlock: () => table.part && table.go(table.part.end),
  shortest: () => replayShortest(),
  shorter: () => replayShortest(),
  next: async () => {
    const { board, problem } = table;
    const entry = nextPuzzle(await provider.puzzles(), board.spec, problem.start, problem.finish);
    if (entry) await open({ ...configOf(entry), id: idOf(entry) });
    else await picker.show(table.board.spec, "puzzles");
  },
};

// Play the jumps that were laid ahead, if there are any.
async function watch(answer) {
  if (await answer) table.play();
}

function replayShortest() {
  const { board, problem } = table;
  const { start, finish, shortest: moves } = problem;
  return open({ board: board.spec, start, finish, moves, at: 0 }, { play: true });
}

function act(name, value) {
  if (table.playing && STEPS.includes(name)) table.pause();
  return run(ACTIONS[name], value);
}

async function run(action, value) {
  try {
    await action(value);
  } catch (error) {
    complain(error.message);
  }
}

let opening = {}; // the place of the game that is being opened, and whether it continues the current game

async function open(config, { play = false } = {}) {
  table.pause();
  const { day, id, same } = config;
  opening = { place: { day: day && dayKey(day), id }, same };
  await table.open(config);
  if (play) table.play();
}

// -- places ---------------------------------------------------------------------------------------

// The address of a place. The address of a game includes its moves.
function addressOf(place, { start: beginning = false } = {}) {
  const { problem } = table;
  const kind = place.day ? "daily" : place.id ? "puzzle" : place.kind;
  if (!["daily", "puzzle", "board"].includes(kind)) return writePlace(place);
  const whole = { ...place, kind, start: problem.start, finish: problem.finish };
  return writePlace(beginning ? whole : { ...whole, ...movesIn(table.game) });
}

// Show the front page or the game.
function showFront(front) {
  element("front").hidden = !front;
  document.querySelector("main").hidden = front;
  document.body.dataset.place = front ? "home" : "game";
  document.title = front ? "Peg solitaire" : `${titled(table.board.name)}: peg solitaire`;
}

// Lessons and the storm lie over a game or, if nothing is shown yet, over the front page.
function showBackground() {
  if (current) return;
  home.show();
  showFront(true);
}

// Show a place that was reached, and set its address.
function showPlace(place, again = visiting) {
  if (place.kind === "board") gamePlace = place;
  if (place.kind === "home" || place.kind === "board") background = place;
  current = place;
  if (place.kind === "home") home.show();
  showFront(background.kind === "home");
  element("front").querySelector(".bad")?.remove();
  if (again) router.stay(addressOf(place));
  else router.go(addressOf(place));
  element("front").scrollTop = 0;
  const dialog = { learn: "lessons", storm: "storm-run", set: "class-set" }[place.kind];
  document.querySelectorAll("dialog[open]").forEach((other) => other.id === dialog || other.close());
}

function storeMoves() {
  if (current === gamePlace) router.moved(addressOf(current));
  const { game, board, title, won } = table;
  if (!game.jumps.length) return;
  const pegsLeft = `${counted(count(game.code), "peg")} left`;
  const saved = { address: addressOf(gamePlace), shown: game.shown, seen: game.seen, board: board.plain };
  memory.keepGame({ ...saved, code: String(game.code), title, said: pegsLeft, over: won });
}

const go = (place) => VISITS[place.kind](place);

// If the stored game has this address: the jumps of it that the page laid out, and whether it has
// shown a solution.
function shownHere() {
  const { game } = memory;
  return game?.address === location.hash ? { shown: game.shown, seen: Boolean(game.seen) } : {};
}

const VISITS = {
  home: () => showPlace(HOME),
  board: (place) => open({ ...place, ...shownHere() }),
  daily: async ({ day = dayKey(), ...config }) => {
    const date = dateOf(day);
    if (!date || day > dayKey()) throw new Error(`there is no puzzle of the day “${day.slice(0, 20)}” yet`);
    const entry = puzzleOfTheDay(await provider.puzzles(), date);
    if (!entry) throw new Error("this page has no puzzles of the day");
    const { game } = memory;
    const going = game && !game.over && !config.moves?.length && game.address.startsWith(`#daily/${day}/`);
    const saved = going ? { ...readPlace(game.address), shown: game.shown, seen: game.seen } : shownHere();
    await open({ ...config, ...configOf(entry), ...saved, day: date });
  },
  puzzle: async ({ id, ...config }) => {
    const { sets } = await provider.puzzles();
    const entry = puzzlesOf(sets).find((puzzle) => idOf(puzzle) === id);
    if (!entry) throw new Error(`unknown puzzle “${String(id).slice(0, 20)}”`);
    await open({ ...config, ...configOf(entry), id, ...shownHere() });
  },
  learn: async ({ lesson }) => {
    showBackground();
    const address = (name) => (name === null ? leave("learn") : showPlace({ kind: "learn", lesson: name }));
    await showLessons({ provider, memory, sound, motion: view.motion, address, name: lesson });
  },
  storm: async ({ mode }) => {
    showBackground();
    await showStorm({ provider, memory, open, sound, mode, leave: () => leave("storm") });
    showPlace({ kind: "storm", mode });
  },
  set: async (place) => {
    showBackground();
    const address = () => addressFor(provider, place);
    await showClass({ provider, memory, ids: place.ids, address, leave: () => leave("set") });
    showPlace(place);
  },
};

// A dialog with its own address was closed: go back to what is behind it.
function leave(kind) {
  if (current.kind !== kind) return;
  showPlace(background, false);
}

// Explain the rule to new players.
function welcome() {
  if (table.game.jumps.length) return;
  const text =
    "A peg jumps over a neighbour into an empty hole, and the neighbour is taken away. Try it: leave one peg, in the middle.";
  table.notice = { text, arrows: table.jumps };
  table.changed();
}

// Go to the place in the address.
async function visit() {
  visiting = true;
  try {
    const wanted = readPlace(location.hash);
    const place = wanted ?? (memory.isNew ? FIRST : HOME);
    if (gamePlace && location.hash === addressOf(gamePlace)) showPlace(gamePlace);
    else await go(place);
    if (!wanted && place === FIRST) welcome();
  } catch (error) {
    if (current) router.stay(addressOf(current));
    else await go(memory.isNew ? FIRST : HOME);
    complain(`This link cannot be opened: ${error.message}`);
  }
  visiting = false;
}

// -- pointers and keys ----------------------------------------------------------------------------

table.hand.follow(view, (event) => plays(event, table));
listenToKeys(table, act);

// The wheel steps through the game.
let turned = 0;
element("stage").addEventListener(
  "wheel",
  (event) => {
    if (!table.game || event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < NOTCH) return;
    act(turned > 0 ? "redo" : "undo");
    turned = 0;
  },
  { passive: false },
);

// -- dialogs --------------------------------------------------------------------------------------

const OPENERS = {
  picker: () => picker.show(table.game ? table.board.spec : FIRST.board),
  lessons: () => go({ kind: "learn" }),
  editor: () => (table.editing ? table.stopEditing() : table.edit()),
  share: () => share(),
  settings: () => showSettings(memory, applySettings),
  help: () => showHelp(),
};
const menu = element("open-menu");
const openMenu = (open) => menu.setAttribute("aria-expanded", String(open));
const isMenuOpen = () => menu.getAttribute("aria-expanded") === "true";
menu.addEventListener("click", () => openMenu(!isMenuOpen()));
addEventListener("click", ({ target }) => target.closest("#open-menu") || openMenu(false));
addEventListener("keydown", ({ key }) => key === "Escape" && openMenu(false));
// Playback pauses when a dialog opens, and the player may resume it afterwards.
for (const [name, opener] of Object.entries(OPENERS))
  element(`open-${name}`).addEventListener("click", () => {
    table.pause();
    run(opener);
  });
element("look-back").addEventListener("click", () => act("review"));

// A link to what is on the board: the game, or the edited position.
function shareLink() {
  router.flush();
  if (!table.editing) return location.hash;
  const start = table.board.startText(table.editing.code);
  return writePlace({ kind: "board", board: table.board.spec, start, finish: "any" });
}

// The second link leads to the start of the game, without its moves.
const share = () => showSharing(table, shareLink(), addressOf(gamePlace, { start: true }));

// What lies over the game, topmost first. Sheets do so only on small screens.
const topmost = () => document.querySelector("dialog[open]:not(#lessons, #storm-run, #class-set)");
const editsOver = () => table.editing && isOver(element("editor"));

function closeTopmost() {
  if (topmost()) topmost().close();
  else if (isMenuOpen()) openMenu(false);
  else if (editsOver()) table.stopEditing();
  else panel.close();
}

const router = new Router({
  visit,
  isOpen: () => Boolean(topmost() || isMenuOpen() || editsOver() || panel.covers),
  close: closeTopmost,
});
applySettings();
await visit();
router.settle();
if (complaint) complain(complaint);
document.documentElement.dataset.ready = "yes";
learnWords(provider).then(
  () => render(),
  () => {},
); // without the words nothing is explained
(globalThis.requestIdleCallback ?? setTimeout)(() => keepPage(newVersion));

// Offer to load a newer version of the page.
function newVersion(begin) {
  element("news").replaceChildren("There is a new version of this page. ", button("Reload", begin));
  element("news").hidden = false;
}
