// What the player can do: sends intents to the store, asks the provider, and sends its answers.

import { Advisor } from "./advisor.js";
import { dailyName, dayKey, poses, puzzleOfTheDay, puzzlesOf } from "./gallery.js";
import { Hand } from "./hand.js";
import { Judge } from "./provider.js";
import { codeText, problemHere } from "./rules.js";
import { say } from "./say.js";
import { Store } from "./store.js";
import { gameOf } from "./verbs.js";
import { broughtText, countingText, lostText, verdictWords } from "./words.js";

// The intents after which there may be something new to ask.
const ASKS = new Set(
  "opened posed learned jumped undone redone went visited lifted shown laid constructed stopped set".split(" "),
);

export class Controller {
  #opening = 0; // counts the games that were asked for
  #timer = null; // of the playback
  #sampler = new Judge();

  // `recall(problem, request)` adds to a request how the browser has stored the game as solved.
  constructor(provider, store = new Store(), recall = (_, request) => request) {
    this.provider = provider;
    this.store = store;
    this.recall = recall;
    this.advisor = null;
    const send = (intent) => store.send(intent);
    const kinds = { lift: "lifted", focus: "focused" };
    this.hand = new Hand({
      jumps: () => (this.state.editing ? [] : this.state.jumps),
      jump: (jump, dragged, more) => send({ type: "jumped", jump, dragged, more }),
      sweeps: (i, path) => this.state.sweeps(i, path),
      pressed: (hole) => send({ type: "pressed", hole }),
      verdict: (i) => verdictWords(this.state, this.hand.wayTo(i)),
      keeper: {
        get: () => this.state.selection,
        select: (selection, what) => send({ type: kinds[what] ?? "selected", selection }),
      },
    });
    store.after((...change) => this.#after(...change));
  }

  get state() {
    return this.store.state;
  }

  // Send an intent to the store.
  send(type, more = {}) {
    this.store.send({ type, ...more });
  }

  // What follows from a change: questions to the provider, and the clock of the playback.
  #after(state, before, { type, error }) {
    if (type === "opened" || type === "posed") this.#begin(state);
    if (state.playing !== before.playing || state.speed !== before.speed) this.#setClock(state);
    if (!state.game || error || !ASKS.has(type)) return; // do not immediately repeat what failed
    this.#ask(state);
    if (state.wantsLookBack) this.#lookBack(state);
    if (type === "lifted") this.#sample(state);
  }

