// What a change of the state does outside of it: it is stored, set as the address, played as a sound
// and read out. Nothing else of the page does this for the game.

import { keepForGood } from "./memory.js";
import { skillOf } from "./rating.js";
import { movesIn } from "./router.js";
import { count } from "./rules.js";
import { counted, say } from "./say.js";
import { jumpWords, statusWords } from "./words.js";

const PATIENCE = 250; // milliseconds that a jump waits to be read out, for its verdict

// The intents after which the status is not read out, and those after which it always is.
const SILENT = new Set(["lifted", "focused", "played", "stopped", "kept", "judged"]);
const ALOUD = new Set(["opened", "went", "visited", "constructed"]);

// `places.reached(request)` shows the place of a game that was opened. `places.address(game)` returns the
// address of a game, by default the one on the board, and `places.beginning()` that of its start. `speak`
// reads a text out.
export function addEffects(store, { memory, sound, router, places, speak }) {
  const hasMoved = (state, before) => state.lastMove !== null && state.lastMove !== before.lastMove;

  // Store a solved game, and the result of a rated puzzle. Only the first result changes the
  // player's rating.
  store.after((state, before) => {
    if (!state.game) return;
    const { game, daily, recordKey, bits, result } = state;
    if (result !== null) {
      const skill = skillOf(memory.results.values());
      const isFirst = memory.keepResult(recordKey, bits, result);
      const rise = isFirst ? { before: skill, after: skillOf(memory.results.values()) } : state.rise;
      store.send({ type: "judged", rise });
    }
    if (state.seen && !before.seen) memory.keep("solutions", recordKey, "help");
    if (!hasMoved(state, before) || state.lastMove.back || !state.won) return;
    keepForGood();
    const own = !state.helped;
    memory.keep("solutions", recordKey, `${own ? "own" : "help"} ${movesIn(game).moves.join()}`);
    const record = own && memory.keep("records", recordKey, game.movesMade);
    if (own && daily) memory.keep("days", daily, game.movesMade);
    store.send({ type: "kept", record, days: new Map(memory.days) });
    if (!memory.keeps) store.send({ type: "noticed", notice: { text: say("records.notKept"), tone: "quiet" } });
  });

  // Set the address, which names what is on the board, and store the player's game to continue it later.
  store.after((state, before, { type, request }) => {
    if (type === "opened") return places.reached(request);
    if (!state.game || (state.game === before.game && type !== "posed")) return undefined;
    if (type !== "laid" && places.isHere()) router().moved(places.address());
    const { board, won, stuck, seen } = state;
    const title = state.title || state.boardName;
    const { own } = state.game;
    if (!own.jumps.length) return undefined;
    const over = own === state.game && (won || stuck);
    const shown = { title, said: counted(count(own.code), "pegLeft"), board: board.plain, over, seen };
    const more = { address: places.address(own), code: String(own.code), shown: own.shown };
    return memory.keepGame(places.beginning(), { ...shown, ...more });
  });

  store.after((state, before) => {
    if (hasMoved(state, before)) sound.play(state.lastMove.back ? "back" : state.won ? "won" : "jump");
  });

  // Read out a jump, with its verdict if that arrives soon, or else the status when it changes, but
  // never the same text twice in a row.
  let last = "";
  store.after((state, before, { type }) => {
    if (!state.game) return;
    if (hasMoved(state, before)) {
      const tell = () => store.state.game === state.game && speak(jumpWords(store.state, state.lastMove));
      const { settings, known, knowledge } = state;
      if (settings.help === "off" || known || !knowledge.ready) tell();
      else setTimeout(tell, PATIENCE);
      return;
    }
    if (SILENT.has(type)) return;
    const now = statusWords(store.state);
    if (now === last && !ALOUD.has(type)) return;
    last = now;
    if (now) speak(now);
  });
}
