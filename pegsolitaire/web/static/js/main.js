// Puts the page together: provider, store, board, panel, dialogs, places and keys.

import { BoardView, tone } from "./board-view.js";
import { Controller } from "./controller.js";
import { addEffects } from "./effects.js";
import { button, complainIn, element, isOver, openDialogs, Sound } from "./elements.js";
import { configOf, dateOf, dayKey, idOf, nextPuzzle, puzzleOfTheDay, puzzlesOf } from "./gallery.js";
import { listenToKeys, plays } from "./hand.js";
import { Home } from "./home.js";
import { Memory, recalled } from "./memory.js";
import { Panel, whyBoard } from "./panel.js";
import { chooseProvider, keepPage } from "./provider.js";
import { movesIn, nameOf, readPlace, Router, withoutList, writePlace } from "./router.js";
import { readMoves } from "./rules.js";
import { fillWords, LANGUAGES, languageHere, loadWords, say } from "./say.js";
import { State } from "./state.js";
import { Store } from "./store.js";
import { boardTitle, holeWords } from "./words.js";

const speaks = await loadWords(languageHere());
fillWords(document);

const HOME = { kind: "home" };
// The dialogs that are places: the id of each, and the function that shows it.
const showList = async () => (await import("./puzzles.js")).showList;
/** @type {Record<string, [string, () => Promise<any>]>} */
const DIALOGS = {
  learn: ["lessons", async () => (await import("./lesson.js")).showLessons],
  storm: ["storm-run", async () => (await import("./storm.js")).showStorm],
  calendar: ["calendar", async () => (await import("./puzzles.js")).showCalendar],
  set: ["class-set", showList],
  ladder: ["class-set", showList],
  missed: ["class-set", showList],
  teach: ["teaching", async () => (await import("./teach.js")).showTeach],
  two: ["two-run", async () => (await import("./two.js")).showTwo],
};
// The parts of the page that are loaded when the state first needs them.
/** @type {[() => Promise<any>, (state: State) => boolean][]} */
const LATER = [
  [async () => (await import("./position-editor.js")).Editor, ({ editing }) => editing !== null],
  [async () => (await import("./players.js")).Players, () => element("players").open],
  [async () => (await import("./explorer.js")).Explorer, () => element("explorer").open],
  [async () => (await import("./review.js")).Review, ({ review }) => review !== null],
];
const MINUTE = 60_000; // milliseconds
const NOTCH = 50; // pixels of scrolling per step
const FIRST = { kind: "board", board: "english", start: "d4", finish: "d4" };

let complaint = speaks ? null : say("page.noLanguage", { language: LANGUAGES[languageHere()] }); // what went wrong before there was a game to show it beside
const memory = new Memory((text) => {
  complaint = text;
});
const provider = chooseProvider();
const settingsNow = () => ({ settings: { ...memory.settings }, days: new Map(memory.days) });
const beginning = new State({ ...settingsNow(), constructs: "construction" in provider });
const store = new Store(beginning, (error) => {
  console.error(error);
  element("status").textContent = say("page.drawFailed", error);
});
const controller = new Controller(provider, store, (...problem) => recalled(memory, ...problem));
const view = new BoardView(
  element("board"),
  () => memory.settings.motion === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches,
);
const panel = new Panel(controller, act, async (box) => (await glossary()).markWords(box));
const parts = [panel, ...LATER.map((part) => later(...part))];
const sound = new Sound(memory);
const home = new Home(provider, memory, () => run(() => showPicker(FIRST.board)));
let current = null; // the place that is shown
let background = HOME; // the front page or game behind an open lesson or storm
let gamePlace = null; // the place of the game that was opened last
let visiting = false; // whether the address already names the place

// -- parts that are loaded when they are first used -----------------------------------------------

// A module, or an error that a player understands.
const module = (loading) =>
  loading.catch((error) => {
    console.warn(error);
    throw new Error(say("page.notLoaded"));
  });