  // Ask for everything that the page shows of this game.
  #ask(state) {
    const { advisor } = this;
    const { game, knowledge, settings, won } = state;
    advisor.ask(state.questions);
    if (settings.help === "full" && !won) advisor.askGames(game.code);
    if (state.isMarked && knowledge.ready && state.advised && state.jumps.length) advisor.explore(game.code);
  }

  // Open a game from texts as in links. If that fails, the current game stays. `day` is the date of
  // a puzzle of the day, `id` belongs to a puzzle of the gallery.
  async open(request) {
    const number = (this.#opening += 1);
    const { board: spec, start: from, finish } = request;
    const opening = from === undefined ? (await this.provider.board(spec)).opening : null;
    const config = {
      board: spec,
      start: from ?? opening.start,
      finish: finish || opening?.finish || undefined,
    };
    const show = (problem) => {
      const recalled = this.recall(problem, request);
      this.send("opened", { problem, game: gameOf(problem, recalled), request: recalled });
    };
    // Show a board that the page knows immediately. The provider's answer follows.
    const early = problemHere(config);
    if (early) show(early);
    let problem;
    try {
      problem = await this.provider.problem(config);
    } catch (error) {
      if (!early) throw error;
      // Nobody answers: let the player play on. The status line offers to ask again.
      if (number !== this.#opening) return;
      this.send("learned", { changes: { sets: { ...early.sets, state: "gone" } } });
      this.notify(error.message, "quiet");
      return;
    }
    if (number !== this.#opening) return; // the player has opened another game meanwhile
    if (early) this.send("posed", { problem });
    else show(problem);
    if (opening?.standing === "never") this.notify(lostText(opening), "quiet");
  }

  // A problem is posed: forget what was asked about the one before.
  #begin(state) {
    const { problem, config, day, rated } = state;
    this.advisor?.close();
    this.advisor = new Advisor(this.provider, problem, config, {
      know: () => this.state.knowledge,
      learn: (changes, error) => this.send("learned", { changes, error }),
    });
    // Ask for its name after the first answer, unless this is a puzzle.
    if (problem.sets.state !== "asked" || day || rated) this.#name(state);
    queueMicrotask(() => this.state.problem === problem && this.advisor.prepare());
  }

  // Ask again about the problem of this game.
  async again() {
    const { opened, config } = this.state;
    const problem = await this.provider.problem(config);
    if (this.state.opened !== opened) return;
    this.send("noticed", { notice: null });
    this.send("posed", { problem });
  }

  // Find the title of this game in the gallery.
  async #name({ problem, config, board, day, hasVacancy }) {
    const gallery = await this.provider.posing(config, dayKey()).catch(() => ({ sets: [] }));
    const today = puzzleOfTheDay(gallery);
    const daily = today && poses(today, problem) ? dayKey() : null;
    const posed = { ...problem, board: board.spec };
    const { set, puzzle } = puzzlesOf(gallery.sets).find((entry) => poses(entry, posed)) ?? {};
    const bits = puzzle && !set.own ? puzzle.rating : null;
    let title = "";
    if (puzzle) {
      const { learnNames, puzzleTitle } = await import("./names.js");
      await learnNames();
      // A vacancy is named after its empty hole, unless it has a traditional name.
      const isPlain = hasVacancy && /^Vacancy |\d$/.test(puzzle.name);
      const name = isPlain ? say("title.vacancy", { hole: puzzle.start }) : puzzleTitle({ set, puzzle });
      title = daily || day ? dailyName(day, puzzleTitle({ set, puzzle })) : name;
    }
    this.send("named", { problem, daily, bits, title });
  }

  // Show a message about the last question.
  notify(text, tone, action = null) {
    this.send("noticed", { notice: { text, tone, action } });
  }

  // Ask which jump lost a stuck game, and show the answer when it arrives. A jump lost the game only
  // if the position before it could certainly be won.
  async #lookBack({ game, config }) {
    const { jumps, at } = game;
    const found = (loss) => this.send("lookedBack", { loss });
    const loss = { jumps, at, lost: null };
    found(loss);
    try {
      const texts = jumps.slice(0, at).map(({ text }) => text);
      const { steps, lost_by: lost, others } = await this.provider.review(config, texts);
      if (lost === null || (lost && !steps[lost - 1].winning)) return;
      const { fewest_pegs: best, exact } = steps[lost];
      if (this.state.loss === loss) found({ ...loss, lost, best, exact, better: others[0] });
    } catch {
      if (this.state.loss === loss) found(null); // ask again at the next change
    }
  }

  // Estimate where the jumps of the lifted peg lead, if nobody knows which of them win.
  async #sample(state) {
    const { code, board, knowledge, sampled, selection } = state;
    if (!state.isMarked || !(knowledge.searching || !state.advised)) return;
    const left = sampled.code === code ? sampled.left : new Map();
    const texts = state.jumpsOf(selection.lifted).map(({ text }) => text);
    const jumps = texts.filter((text) => !left.has(text));
    if (!jumps.length) return;
    const question = { code: String(code), jumps };
    const averages = await this.#sampler.ask("sample", { board: board.plain }, question).catch(() => []);
    if (!averages.length || this.state.code !== code) return;
    const before = this.state.sampled.code === code ? this.state.sampled.left : [];
    const entries = averages.map((pegs, i) => [jumps[i], pegs]);
    this.send("sampled", { sampled: { code, left: new Map([...before, ...entries]) } });
    this.hand.tell();
  }

  // Show a winning jump. If it is already shown, make it. In a lost game, offer to undo the mistake.
  async askHint() {
    if (!this.state.advised) return undefined;
    const { hint, board } = this.state;
    if (hint) return this.send("jumped", { jump: board.jumpNamed.get(hint.jump), helped: true });
    const answer = await this.#answer("hint");
    if (!answer) return undefined;
    if (answer.jump) {
      this.send("hinted", { hint: { ...answer, rivals: [] } });
      return this.#later("rivals", (rivals) => this.send("compared", { rivals }));
    }
    const lost = await this.#findMistake();
    if (lost === undefined) return undefined;
    if (!lost) return this.send("noticed", { notice: this.#nothing() });
    this.send("explained", { why: null }); // its sheet may cover the notice
    return this.notify(say("notice.cannotBeWon"), "bad", "back");
  }

  // Lay a solution ahead, from where the game could last be won. Return whether there is one.
  async solve(long = false) {
    if (!this.state.advised) return false;
    let jumps = await this.#answer("solution", long);
    if (jumps === undefined) return false;
    const lost = jumps?.length ? null : await this.#findMistake();
    if (lost === undefined) return false;
    const text = lost ? say("notice.back", { move: this.state.game.moveNumber(lost - 1) }) : "";
    if (lost) {
      this.goBack();
      jumps = await this.#answer("solution", long);
      if (jumps === undefined) return false;
    }
    if (jumps) this.send("laid", { jumps, notice: lost ? { text, tone: "quiet" } : null, solves: true });
    else this.send("noticed", { notice: this.#nothing(long) });
    return Boolean(jumps?.length);
  }

  // The number of the jump that lost this game; undefined if the game changed before it was found.
  async #findMistake() {
    const { game, code, knowledge } = this.state;
    if (knowledge.ready) await this.advisor.ask(game.codes.slice(0, game.at + 1));
    return this.state.game === game && this.state.code === code ? this.state.mistake : undefined;
  }

  // Lay jumps ahead that bring a peg to the pressed hole. Return whether there are any.
  async bring() {
    const { wanted } = this.state;
    const answer = await this.#answer("reach", wanted);
    if (!answer) return false;
    const notice = { text: broughtText(answer, wanted), tone: answer.jumps ? "good" : "quiet" };
    const isWay = Boolean(answer.jumps?.length);
    this.send(isWay ? "laid" : "noticed", { jumps: answer.jumps, notice });
    return isWay;
  }

  // Go back to the start, and lay a solution ahead that clears the board block by block.
  async construct() {
    const construction = await this.#answer("construction");
    if (!construction) return;
    const { solvable, reason } = construction;
    if (solvable) this.send("constructed", { construction });
    else this.notify(say(solvable === null ? "notice.noConstruction" : "notice.unsolvable", { reason }), "bad");
  }

  // Explain why this position is lost, or hide the explanation. What is already known is said at once.
  // Without a claim, the best ending is what the player reads first, so it is asked before the proofs.
  async explain() {
    const { why, isLost, game } = this.state;
    if (why) return this.send("explained", { why: null });
    const found = isLost ? {} : await this.#findReason();
    if (!found) return undefined;
    this.send("explained", { why: found });
    for (const [part, question] of Object.entries({ claim: "why", best: "bestEnding", reasons: "proofs" })) {
      if (part in found) continue;
      const told = this.#later(question, (answer) => this.send("told", { more: { [part]: answer } }));
      if (!this.state.why.claim) await told;
      if (!this.state.why || this.state.game !== game) return undefined;
    }
    return undefined;
  }

  // Why this position is lost, if it is: its claim, or else its reasons.
  async #findReason() {
    const claim = await this.#answer("why");
    if (claim) return { claim };
    const reasons = claim === null && (await this.#answer("proofs"));
    if (!reasons) return null;
    if (reasons.length) return { claim, reasons };
    this.notify(say(this.state.known?.winning ? "notice.stillWins" : "notice.noReason"), "quiet");
    return null;
  }

  // Ask something that the player need not wait for. If it fails, the page says less.
  async #later(question, show) {
    const { code, game } = this.state;
    const answer = await this.advisor.answer(game.code, question).catch(() => null);
    if (answer && this.state.game === game && this.state.code === code) show(answer);
  }

  // An answer for this position; undefined if the game changed before it arrived.
  async #answer(...question) {
    const { code, game, won } = this.state;
    if (won) return undefined;
    this.notify(say("notice.thinking"), "busy");
    const isStill = () => this.state.game === game && this.state.code === code;
    try {
      const answer = await this.advisor.answer(game.code, ...question);
      if (!isStill()) return undefined;
      this.send("noticed", { notice: null });
      return answer;
    } catch (error) {
      if (isStill()) this.notify(error.message, "bad");
      return undefined;
    }
  }

  #nothing(long = false) {
    const { known, knowledge } = this.state;
    const sure = known?.winning === false || knowledge.ready;
    const longer = knowledge.searching && !sure && !long;
    const text = say(sure ? "notice.cannotBeWon" : "notice.noneFound");
    return { text, tone: sure ? "bad" : "quiet", action: longer ? "longer" : null };
  }

  // Go back to before the jump that lost the game.
  goBack() {
    const lost = this.state.mistake;
    if (lost) this.send("went", { at: lost - 1 });
  }

  // Ask what was left after each jump of the game, including those ahead.
  async review() {
    const { game, config, knowledge } = this.state;
    const { jumps } = game;
    const isStill = () => this.state.game.jumps === jumps;
    this.notify(say("review.busy"), "busy");
    try {
      if (knowledge.ready) await this.#countWays(isStill);
      const texts = jumps.map(({ text }) => text);
      const review = isStill() && (await this.provider.review(config, texts));
      if (!isStill()) return;
      const steps = review.steps.map((step, at) => ({ ...step, move: at && game.moveNumber(at - 1) }));
      this.send("reviewed", { review: { ...review, steps, jumps } });
    } catch (error) {
      if (isStill()) this.notify(error.message, "bad");
    }
  }

  // Find the numbers of the game, if possible. Without them the review says less.
  async #countWays(isStill) {
    const stop = new AbortController();
    const report = ({ done, total }) => {
      if (isStill()) this.notify(countingText({ done, total }), "quiet");
      else stop.abort();
    };
    await this.provider.prepareNumbers(this.state.config, report, stop.signal);
  }

  #setClock({ playing, speed }) {
    clearInterval(this.#timer);
    if (playing) this.#timer = setInterval(() => this.send("redone"), 1000 / speed);
  }

  // The assessment of the edited position, asked for once.
  async assess() {
    const { board, editing } = this.state;
    if (editing.checked) return editing.checked;
    const { code } = editing;
    const checked = await this.provider.assess(board.spec, codeText(code));
    this.send("checked", { code, checked });
    return checked;
  }
}
