// Plays what lies ahead of a game, one jump after the other; any other action of the player stops it.

export const SPEEDS = [0.5, 1, 2, 4]; // jumps in a second

export class Playback {
  #timer = null;

  constructor(table, changed) {
    this.table = table;
    this.changed = changed;
    this.speed = 1;
  }

  get playing() {
    return this.#timer !== null;
  }

  play() {
    this.pause();
    if (!this.table.game.next) this.table.go(0);
    this.#timer = setInterval(() => this.#step(), 1000 / this.speed);
    this.table.playing = true;
    this.changed();
  }

  pause() {
    const { playing } = this;
    clearInterval(this.#timer);
    this.#timer = null;
    this.table.playing = false;
    if (playing) this.table.askAround();
    this.changed();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.play();
  }

  #step() {
    this.table.redo();
    if (!this.table.game.next) this.pause();
  }
}