// If a part cannot be loaded, it is tried again when the state needs it again.
function later(load, isNeeded) {
  let [part, tried] = [null, false];
  const begin = async () => {
    part = new (await module(load()))(controller, open);
    store.redraw();
  };
  return {
    render(state) {
      if (part) part.render(state);
      else if (!isNeeded(state)) tried = false;
      else if (!tried) {
        tried = true;
        run(begin);
      }
    },
  };
}

const dialogs = () => module(import("./dialogs.js"));
const lists = () => module(import("./lists.js"));

async function glossary() {
  const words = await module(import("./glossary.js"));
  await words.learnWords(provider);
  return words;
}

let picker = null;

async function showPicker(...what) {
  const { Picker } = await module(import("./picker.js"));
  const begin = (...game) => run(open, ...game);
  picker ??= new Picker(provider, memory, { open, begin, go: (place) => run(go, place) });
  await picker.show(...what);
}

// -- drawing --------------------------------------------------------------------------------------

let drawn = 0; // the number of the game that is drawn

store.show((state, moves) => {
  if (!state.game) return;
  if (state.opened !== drawn) view.setBoard(state.board);
  drawn = state.opened;
  for (const part of parts) part.render(state);
  view.render(boardState(state), moves);
  view.root.classList.toggle("won", state.won && !state.editing);
});

// What the board shows. It decides which verdicts are visible.
function boardState(state) {
  const { board, code, editing, hint, why, notice, pointed, isMarked, selection } = state;
  const { hand } = controller;
  const marked = isMarked && !editing;
  const verdicts = marked ? (state.known?.jumps ?? {}) : {};
  const jumps = state.jumpsOf(selection.lifted ?? (marked ? selection.hovered : null));
  const targets = new Map(jumps.map((jump) => [jump.end, tone(state.verdictOf([jump]))]));
  const { further } = hand.shown;
  for (const i of further) {
    const beyond = tone(state.verdictOf(hand.wayTo(i)));
    if (beyond !== "open" && !targets.has(i)) targets.set(i, beyond);
  }
  const numbers = editing ? null : numbersOf(state, [...(marked ? jumps : []), pointed].filter(Boolean));
  const glow = new Set(state.jumps.filter((jump) => verdicts[jump.text] === true).map((jump) => jump.start));
  const reason = why && !editing ? whyBoard(why, board, code) : null;
  const hinted = hint ? board.jumpNamed.get(hint.jump) : null;
  const arrow = editing ? null : (pointed ?? hinted ?? notice?.arrows ?? reason?.arrow);
  const goal = editing ? -1 : state.goal;
  return {
    ...hand.shown,
    code,
    targets,
    goes: (i) => Boolean(editing) || hand.isTarget(i),
    glow,
    numbers,
    ...(reason ?? { weights: null }),
    block: editing ? null : (state.part?.holes ?? null),
    goal,
    arrow,
    editing,
    words: (i) => holeWords({ board, code, hand, goal }, i),
  };
}

function numbersOf({ values }, jumps) {
  const known = jumps.filter(({ text }) => values.has(text));
  return new Map(known.map(({ end, text }) => [end, values.get(text)]));
}

addEffects(store, {
  memory,
  sound,
  router: () => router,
  speak: (text) => view.say(text),
  places: {
    reached: ({ place, same }) =>
      showPlace({ kind: "board", board: store.state.board.spec, ...place }, visiting || same),
    address: (game) => addressOf(gamePlace, game),
    beginning: () => withoutList(addressOf(gamePlace, null)),
    isHere: () => current === gamePlace,
  },
});

function applySettings() {
  const { theme, motion, labels } = memory.settings;
  Object.assign(document.documentElement.dataset, { theme, motion, labels });
  store.send({ type: "set", ...settingsNow() });
}

memory.follow((part) => ["settings", "days"].includes(part) && applySettings());

// Show an error where the player looks: in the open dialog, on the front page, or beside the game.
function complain(text) {
  const [dialog] = openDialogs();
  if (dialog || background.kind === "home") complainIn(dialog ?? element("front"), text);
  else controller.notify(text, "bad");
}

// -- actions --------------------------------------------------------------------------------------

