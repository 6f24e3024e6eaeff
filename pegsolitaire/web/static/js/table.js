// The table of a game: board, problem, game, and the player's actions. It dispatches "change" after
// every change, and the page redraws the panel and the board from it.

import { Advisor } from "./advisor.js";
import { dailyName, dayKey, isDaily, poses, puzzlesOf, skillOf } from "./gallery.js";
import { Game } from "./game.js";
import { Hand } from "./hand.js";
import { Judge } from "./provider.js";
import { movesIn } from "./router.js";
import { bit, Board, count, has, problemHere, readMoves, sweepsFrom } from "./rules.js";
import { broughtText, lostText, percent, verdictWords } from "./words.js";

export const SPEEDS = [0.5, 1, 2, 4]; // jumps per second during playback

export class Table extends EventTarget {
  #timer = null; // of the playback
  #sampler = new Judge();

  constructor(provider, memory) {
    super();
    this.provider = provider;
    this.memory = memory;
    this.hand = new Hand({
      jumps: () => (this.editing ? [] : this.jumps),
      jump: (jump, dragged, more) => this.jump(jump, dragged, more),
      sweeps: (i, path) => this.#sweeps(i, path),
      pressed: (i) => this.#pressed(i),
      changed: (what) => this.#handled(what),
      verdict: (i) => verdictWords(this, i),
    });
    this.game = null;
    this.shown = false; // whether the player asked to see the verdicts of this game
    this.hint = null; // {jump, rivals}
    this.why = null; // {reasons, best, at: index of the reason shown, weights: the numbers in the holes}
    this.notice = null; // {text, tone, action, passing}: a message about the last question or press
    this.editing = null; // {code, checked, readAs} while a position is edited
    this.construction = null; // {jumps, parts}: the jumps ahead, block by block
    this.pointed = null; // the jump that the player looks at in the explorer
    this.speed = 1; // one of SPEEDS
    this.loss = null; // of a stuck game: see `lossHere`
    this.opening = 0;
    this.legal = { game: null, code: null, jumps: [] };
    this.sampled = { code: null, left: new Map() }; // the mean pegs left in sample games from a position
  }

  get board() {
    return this.game.board;
  }

  get code() {
    return this.editing ? this.editing.code : this.game.code;
  }

  get won() {
    return this.finishes.has(this.game.code);
  }

  // The legal jumps, cached because every hole asks for them.
  get jumps() {
    if (this.legal.game !== this.game || this.legal.code !== this.game.code) {
      const jumps = this.won ? [] : this.board.jumpsFrom(this.game.code);
      this.legal = { game: this.game, code: this.game.code, jumps };
    }
    return this.legal.jumps;
  }

  get known() {
    return this.advisor.known(this.game.code);
  }

  // Whether all jumps are marked before the player makes them.
  get isMarked() {
    return this.shown || this.memory.settings.help === "full";
  }

  // Whether losing targets of a lifted peg are marked.
  get warns() {
    return this.memory.settings.help === "warn" && !this.unwarned;
  }

  // "daily" or "rated" for puzzles without warnings, which would give away the solution; null for
  // other games.
  get unwarned() {
    if (this.daily || this.day) return "daily";
    return this.rated ? "rated" : null;
  }

  // Whether the game can be won after several jumps in a row: true or false, or null or undefined
  // if that is not known or must not be shown yet.
  verdictOf(way) {
    const { winning, jumps } = this.known ?? {};
    if (!jumps || !(this.isMarked || this.warns)) return undefined;
    const first = jumps[way[0].text];
    const verdict = way.length > 1 && first !== false ? this.advisor.known(this.#after(way))?.winning : first;
    return this.isMarked || (verdict === false && winning !== false) ? verdict : undefined;
  }

  #after(way) {
    return way.reduce((code, jump) => this.board.after(code, jump), this.game.code);
  }

  // The positions that the lifted peg reaches by several jumps.
  get #further() {
    return [...this.hand.shown.further].map((i) => this.#after(this.hand.wayTo(i)));
  }

  // The values of jumps: a map from jump to {text, spoken, best}. The value of a winning jump is
  // its share of all ways to win, or an estimate if the share is not known.
  get values() {
    const values = new Map();
    const { jumps = [] } = this.advisor.explored(this.game.code) ?? {};
    for (const { jump, twins, winning, share, solutions } of jumps) {
      if (!winning || share === null) continue;
      const text = percent(share / (1 + twins.length));
      const value = { text, spoken: `wins, ${text} of the ways`, best: solutions === jumps[0].solutions };
      for (const name of [jump, ...twins]) values.set(name, value);
    }
    return values.size ? values : this.estimates;
  }

