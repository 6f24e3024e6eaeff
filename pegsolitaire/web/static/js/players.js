// Players who know no better: one of them plays from here, and the page says how likely it wins.

import { element, html, isOver, write } from "./elements.js";
import { codeText } from "./rules.js";
import { counted } from "./words.js";

const PAUSE = 250; // milliseconds that a position must last until its chance is asked for

export class Players {
  #timer = null;
  #waiting = false; // for an answer
  #shown = null; // what the words are about: {problem, code, player}

  constructor(table, provider) {
    Object.assign(this, { table, provider });
    this.box = element("players");
    element("player-name").addEventListener("change", () => this.render());
    element("let-play").addEventListener("click", () => this.#play());
    this.box.addEventListener("toggle", () => this.#ask());
  }

  get #possible() {
    return "chance" in this.provider && this.table.advised && !this.table.editing;
  }

  // A new game: who can play on its board.
  async open() {
    const { problem } = this.table;
    const select = element("player-name");
    const before = select.value;
    this.#shown = null;
    if (!this.#possible) return;
    const asked = this.provider.players(this.table.advisor.words);
    const { players } = await asked.catch(() => ({ players: [] }));
    if (this.table.problem !== problem) return;
    const option = ({ name, title, about }) => html("option", { value: name, "data-about": about }, title);
    select.replaceChildren(...players.map(option));
    if (players.some(({ name }) => name === before)) select.value = before;
    this.render();
  }

  render() {
    const { table } = this;
    this.box.hidden = !this.#possible || !element("player-name").options.length;
    const over = table.won || !table.jumps.length;
    element("let-play").disabled = over;
    element("player-about").textContent = element("player-name").selectedOptions[0]?.dataset.about;
    if (this.box.hidden || !this.box.open) return;
    if (over) {
      this.#shown = null;
      this.#say("The game is over.");
    } else if (this.#isShown()) return;
    else if (table.playing) this.#say("Playing …");
    else this.#ask();
  }

  // What the words are about.
  get #here() {
    const { problem, game } = this.table;
    return { problem, code: game.code, player: element("player-name").value };
  }

  // A question about it.
  #asked() {
    const { code, player } = this.#here;
    return { ...this.table.advisor.words, position: codeText(code), player };
  }

  #isShown() {
    return Object.entries(this.#here).every(([key, value]) => this.#shown?.[key] === value);
  }

  // Ask how likely the player wins, once the position has lasted a moment.
  #ask() {
    const { table } = this;
    if (!this.box.open || !table.game || table.won || !table.jumps.length) return;
    this.#shown = this.#here;
    this.#say("Working out its chances …");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(), PAUSE);
  }

  // One question at a time: a newer one waits for the answer to the last.
  async #send() {
    if (this.#waiting) return;
    this.#waiting = true;
    const about = this.#shown;
    let words;
    try {
      words = chanceText(await this.provider.chance(this.#asked()));
    } catch (error) {
      words = error.message;
    }
    this.#waiting = false;
    if (!this.box.open || !this.#isShown()) return;
    if (this.#shown === about) this.#say(words);
    else this.#send();
  }

  async #play() {
    const { table } = this;
    const { game } = table;
    const { code } = game;
    const seed = Math.floor(Math.random() * 2 ** 32);
    try {
      const { jumps } = await this.provider.randomGame({ ...this.#asked(), seed });
      if (table.game !== game || game.code !== code) return;
      if (jumps.length) {
        table.layAhead(jumps);
        // On small screens the player's sheet lies over the status line, and the board may be above.
        if (isOver(this.box.querySelector(".sheet"))) this.box.open = false;
        scrollTo(0, 0);
        table.play();
      } else this.#say("It gives up: no jump here follows its rules.");
    } catch (error) {
      this.#say(error.message);
    }
  }

  #say(words) {
    write(element("chance"), words);
  }
}

// How likely somebody wins, in words.
export function chanceText({ exact, win_probability, mean_pegs, games, wins, interval }) {
  const left = `On average ${mean_pegs.toFixed(2)} pegs are left.`;
  if (exact && !win_probability) return `It never wins from here. ${left}`;
  if (exact) return `It wins ${oneIn(win_probability)} from here. ${left}`;
  const [low, high] = interval;
  const range = wins ? `from ${oneIn(low)} to ${oneIn(high)}` : `at most ${oneIn(high)}`;
  return `It won ${wins.toLocaleString("en")} of ${counted(games, "game")} tried from here: its chance is ${range} (95% confidence). ${left}`;
}

function oneIn(chance) {
  if (chance === 1) return "every game";
  const digits = { maximumSignificantDigits: 3 };
  if (chance > 0.999) return "more than 999 games in 1,000";
  if (chance > 0.5) return `${(100 * chance).toLocaleString("en", digits)}% of games`;
  return `1 game in ${(1 / chance).toLocaleString("en", digits)}`;
}