// Actions by the names of their buttons. Those of the menu are the last ones.
const ACTIONS = {
  undo: () => controller.send("undone"),
  redo: () => controller.send("redone"),
  go: (at) => controller.send("went", { at }),
  visit: (node) => controller.send("visited", { node }),
  show: () => controller.send("shown"),
  again: () => controller.again(),
  hint: () => controller.askHint(),
  solve: () => (store.state.playing ? controller.send("stopped") : watch(controller.solve())),
  new: () => controller.send("went", { at: 0 }),
  why: () => controller.explain(),
  reason: () => controller.send("nextReason"),
  weights: (shown) => controller.send("weighed", shown),
  line: () => {
    controller.send("laid", { jumps: store.state.bestLine });
    controller.send("played");
  },
  bring: () => watch(controller.bring()),
  back: () => controller.goBack(),
  hide: () => controller.send("shown"),
  close: () => panel.close() || controller.hand.letGo(),
  play: () => controller.send(store.state.playing ? "stopped" : "played"),
  finish: (finish) => {
    const { config, game } = store.state;
    const { board, jumps, at, shown } = game;
    const moves = movesIn({ board, jumps: jumps.slice(0, at), at });
    return open({ ...config, finish, ...moves, shown, same: true });
  },
  replay: () => {
    const { id, list } = gamePlace;
    return open({ ...store.state.config, day: store.state.day, id, list, same: true, replay: true });
  },
  build: () => controller.advisor.prepare(true),
  stop: () => controller.advisor.stop(),
  longer: () => watch(controller.solve(true)),
  review: () => controller.review(),
  closeReview: () => controller.send("reviewed", { review: null }),
  byBlocks: () => controller.construct(),
  nextBlock: () => store.state.part && controller.send("went", { at: store.state.part.end }),
  shortest: () => replayShortest(),
  shorter: () => replayShortest(),
  list: () => go(readPlace(store.state.list.address)),
  today: () => go({ kind: "daily" }),
  next: async () => {
    const { board, problem, list } = store.state;
    if (list) return go(readPlace(list.next));
    const entry = nextPuzzle(await provider.puzzles(), board.spec, problem.start, problem.finish);
    if (entry) return open({ ...configOf(entry), id: idOf(entry) });
    return showPicker(board.spec, "puzzles");
  },
  picker: () => showPicker(store.state.game ? store.state.board.spec : FIRST.board),
  lessons: () => go({ kind: "learn" }),
  two: () => go({ kind: "two" }),
  editor: () => controller.send(store.state.editing ? "finished" : "edited"),
  share: () => share(),
  settings: async () => (await dialogs()).showSettings(memory, applySettings),
  help: () => showHelp(),
};

// Play the jumps that were laid ahead, if there are any.
async function watch(answer) {
  if (await answer) controller.send("played");
}

// Play a solution with the fewest moves known, in this game: the address stays that of the puzzle.
function replayShortest() {
  const { board, game, problem } = store.state;
  const jumps = readMoves(board, game.start, problem.shortest).map(({ text }) => text);
  controller.send("went", { at: 0 });
  controller.send("laid", { jumps, solves: true });
  controller.send("played");
}

// The buttons that stop the playback of a solution.
const STEPS = ["undo", "redo", "go", "visit", "new", "back"];

// Actions that count as help. They lower the rating of a player who solves a rated puzzle.
const HELP = ["hint", "show", "solve", "longer", "shortest", "shorter", "byBlocks"];

function act(name, value) {
  if (HELP.includes(name) && store.state.mustTellCost) return controller.send("costTold");
  if (STEPS.includes(name)) controller.send("stopped");
  return run(ACTIONS[name], value);
}

async function run(action, ...values) {
  try {
    await action(...values);
  } catch (error) {
    complain(error.message);
  }
}

// `same` continues the current game, in the same entry of the history.
async function open(config, { play = false } = {}) {
  controller.send("stopped");
  const { day, id, list } = config;
  // Another game on somebody's own board keeps its name.
  const name = nameOf(config.board, config.name ?? (config.board === gamePlace?.board ? gamePlace.name : ""));
  const place = { day: day && dayKey(day), id, list, name };
  const standing = list && (await (await lists()).standing(place, provider));
  await controller.open({ ...config, name, standing, place });
  if (play) controller.send("played");
}