  // Estimates of the pegs left after the jumps of the lifted peg, without jumps that are known to
  // lose.
  get estimates() {
    const { code, left } = this.sampled;
    const verdicts = this.known?.jumps ?? {};
    const jumps = code === this.code ? this.hand.targetsOf(this.hand.lifted) : [];
    const open = jumps.map(({ text }) => text).filter((text) => left.has(text) && verdicts[text] !== false);
    const least = Math.min(...open.map((text) => left.get(text)));
    return new Map(
      open.map((text) => {
        const pegs = left.get(text).toFixed(1);
        const spoken = `${verdicts[text] ? "wins, " : ""}about ${pegs} pegs left`;
        return [text, { text: `~${pegs}`, spoken, best: open.length > 1 && left.get(text) === least }];
      }),
    );
  }

  async #sample() {
    const { code, board, advisor } = this;
    const unknown = advisor.searching || !this.advised;
    if (!this.isMarked || !unknown) return;
    if (this.sampled.code !== code) this.sampled = { code, left: new Map() };
    const { left } = this.sampled;
    const jumps = this.hand
      .targetsOf(this.hand.lifted)
      .map(({ text }) => text)
      .filter((text) => !left.has(text));
    if (!jumps.length) return;
    const question = { code: String(code), jumps };
    const averages = await this.#sampler.ask("sample", { board: board.plain }, question).catch(() => []);
    averages.forEach((pegs, i) => left.set(jumps[i], pegs));
    if (!averages.length || this.sampled.left !== left) return;
    this.changed(null, "lift");
    this.hand.tell();
  }

  // Whether a provider can judge this game. Boards of more than 64 holes are not searched.
  get advised() {
    return this.board.size <= 64;
  }

  // The number of the jump that lost the game: 0 if the start was lost, null if none did.
  get lostBy() {
    const codes = this.game.codes.slice(0, this.game.at + 1);
    const at = codes.findIndex((code) => this.advisor.known(code)?.winning === false);
    return at < 0 ? null : at;
  }

  // Whether no jump is left and the game is not won.
  get stuck() {
    return !this.won && !this.jumps.length;
  }

  // What lost a stuck game: {lost: the number of the jump, best: the fewest pegs that were possible
  // after it, exact, better: a jump that would have won}; null if not known.
  get lossHere() {
    return this.#isLookedBackOn && this.loss.lost !== null ? this.loss : null;
  }

  get #isLookedBackOn() {
    const { loss, game } = this;
    return loss?.jumps === game.jumps && loss.at === game.at;
  }

  // Whether the page can offer a solution by block removals from the start, as for large triangles.
  get constructible() {
    const isOpen = "construction" in this.provider && !this.won && !this.part;
    if (!isOpen || !isTriangle(this.board) || !this.#hasVacancy) return false;
    return this.problem.feasible.length > 0 && this.advisor.sets.state !== "none";
  }

  get #hasVacancy() {
    return this.board.size - count(this.game.start) === 1;
  }

  // The stage of the construction that contains the next jump: {kind, holes, number, of, end}.
  get part() {
    const { construction, game } = this;
    if (construction?.jumps !== game.jumps || !game.next) return null;
    return construction.parts.find(({ end }) => game.at < end);
  }

  get recordKey() {
    return [this.board.spec, this.board.startText(this.game.start), this.problem.finish].join("|");
  }

  // -- opening ------------------------------------------------------------------------------------

  // Open a game from texts as in links. If that fails, the current game stays. The moves given with
  // it make no record, because somebody else or the page may have made them; `shown` lists the
  // jumps among them that the page laid out, if known. `day` is the date of a puzzle of the day.
  async open(request) {
    const number = (this.opening += 1);
    const { board: spec, start: from, finish } = request;
    const opening = from === undefined ? (await this.provider.board(spec)).opening : null;
    const config = {
      board: spec,
      start: from ?? opening.start,
      finish: finish || opening?.finish || undefined,
    };
    // Show a board that the page knows immediately. The provider's answer follows.
    const early = problemHere(config);
    if (early) this.#setGame(early, gameOf(early, this.#asSolved(early, request)), request);
    let problem;
    try {
      problem = await this.provider.problem(config);
    } catch (error) {
      if (!early) throw error;
      // Nobody answers: let the player play on, and offer to ask again.
      if (number === this.opening) this.notify(error.message, "quiet", "again");
      return;
    }
    if (number !== this.opening) return; // the player has opened another game meanwhile
    if (early) this.#setProblem(problem, request.day, "problem");
    else this.#setGame(problem, gameOf(problem, this.#asSolved(problem, request)), request);
    if (opening?.standing === "never") this.notify(lostText(opening), "quiet");
  }

  // A puzzle that was solved here opens as solved, unless the player wants to play it again. Once a
  // solution was shown, it stays solved with help.
  #asSolved({ geometry, start_code, finish }, request) {
    if (!request.day && !request.id) return request;
    const board = new Board(geometry);
    const start = board.startText(board.readPosition(start_code));
    const [who, moves] = this.memory.solutions.get([board.spec, start, finish].join("|"))?.split(" ") ?? [];
    const seen = request.seen || who === "help";
    if (!moves || request.moves?.length || request.replay) return { ...request, seen };
    return { ...request, moves: moves.split(","), shown: [], seen };
  }

  // Show a message about the last question.
  notify(text, tone, action = null) {
    this.notice = { text, tone, action };
    this.changed();
  }

  // `day` and `id` belong to a puzzle of the day or a puzzle of the gallery.
  #setGame(problem, game, { day, id }) {
    this.title = "";
    this.bits = null; // the difficulty of this puzzle
    this.day = day;
    this.rated = Boolean(id); // whether it is played as a rated puzzle, assumed until the gallery is loaded
    this.shown = false;
    this.counts = !game.helped; // whether its result can still change the player's rating
    this.game = game;
    this.editing = null;
    this.hand.focus = game.board.jumpsFrom(game.code)[0]?.start ?? 0;
    this.#setProblem(problem, day, "open", Boolean(day || id));
  }

  // Take what is known about the problem of this game.
  #setProblem(problem, day, what, named = false) {
    this.advisor?.close();
    this.problem = problem;
    this.daily = null; // the date, if this is today's puzzle
    // The gallery is large, so ask for it only after the first answer, or if this is a puzzle.
    if (problem.sets.state !== "asked" || named) this.#name(problem, day);
    this.finishes = new Set(problem.finish_codes.map((text) => this.board.readPosition(text)));
    const config = { board: this.board.spec, start: problem.start, finish: problem.finish };
    this.advisor = new Advisor(this.provider, problem, config);
    this.advisor.addEventListener("known", ({ detail }) => this.#learned(detail));
    if (what === "open") this.#moved(null, what);
    else {
      this.askAround();
      this.changed(null, what);
      this.#lookBack();
    }
    this.advisor.prepare();
  }

  // Ask again about the problem of this game.
  async again() {
    const { game, opening, advisor } = this;
    const problem = await this.provider.problem(advisor.config);
    if (this.game !== game || this.opening !== opening) return;
    this.notice = null;
    this.#setProblem(problem, undefined, "problem");
  }

  // Find the title of this game in the gallery.
  async #name(problem, day) {
    const gallery = await this.provider.puzzles().catch(() => ({ sets: [] }));
    if (this.problem !== problem) return undefined;
    this.daily = isDaily(gallery, problem) ? dayKey() : null;
    const posed = { ...problem, board: this.board.spec };
    const entry = puzzlesOf(gallery.sets).find((puzzle) => poses(puzzle, posed));
    this.bits = entry && !entry.set.own ? entry.puzzle.rating : null;
    this.rated &&= this.bits !== null;
    if (!entry) return this.changed(null, "title");
    const { puzzle } = entry;
    // A vacancy is named after its empty hole, unless it has a traditional name.
    const isPlain = this.#hasVacancy && /^Vacancy |\d$/.test(puzzle.name);
    const name = isPlain ? `${puzzle.start} empty` : puzzle.name;
    this.title = this.daily || day ? dailyName(day, puzzle) : name;
    return this.changed(null, "title");
  }

  #learned(error) {
    if (error) this.notice = { text: error.message, tone: "bad" };
    else this.askAround(); // do not immediately repeat what failed
    this.changed(null, "known");
    this.#lookBack();
  }

  // -- playing ------------------------------------------------------------------------------------

  #sweeps(i, path) {
    if (this.editing || this.won) return new Map();
    return sweepsFrom(this.board, this.#after(path), i);
  }

  // `more` keeps the peg in the hand while it can go on.
  jump(jump, dragged = false, more = false) {
    this.game.push(jump);
    this.#moved({ ...jump, dragged }, "jump", more ? jump.end : null);
  }

  // Make the jump of a hint or of the explorer, which counts as the page's jump.
  take(jump) {
    this.game.push(jump, true);
    this.#moved(jump, "jump");
  }

  undo() {
    if (!this.game.at) return;
    const { last } = this.game;
    this.game.go(this.game.at - 1);
    this.#moved({ ...last, back: true }, "undo");
  }

  redo() {
    const { next } = this.game;
    if (!next) return;
    this.game.go(this.game.at + 1);
    this.#moved(next, "redo");
  }

  go(at) {
    if (at === this.game.at - 1) return this.undo();
    if (at === this.game.at + 1) return this.redo();
    this.game.go(at);
    return this.#moved(null, "go");
  }

  // Go to a node of the game's tree.
  visit(node) {
    const at = this.game.line.indexOf(node);
    if (at >= 0) return this.go(at);
    this.game.visit(node);
    return this.#moved(null, "go");
  }

  // `held` is a peg that stays in the hand if it can go on.
  #moved(jump, what, held = null) {
    this.hand.clear(jump);
    if (this.hand.canLift(held)) this.hand.hold(held);
    Object.assign(this, { hint: null, why: null, notice: null, pointed: null });
    this.record = false;
    this.moved = null; // {before, after}: the player's rating, if the last jump changed it
    this.askAround();
    this.changed(jump, what);
    this.#lookBack();
    if (this.won && jump && !jump.back) this.#solved();
  }

  // When a game gets stuck, ask which jump lost it and show the answer when it arrives. A jump lost
  // the game only if the position before it could certainly be won.
  async #lookBack() {
    const { advisor, provider } = this;
    const { jumps, at } = this.game;
    const judged = advisor.ready || advisor.searching;
    if (!this.stuck || !at || !this.advised || !judged || this.#isLookedBackOn) return;
    const loss = { jumps, at, lost: null };
    this.loss = loss;
    try {
      const texts = jumps.slice(0, at).map(({ text }) => text);
      const { steps, lost_by: lost, others } = await provider.review(advisor.config, texts);
      if (lost === null || (lost && !steps[lost - 1].winning)) return;
      const { fewest_pegs: best, exact } = steps[lost];
      Object.assign(loss, { lost, best, exact, better: others[0] });
      if (this.lossHere === loss) this.changed(null, "known");
    } catch {
      if (this.loss === loss) this.loss = null; // ask again at the next change
    }
  }

  #solved() {
    const own = !this.game.helped;
    const moves = movesIn(this.game).moves.join();
    this.memory.keep("solutions", this.recordKey, `${own ? "own" : "help"} ${moves}`);
    this.record = own && this.memory.keep("records", this.recordKey, this.game.movesMade);
    if (own && this.daily) this.memory.keep("days", this.daily, this.game.movesMade);
    this.changed();
  }

  // Only the first result of a rated puzzle changes the player's rating: solved without help, or else
  // lost, stuck or helped. It does not count if losing jumps were marked.
  #judge() {
    const { game, bits, memory, counts } = this;
    const { help } = memory.settings;
    if (!counts || this.editing || bits === null || help === "full" || this.warns) return;
    const helped = game.helped || this.hint || this.shown;
    const lost = this.stuck || (help !== "off" && this.lostBy);
    if (!this.won && !helped && !lost) return;
    this.counts = false;
    const before = skillOf(memory.results.values());
    const score = Number(this.won && !helped);
    if (memory.keepResult(this.recordKey, bits, score))
      this.moved = { before, after: skillOf(memory.results.values()) };
  }

  // Ask for everything that the page shows of this game: the positions of the line, then the
  // current one. If verdicts need searches and playback is on, ask only for the current one.
  askAround() {
    const { game, memory } = this;
    if (memory.settings.help === "off" && !this.shown) return;
    const seen = this.advisor.ready && (this.isMarked || this.warns);
    const others = [
      ...game.codes.slice(game.at + 1),
      ...game.codes.slice(0, game.at),
      ...(seen ? this.#further : []),
    ];
    const passing = this.playing && this.advisor.searching;
    this.advisor.ask(passing ? [game.code] : [...others, game.code]);
    if (memory.settings.help === "full" && !this.won) this.advisor.askGames(game.code);
    if (this.isMarked && this.advisor.ready && this.advised && this.jumps.length) this.advisor.explore(game.code);
  }

  // Update what the player may see.
  refresh() {
    this.askAround();
    this.changed();
  }

  // A press that lifts no peg. While editing it adds or removes a peg. Otherwise the page offers to
  // bring a peg to an empty hole, or says that a peg cannot jump.
  #pressed(i) {
    if (this.editing) return this.setEdited(this.code ^ bit(i));
    if (!this.won) {
      const name = this.board.names[i];
      this.wanted = has(this.code, i) ? null : name;
      this.notice = this.wanted
        ? { text: `${name} is empty.`, tone: "quiet", action: "bring", passing: true }
        : { text: `The peg in ${name} cannot jump.`, tone: "quiet", passing: true };
    }
    return this.changed();
  }

  // Without help, the page does not react to the hole under the pointer.
  #handled(what) {
    if (what === "lift" && this.notice?.passing) this.notice = null;
    const unseen = what === "hover" && this.memory.settings.help === "off" && !this.shown;
    if (!unseen) this.changed(null, what);
    if (what !== "lift") return;
    this.askAround();
    this.#sample();
  }

  // -- help ---------------------------------------------------------------------------------------

  show() {
    this.shown = !this.shown;
    this.refresh();
  }

  // Show a winning jump. If it is already shown, make it. In a lost game, go back to before the
  // losing jump first.
  async askHint() {
    if (this.hint) return this.take(this.board.jumpNamed.get(this.hint.jump));
    const [answer, back] = await this.#fromWon(({ jump }) => jump, "hint");
    if (!answer) return undefined;
    if (answer.jump) this.hint = answer;
    if (!answer.jump) this.notice = this.#nothing();
    else if (back) this.notice = { text: `${back} ${answer.jump} wins.`, tone: "quiet" };
    return this.changed();
  }

  // Lay a solution ahead, from where the game could last be won. Return whether there is one.
  async solve(long = false) {
    const [jumps, back] = await this.#fromWon((line) => line?.length, "solution", long);
    if (jumps) this.layAhead(jumps);
    if (jumps?.length) this.#show();
    if (jumps === undefined) return false;
    this.notice = jumps === null ? this.#nothing(long) : back ? { text: back, tone: "quiet" } : null;
    this.changed();
    return Boolean(jumps?.length);
  }

  // The page has shown a solution, so this problem is solved with help from now on.
  #show() {
    this.game.seen = true;
    this.memory.keep("solutions", this.recordKey, "help");
  }

  // An answer for this position or, in a lost game, for the position before the losing jump, with a
  // message about going back.
  async #fromWon(isGood, ...question) {
    const answer = await this.#answer(...question);
    if (answer === undefined || isGood(answer)) return [answer, ""];
    const { game, code } = this;
    if (this.advisor.ready) await this.advisor.ask(game.codes.slice(0, game.at + 1));
    const lost = this.lossHere?.lost ?? this.lostBy;
    if (!lost || this.game !== game || this.code !== code) return [answer, ""];
    const back = `Back before move ${game.moveNumber(lost - 1)}, where it could still be won.`;
    this.go(lost - 1);
    return [await this.#answer(...question), back];
  }

  // Lay jumps ahead that bring a peg to the pressed hole. Return whether there are any.
  async bring() {
    const { wanted } = this;
    const answer = await this.#answer("reach", wanted);
    if (!answer) return false;
    if (answer.jumps?.length) this.layAhead(answer.jumps);
    this.notify(broughtText(answer, wanted), answer.jumps ? "good" : "quiet");
    return Boolean(answer.jumps?.length);
  }

  // Lay jumps ahead of the current position.
  layAhead(jumps) {
    this.game.plan(jumps.map((text) => this.board.jumpNamed.get(text)));
    this.notice = null;
    this.refresh();
  }

  // Go back to the start, and lay a solution ahead that clears the board block by block.
  async construct() {
    const construction = await this.#answer("construction");
    if (!construction) return;
    if (construction.solvable) {
      this.game.go(0);
      const texts = construction.stages.flatMap(({ jumps }) => jumps);
      this.game.plan(texts.map((text) => this.board.jumpNamed.get(text)));
      this.#show();
      this.construction = { jumps: this.game.jumps, parts: stagesOf(construction) };
    } else {
      const says = construction.solvable === null ? "No solution was found" : "This cannot be solved";
      this.notice = { text: `${says}: ${construction.reason}.`, tone: "bad" };
    }
    this.changed(null, "go");
  }

  // Explain why this position is lost, or hide the explanation.
  async explain() {
    const answer = this.why ? null : await this.#answer("why");
    if (answer === undefined) return;
    this.why = answer?.reasons.length ? { ...answer, at: 0, weights: null } : null;
    const text = this.known?.winning
      ? "This position can still be won."
      : "It is not known why this position is lost.";
    if (answer && !this.why) this.notice = { text, tone: "quiet" };
    this.changed();
  }

  // An answer for this position; undefined if the game changed before it arrived.
  async #answer(...question) {
    const { code, game } = this;
    if (this.won) return undefined;
    this.notify("Thinking …", "busy");
    try {
      const answer = await this.advisor.answer(this.game.code, ...question);
      if (this.game !== game || this.code !== code) return undefined;
      this.notice = null;
      return answer;
    } catch (error) {
      if (this.game === game) this.notice = { text: error.message, tone: "bad" };
      this.changed();
      return undefined;
    }
  }

  #nothing(long = false) {
    const sure = this.known?.winning === false || this.advisor.ready;
    const text = sure
      ? "It cannot be won from here."
      : "No way to win was found from here, but there may be one.";
    const longer = this.advisor.searching && !sure && !long;
    return { text, tone: sure ? "bad" : "quiet", action: longer ? "longer" : null };
  }

  // Go back to before the jump that lost the game.
  goBack() {
    const lost = this.lossHere?.lost ?? this.lostBy;
    if (lost) this.go(lost - 1);
    else if (lost === null) this.undo();
  }

  // The same, and a hint shows a jump that would have won.
  showBetter() {
    const { better } = this.lossHere;
    this.goBack();
    this.hint = { jump: better, rivals: {} };
    this.changed();
  }

  // -- playback -----------------------------------------------------------------------------------

  get playing() {
    return this.#timer !== null;
  }

  play() {
    this.pause();
    if (!this.game.next) this.go(0);
    const step = () => {
      this.redo();
      if (!this.game.next) this.pause();
    };
    this.#timer = setInterval(step, 1000 / this.speed);
    this.changed(null, "play");
  }

  pause() {
    if (!this.playing) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.askAround();
    this.changed(null, "play");
  }

  playOrPause() {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.play();
  }

  // -- editing ------------------------------------------------------------------------------------

  edit() {
    this.editing = { code: this.game.code, checked: null };
    this.hand.clear();
    Object.assign(this, { hint: null, why: null, notice: null });
    this.changed(null, "edit");
  }

  // `readAs` says how a text was read.
  setEdited(code, readAs = null) {
    this.editing = { code, checked: null, readAs };
    this.changed();
  }

  stopEditing() {
    this.editing = null;
    this.changed(null, "edit");
  }

  // ------------------------------------------------------------------------------------------------

  changed(jump = null, what = "") {
    this.#judge();
    this.dispatchEvent(new CustomEvent("change", { detail: { jump, what } }));
  }
}

function gameOf(problem, { moves = [], at, shown, seen = false }) {
  const board = new Board(problem.geometry);
  const game = new Game(board, board.readPosition(problem.start_code));
  game.plan(readMoves(board, game.start, moves), shown);
  game.go(at ?? game.jumps.length);
  game.seen = seen;
  return game;
}

const LARGEST_CORE = 36; // holes of the largest triangle that needs no block removals

// The stages of a construction, each with the number of jumps up to its end.
function stagesOf({ blocks, stages }) {
  let end = 0;
  return stages.map(({ block, jumps }, number) => {
    end += jumps.length;
    const { kind, holes } = blocks[block];
    return { kind, holes: new Set(holes), number: number + 1, of: stages.length, end };
  });
}

const isTriangle = ({ lattice, spec, size }) =>
  lattice === "triangular" && /^triangle\d+$/.test(spec) && size > LARGEST_CORE;
