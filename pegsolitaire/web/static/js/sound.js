// Sounds: short tones, made here; there are no files. Off unless the settings say otherwise.

// For each sound its tones: the pitch in hertz, and when it begins, in seconds.
const SOUNDS = {
  jump: [[520, 0]],
  back: [[390, 0]],
  won: [[523, 0], [659, 0.1], [784, 0.2]],
  right: [[660, 0], [880, 0.07]],
  wrong: [[180, 0]],
};
const LENGTH = 0.12; // seconds of a tone
const LOUD = 0.12; // of 1

export class Sound {
  #audio = null;

  constructor(memory) {
    this.memory = memory;
  }

  play(name) {
    if (this.memory.settings.sound !== "on") return;
    this.#audio ??= new AudioContext();
    if (this.#audio.state === "suspended") this.#audio.resume(); // until the first press
    for (const [pitch, after] of SOUNDS[name]) this.#tone(pitch, this.#audio.currentTime + after);
  }

  #tone(pitch, at) {
    const tone = new OscillatorNode(this.#audio, { type: "triangle", frequency: pitch });
    const volume = new GainNode(this.#audio, { gain: LOUD });
    volume.gain.setValueAtTime(LOUD, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
    tone.connect(volume).connect(this.#audio.destination);
    tone.start(at);
    tone.stop(at + LENGTH);
  }
}