// -- places ---------------------------------------------------------------------------------------

// The address of a place. The address of a game includes its moves; without a game it is that of its start.
function addressOf(place, game = store.state.game) {
  const { problem } = store.state;
  const kind = place.day ? "daily" : place.id ? "puzzle" : place.kind;
  if (!["daily", "puzzle", "board"].includes(kind)) return writePlace(place);
  const whole = { ...place, kind, start: problem.start, finish: problem.finish };
  return writePlace(game ? { ...whole, ...movesIn(game) } : whole);
}

function showFront(front) {
  element("front").hidden = !front;
  document.querySelector("main").hidden = front;
  document.body.dataset.place = front ? "home" : "game";
  document.title = front ? say("page.title") : say("page.gameTitle", { board: boardTitle(store.state) });
}

// Show a place that was reached, and set its address.
function showPlace(place, again = visiting) {
  if (place.kind === "board") gamePlace = place;
  if (place.kind === "home" || place.kind === "board") background = place;
  current = place;
  if (place.kind === "home") home.show();
  showFront(background.kind === "home");
  element("front").querySelector(".bad")?.remove();
  element("front").scrollTop = 0;
  if (again) router.stay(addressOf(place));
  else router.go(addressOf(place));
  const [dialog] = DIALOGS[place.kind] ?? [];
  openDialogs().forEach((other) => other.id === dialog || other.close());
}

const go = async (place) => (VISITS[place.kind] ?? showDialog)(place);

// What is stored of a game that was begun here: the jumps of it that the page laid out, and whether it
// has shown a solution. A puzzle whose address has no moves goes on where it was left, unless it is
// over.
function stored(place) {
  const address = withoutList(writePlace(place));
  const isPuzzle = place.kind !== "board" && !place.moves?.length;
  const game = memory.games.find(({ address: other, over }) => {
    const here = withoutList(other);
    return here === address || (isPuzzle && !over && here.startsWith(`${address}/`));
  });
  if (!game) return {};
  const { moves, at } = readPlace(game.address);
  return { moves, at, shown: game.shown, seen: Boolean(game.seen) };
}

// Show a dialog with an address, over a game or, if nothing is shown yet, over the front page.
async function showDialog(place) {
  if (!current) {
    home.show();
    showFront(true);
  }
  const { kind } = place;
  const [, load] = DIALOGS[kind];
  const show = await module(load());
  const went = (to, again) => showPlace({ kind, ...to }, again);
  await show({ provider, memory, sound, motion: view.motion, place, go: (to) => run(go, to), went });
  if (!["learn", "two"].includes(kind)) showPlace(place); // these have called `went`
}

// When such a dialog is closed, go back to what is behind it.
for (const [kind, [id]] of Object.entries(DIALOGS))
  element(id).addEventListener("close", () => current.kind === kind && showPlace(background, false));

const VISITS = {
  home: () => showPlace(HOME),
  board: (place) => open({ ...place, ...stored(place) }),
  daily: async ({ kind, day = dayKey(), ...config }) => {
    const date = dateOf(day);
    if (!date || day > dayKey()) throw new Error(say("link.noDaily", { day: day.slice(0, 20) }));
    const entry = puzzleOfTheDay(await provider.puzzles(), date);
    if (!entry) throw new Error(say("link.noDailies"));
    await open({ ...config, ...configOf(entry), ...stored({ kind, day, ...config }), day: date });
  },
  puzzle: async ({ kind, id, ...config }) => {
    const { sets } = await provider.puzzles();
    const isIt = (puzzle) => idOf(puzzle) === id;
    const entry = puzzlesOf(sets).find(isIt) ?? (await (await lists()).stormPuzzles(provider)).find(isIt);
    if (!entry) throw new Error(say("link.noPuzzle", { id: String(id).slice(0, 20) }));
    await open({ ...config, ...configOf(entry), ...stored({ kind, id, ...config }), id });
  },
};

// Every minute: what counts the time until midnight is drawn again. At midnight the front page, and a
// daily puzzle in which no jump was made, change to the new day. A daily that was begun stays.
let today = dayKey();
let clock = null;

