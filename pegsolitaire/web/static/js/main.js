// Puts the page together: provider, table, board, panel, dialogs, keys and the address.

import { Back } from "./back.js";
import { BoardView } from "./board-view.js";
import { showCalendar } from "./calendar.js";
import { showHelp, showSettings } from "./dialogs.js";
import { Editor } from "./editor.js";
import { Explorer } from "./explorer.js";
import { learnWords } from "./glossary.js";
import { listenToKeys, plays } from "./keys.js";
import { readLink, writeLink } from "./link.js";
import { showLessons } from "./lesson-view.js";
import { Memory } from "./memory.js";
import { Panel } from "./panel.js";
import { Picker } from "./picker.js";
import { Playback } from "./playback.js";
import { Players } from "./players.js";
import { chooseProvider } from "./provider.js";
import { nextPuzzle } from "./puzzles.js";
import { Review } from "./review.js";
import { showSharing } from "./sharing.js";
import { Sound } from "./sound.js";
import { showStorm } from "./storm-view.js";
import { Table } from "./table.js";
import { asideWords, holeWords, jumpWords, titled, verdictWords } from "./words.js";

const element = (id) => document.getElementById(id);
const FIRST = { board: "english", start: "d4" };

let complaint = null; // of what was wrong before there was a game to say it beside
const memory = new Memory((text) => {
  complaint = text;
});
const provider = await chooseProvider();
const table = new Table(provider, memory);
const view = new BoardView(element("board"));
const playback = new Playback(table, () => render());
const panel = new Panel(table, playback, act);
const players = new Players(table, playback, provider);
const explorer = new Explorer(table, (jump) => {
  if (table.pointed === jump) return;
  table.pointed = jump;
  view.render(boardState());
});
const review = new Review(table, () => render());
const editor = new Editor(table, (words) => open(words));
const sound = new Sound(memory);
const picker = new Picker(provider, memory, open, {
  calendar: async () => showCalendar(await provider.puzzles(), memory, open),
  storm: () => showStorm({ provider, memory, open, sound }),
});
let written = null; // the address as we last wrote it

// -- drawing ----------------------------------------------------------------------------------------

view.motion = () =>
  memory.settings.motion === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

// What a player does that stops the playing of a solution.
const TAKEN_OVER = ["jump", "lift", "undo", "go", "open", "edit"];

table.addEventListener("change", ({ detail: { jump, what } }) => {
  if (what === "open") opened();
  if (jump || what === "go" || what === "open") writeAddress();
  if (playback.playing && TAKEN_OVER.includes(what)) playback.pause();
  render(jump);
  if (jump) sound.play(jump.back ? "back" : table.won ? "won" : "jump");
  if (jump) announce(jump);
  else if (!["lift", "focus"].includes(what)) announceAside(what);
});

function render(jump = null) {
  if (!table.game) return;
  view.render(boardState(), jump);
  view.root.classList.toggle("named", memory.settings.labels === "on");
  // A reason in words names holes, those of pegs too.
  view.root.classList.toggle("naming", Boolean(table.why));
  panel.render();
  editor.render();
  players.render();
  explorer.render();
  review.render();
}

// The state that the board is drawn from; what may be seen of verdicts is decided here.
function boardState() {
  const { code, editing, hand, hint, why } = table;
  const help = table.shown ? "full" : memory.settings.help;
  const verdicts = help === "full" && !editing ? (table.known?.jumps ?? {}) : {};
  const from = hand.lifted ?? (help === "full" ? hand.hovered : null);
  const targets = new Map(
    hand.targetsOf(from).map((jump) => [jump.end, tone(verdicts[jump.text])]),
  );
  const glow = new Set(
    table.jumps.filter((jump) => verdicts[jump.text] === true).map((jump) => jump.start),
  );
  const reason = why?.reasons[why.at];
  const hinted = hint ? table.board.jumpNamed.get(hint.jump) : null;
  const arrow = editing ? null : (table.pointed ?? hinted);
  const weights = editing ? null : (reason?.weights ?? null);
  const region = editing || !reason?.region ? null : new Set(reason.region);
  return {
    ...hand.shown,
    code,
    targets,
    goes: (i) => Boolean(editing) || hand.isTarget(i),
    glow,
    weights,
    region,
    block: editing ? null : (table.part?.holes ?? null),
    arrow,
    editing,
    words: (i) => holeWords(table, i, { verdict: verdictWords(table, i) }),
  };
}

const tone = (verdict) => (verdict === true ? "win" : verdict === false ? "dead" : "open");

function opened() {
  view.setBoard(table.board, memory.settings.labels === "on");
  panel.open();
  players.open();
  explorer.open();
  document.title = `${titled(table.board.name)}: peg solitaire`;
}

function settled() {
  document.documentElement.dataset.theme = memory.settings.theme;
  if (table.game) table.settingsChanged();
}

// What is said beside the board, without a jump: once each time that it is something else.
let aside = "";
function announceAside(what) {
  const now = asideWords(table);
  if (now === aside && !["go", "open"].includes(what)) return;
  aside = now;
  if (now) element("live").textContent = now;
}

// What happened, for those who listen; with the verdict, if it comes soon.
function announce(jump) {
  const { code } = table.game;
  const say = () => {
    if (table.game.code === code) element("live").textContent = jumpWords(table, jump);
  };
  const help = memory.settings.help;
  if (help === "off" || table.known || !table.advisor.ready) say();
  else setTimeout(say, 250);
}

function complain(text) {
  table.notice = { text, tone: "bad" };
  table.changed();
}

// -- what the player asks for -----------------------------------------------------------------------

