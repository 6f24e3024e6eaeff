// Automatic players that know no strategy. One plays on from here, and the page says how likely it
// wins.

import { element, isOver, options, write } from "./elements.js";
import { codeText } from "./rules.js";
import { numberText, say } from "./say.js";

const PAUSE = 250; // milliseconds that a position must last before its chance is asked for

export class Players {
  #timer = null;
  #waiting = false; // for an answer
  #shown = null; // the question (as JSON) that the text answers

  constructor(controller) {
    this.controller = controller;
    this.provider = controller.provider;
    this.problem = null;
    this.box = element("players");
    element("player-name").addEventListener("change", () => controller.store.redraw());
    element("let-play").addEventListener("click", () => this.#play());
  }

  // List the players that can play on the board of this game.
  async #list({ problem, config }) {
    const select = element("player-name");
    const before = select.value;
    select.replaceChildren(); // nobody is asked about before the players of this board are known
    this.#shown = null;
    try {
      const { players } = await this.provider.players(config);
      if (this.state.problem !== problem) return;
      select.replaceChildren(...options(players.map(({ name }) => [name, say(`player.${name}`)])));
      if (players.some(({ name }) => name === before)) select.value = before;
      this.controller.store.redraw();
    } catch (error) {
      this.#say(error.message);
    }
  }

  render(state) {
    this.state = state;
    if (!this.box.open) return;
    if (this.problem !== state.problem) this.#list(state);
    this.problem = state.problem;
    const { value: name } = element("player-name");
    const over = state.won || !state.jumps.length;
    element("let-play").disabled = over || !name;
    element("player-about").textContent = name && say(`player.${name}.about`);
    if (!name) return;
    if (over) {
      this.#shown = null;
      this.#say(say("players.over"));
    } else if (this.#isShown) return;
    else if (state.playing) this.#say(say("players.playing"));
    else this.#ask();
  }

  // The question about the current position.
  get #question() {
    const { config, game } = this.state;
    return { ...config, position: codeText(game.code), player: element("player-name").value };
  }

  get #isShown() {
    return this.#shown === JSON.stringify(this.#question);
  }

  // Ask how likely the player wins, after a short pause.
  #ask() {
    this.#shown = JSON.stringify(this.#question);
    this.#say(say("players.busy"));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(), PAUSE);
  }

  // Send one question at a time. A newer one waits for the previous answer.
  async #send() {
    if (this.#waiting) return;
    this.#waiting = true;
    const about = this.#shown;
    let words;
    try {
      words = chanceText(await this.provider.chance(this.#question));
    } catch (error) {
      words = error.message;
    }
    this.#waiting = false;
    if (!this.box.open || !this.#isShown) return;
    if (this.#shown === about) this.#say(words);
    else this.#send();
  }

  async #play() {
    const { controller } = this;
    const { game } = controller.state;
    const seed = Math.floor(Math.random() * 2 ** 32);
    try {
      const { jumps } = await this.provider.randomGame({ ...this.#question, seed });
      if (controller.state.game !== game) return;
      if (jumps.length) {
        controller.send("laid", { jumps });
        // On small screens the player's sheet covers the status line, and the board may be scrolled
        // away.
        if (isOver(this.box.querySelector(".sheet"))) this.box.open = false;
        controller.send("played");
      } else this.#say(say("players.givesUp"));
    } catch (error) {
      this.#say(error.message);
    }
  }

  #say(words) {
    write(element("chance"), words);
  }
}

export function chanceText({ exact, win_probability, mean_pegs, games, wins, interval }) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const left = say("players.left", { pegs: numberText(mean_pegs, digits) });
  if (exact && !win_probability) return say("players.never", { left });
  if (exact) return say("players.wins", { chance: oneIn(win_probability), left });
  const [low, high] = interval.map(oneIn);
  const range = say(wins ? "players.between" : "players.atMost", { low, high });
  return say("players.tried", { wins, count: games, range, left });
}

function oneIn(chance) {
  if (chance === 1) return say("players.every");
  const digits = { maximumSignificantDigits: 3 };
  if (chance > 0.999) return say("players.nearlyEvery");
  if (chance > 0.5) return say("players.percent", { percent: numberText(100 * chance, digits) });
  return say("players.oneIn", { number: numberText(1 / chance, digits) });
}