function tick() {
  clearTimeout(clock);
  clock = setTimeout(tick, MINUTE - (Date.now() % MINUTE));
  const isNewDay = today !== dayKey();
  const isDaily = current === gamePlace && store.state.daily === today;
  today = dayKey();
  if (!element("front").hidden) home.show(isNewDay);
  else if (isNewDay && isDaily) leaveDaily();
  store.redraw();
}

function leaveDaily() {
  const { game, won } = store.state;
  const notice = { text: say("notice.newDay"), tone: "quiet", action: "today" };
  if (!game.jumps.length) run(ACTIONS.today);
  else if (!won) controller.send("noticed", { notice });
}

function welcome() {
  const { game, jumps: arrows } = store.state;
  if (game.jumps.length) return;
  controller.send("noticed", { notice: { text: say("notice.welcome"), arrows } });
}

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
    complain(say("link.cannotOpen", error));
  }
  visiting = false;
}

controller.hand.follow(view, (event) => plays(event, store.state));
listenToKeys(controller, act);

// The wheel steps through the game.
let turned = 0;
element("stage").addEventListener(
  "wheel",
  (event) => {
    if (!store.state.game || event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < NOTCH) return;
    act(turned > 0 ? "redo" : "undo");
    turned = 0;
  },
  { passive: false },
);

// -- dialogs --------------------------------------------------------------------------------------

const menu = element("open-menu");
const openMenu = (open) => menu.setAttribute("aria-expanded", String(open));
const isMenuOpen = () => menu.getAttribute("aria-expanded") === "true";
menu.addEventListener("click", () => openMenu(!isMenuOpen()));
addEventListener("click", ({ target }) => menu.contains(/** @type {Node} */ (target)) || openMenu(false));
addEventListener("keydown", ({ key }) => key === "Escape" && openMenu(false));
// A link beside the game closes what lies over it, and the history has to follow before another place
// comes. Other clicks, such as those that open a tab, are left alone.
addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("h1 a, #list a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  run(go, readPlace(link.getAttribute("href")));
});
// Playback pauses when a dialog opens, and the player may resume it afterwards.
for (const opener of document.querySelectorAll("#menu button"))
  opener.addEventListener("click", () => {
    controller.send("stopped");
    act(opener.id.replace("open-", ""));
  });
element("look-back").addEventListener("click", () => act("review"));

// A link to what is on the board: the game, or the edited position.
function shareLink() {
  router.flush();
  const { board, code, editing } = store.state;
  if (!editing) return withoutList(location.hash);
  return writePlace({ kind: "board", board: board.spec, start: board.startText(code), finish: "any" });
}

// The second link leads to the start of the game, without its moves.
async function share() {
  const { showSharing } = await dialogs();
  await showSharing(controller, shareLink(), withoutList(addressOf(gamePlace, null)));
}

async function showHelp() {
  const [{ showHelp: show }] = await Promise.all([dialogs(), glossary()]);
  show();
}

// What lies over the game, topmost first. Sheets do so only on small screens.
const topmost = () => openDialogs().find(({ id }) => Object.values(DIALOGS).every(([place]) => place !== id));
const editsOver = () => store.state.editing && isOver(element("editor"));

function closeTopmost() {
  if (topmost()) topmost().close();
  else if (isMenuOpen()) openMenu(false);
  else if (editsOver()) controller.send("finished");
  else panel.close();
}

const router = new Router({
  visit,
  isOpen: () => Boolean(topmost() || isMenuOpen() || editsOver() || panel.covers),
  close: closeTopmost,
});
applySettings();
await visit();
tick();
document.addEventListener("visibilitychange", () => document.hidden || tick());
router.settle();
if (complaint) complain(complaint);
document.documentElement.dataset.ready = "yes";
(globalThis.requestIdleCallback ?? setTimeout)(() => keepPage(newVersion));

// Offer to load a newer version of the page.
function newVersion(begin) {
  element("news").replaceChildren(say("page.newVersion"), button(say("page.reload"), begin));
  element("news").hidden = false;
}