const ACTIONS = {
  undo: () => table.undo(),
  redo: () => table.redo(),
  hint: () => table.askHint(),
  solve: async () => {
    if (playback.playing) return playback.pause();
    if (await table.solve()) playback.play();
  },
  new: () => table.go(0),
  go: (at) => table.go(at),
  why: () => table.explain(),
  reason: () => {
    table.why.at = (table.why.at + 1) % table.why.reasons.length;
    render();
  },
  line: () => {
    table.layAhead(table.why.best.jumps);
    playback.play();
  },
  bring: async () => {
    if (await table.bring()) playback.play();
  },
  back: () => table.goBack(),
  show: () => table.show(),
  hide: () => table.show(),
  close: () => panel.close() || table.hand.letGo(),
  play: () => playback.toggle(),
  finish: (finish) =>
    open({
      board: table.board.spec,
      start: table.problem.start,
      finish,
      moves: made(),
      shown: table.game.shown,
    }),
  build: () => table.advisor.prepare(true),
  stop: () => table.advisor.stop(),
  longer: async () => {
    if (await table.solve(true)) playback.play();
  },
  review: () => review.open(),
  closeReview: () => review.hide(),
  purges: () => table.construct(),
  purge: () => table.part && table.go(table.part.end),
  shortest: () => replayShortest(),
  shorter: () => replayShortest(),
  next: async () => {
    const { sets } = await provider.puzzles();
    const puzzle = nextPuzzle(sets, table.board, table.problem.start, table.problem.finish);
    if (puzzle)
      await open({ board: table.board.spec, start: puzzle.start, finish: puzzle.finish });
    else await picker.show(table.board.spec, "puzzles");
  },
};

function replayShortest() {
  const { board, problem } = table;
  const { start, finish, shortest: moves } = problem;
  return open({ board: board.spec, start, finish, moves, at: 0 }, { play: true });
}

function act(name, value) {
  if (playback.playing && ["undo", "redo", "go", "new", "back"].includes(name)) playback.pause();
  return run(ACTIONS[name], value);
}

async function run(action, value) {
  try {
    await action(value);
  } catch (error) {
    complain(error.message);
  }
}

const made = () =>
  table.game.moves
    .filter((move) => move.first < table.game.at)
    .map((move) =>
      [
        move.jumps[0].start,
        ...move.jumps.slice(0, table.game.at - move.first).map((jump) => jump.end),
      ]
        .map((i) => table.board.names[i])
        .join("-"),
    );

async function open(words, { play = false } = {}) {
  playback.pause();
  await table.open(words);
  if (play) playback.play();
}

// -- the address ------------------------------------------------------------------------------------

function writeAddress() {
  const { board, problem, game } = table;
  written = writeLink({ board, start: problem.start, finish: problem.finish, game });
  history.replaceState(history.state, "", written);
}

// Lessons have the address while they are open: of one, or of the list.
async function learn(name) {
  const address = (open) => {
    if (open === null) return writeAddress();
    written = `#learn${open && `=${open}`}`;
    return history.replaceState(history.state, "", written);
  };
  await showLessons({ provider, memory, sound, motion: view.motion, address, name });
}

async function readAddress() {
  if (location.hash === written) return;
  try {
    const lesson = /^#learn(?:=(.*))?$/.exec(location.hash);
    if (lesson) {
      if (!table.game) await open(FIRST);
      return await learn(lesson[1]);
    }
    await open(readLink(location.hash) ?? FIRST);
  } catch (error) {
    const text = `This link cannot be opened: ${error.message}`;
    if (table.game) writeAddress();
    else await open(FIRST);
    complain(text);
  }
}

addEventListener("hashchange", readAddress);

// -- pointers and keys ------------------------------------------------------------------------------

table.hand.follow(view, (event) => plays(event, table, playback));
listenToKeys(table, playback, act);

// -- dialogs ----------------------------------------------------------------------------------------

element("open-picker").addEventListener("click", () => run(() => picker.show(table.board.spec)));
element("open-lessons").addEventListener("click", () => run(() => learn()));
element("look-back").addEventListener("click", () => act("review"));
element("open-editor").addEventListener("click", () =>
  table.editing ? table.stopEditing() : table.edit(),
);
// What plays goes on when the dialog is closed, if the player wants it to.
for (const id of ["open-picker", "open-lessons", "open-editor", "open-share", "open-settings", "open-help"])
  element(id).addEventListener("click", () => playback.pause());
element("open-share").addEventListener("click", () => run(() => showSharing(table, shareLink(), beginning())));
element("open-settings").addEventListener("click", () => showSettings(memory, settled));
element("open-help").addEventListener("click", showHelp);

// A link to what is on the board: a game, or a position that was edited.
function shareLink() {
  if (!table.editing) return location.href;
  const start = table.board.startText(table.editing.code);
  const game = { jumps: [], at: 0 };
  return new URL(writeLink({ board: table.board, start, finish: "any", game }), location.href)
    .href;
}

// A link to the start of the game, which gives nothing away.
function beginning() {
  const { board, problem } = table;
  const { start, finish } = problem;
  const link = writeLink({ board, start, finish, game: { jumps: [], at: 0 } });
  return new URL(link, location.href).href;
}

// What lies over the game, the topmost first; sheets do on small screens only.
const topmost = () => document.querySelector("dialog[open]");
const editsOver = () => table.editing && getComputedStyle(element("editor")).position === "fixed";

function closeTopmost() {
  if (topmost()) topmost().close();
  else if (editsOver()) table.stopEditing();
  else panel.close();
}

settled();
await readAddress();
new Back({
  isOpen: () => Boolean(topmost() || editsOver() || panel.covers),
  close: closeTopmost,
  address: () => written,
});
if (complaint) complain(complaint);
document.documentElement.dataset.ready = "yes";
learnWords(provider).then(() => render(), () => {}); // without them nothing is explained

