// What all dialogs share, and the simple dialogs (settings, help, sharing). One dialog is open at a
// time.

import { frame, LIGHT, PEG, placesOf, plate, STEP } from "./board-view.js";
import { button, copyOf, element, html, openDialogs, row, save, svg } from "./elements.js";
import { markWords, wordList } from "./glossary.js";
import { backupPart } from "./backup.js";
import { assessed } from "./position-editor.js";
import { writePlace } from "./router.js";
import { count, pegsOf } from "./rules.js";
import { counted, LANGUAGES, say, speakAnew } from "./say.js";
import { boardTitle, SQUARES, wonText } from "./words.js";

export function show(id, title, ...children) {
  const dialog = element(id);
  const close = button("✕", () => dialog.close(), { "aria-label": say("dialog.close") });
  dialog.replaceChildren(
    html("header.row", html("h2", { id: `${id}-title` }, title), close),
    ...children.filter(Boolean),
  );
  // A press on the backdrop closes the dialog.
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
  };
  openDialogs().forEach((other) => other === dialog || other.close());
  if (!dialog.open) dialog.showModal();
  return dialog;
}

// The form is a template of the page. Fill in the current settings.
export function showSettings(memory, changed) {
  const form = copyOf("settings-form");
  for (const [value, name] of Object.entries(LANGUAGES)) {
    const choice = html("input", { type: "radio", name: "language", value });
    form.querySelector(".languages").append(html("label", choice, html("span", { lang: value }, name)));
  }
  for (const [key, value] of Object.entries(memory.settings))
    form.querySelector(`[name=${key}][value=${value}]`).checked = true;
  form.addEventListener("change", ({ target: { name, value } }) => {
    memory.keep("settings", name, value);
    if (name === "language") speakAnew();
    else changed();
  });
  const taken = () => {
    changed();
    showSettings(memory, changed);
    element("settings").querySelector(".keeping button").focus();
  };
  show("settings", say("settings.title"), form, backupPart(memory, taken));
}

export function showHelp() {
  const text = copyOf("help-text");
  const about = [...text.querySelectorAll("p")];
  show("help", say("help.title"), text, wordList());
  about.forEach(markWords);
}

// -- sharing --------------------------------------------------------------------------------------
//
// Sharing a game: a text with a square for each move, a link with or without the moves, a picture (SVG
// or PNG), an animation, the position as text or as a code.

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

// Whether an address works only on this computer.
export const isLocal = (address) => LOOPBACK.test(new URL(address).hostname);

// The address to share is that of the published page, if there is one.
export const baseOf = async (provider) => (await provider.published()) ?? location.href;
export const addressFor = async (provider, place) => new URL(writePlace(place), await baseOf(provider)).href;

export async function showSharing(controller, hash, beginning) {
  const { state } = controller;
  const { board, code, game, editing } = state;
  const worth = editing ? await checked(controller) : null;
  const base = await baseOf(controller.provider);
  const [link, start] = [hash, beginning].map((address) => new URL(address, base).href);
  const statusLine = html("p.quiet", { role: "status" });
  const text = board.picture(code, "\n");
  const lines = state.won && !editing ? [state.title || boardTitle(state), wonText(state)] : [];
  const picture = new Picture(board, code, lines);
  const tell = ({ name, message }) => name === "AbortError" || (statusLine.textContent = message);
  const tryButton = (words, action) => button(words, () => action().catch(tell));
  show(
    "sharing",
    say("share.title"),
    worth,
    editing ? null : field(say("share.result"), resultText(state, start), { rows: 4, share: true }),
    start === link || editing ? null : linkField(say("share.start"), start, say("share.name")),
    linkField(say("share.link"), link, say("share.name")),
    html("div.shared", picture.svg(60)),
    row(
      canShareFiles() ? tryButton(say("share.picture"), () => picture.share(link)) : null,
      tryButton(say("share.savePng"), () => picture.savePng()),
      tryButton(say("share.saveSvg"), async () => picture.saveSvg()),
      game.at ? tryButton(say("share.animation"), async () => picture.saveSvg(game)) : null,
    ),
    statusLine,
    field(say("share.text"), text, { rows: text.split("\n").length + 1 }),
    field(say("share.code"), `code:${code}`),
  );
}

// A link to copy or share, with a warning if it works only on this computer.
export function linkField(label, url, title) {
  return field(label, url, { share: { title, url }, more: isLocal(url) ? say("share.local") : "" });
}

// A text to copy or, if the system supports it, to share.
export function field(label, text, { rows = 1, share = null, more = "" } = {}) {
  const box =
    rows > 1
      ? html("textarea.picture", { readonly: true, rows, "aria-label": label }, text)
      : html("input", { readonly: true, value: text, "aria-label": label });
  const statusLine = html("p.quiet", { role: "status" }, more);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      statusLine.textContent = say("share.copied", { label, more });
    } catch {
      statusLine.textContent = say("share.cannotCopy");
    }
  };
  const send = () => navigator.share(share === true ? { text } : share).catch(() => {}); // or the player closed it
  return html(
    "div",
    html("h3", label),
    box,
    row(
      button(say("share.copy"), copy),
      share && navigator.share ? button(say("share.send"), send, { class: "main" }) : null,
    ),
    statusLine,
  );
}

// Check the edited puzzle, so that nobody shares one that cannot be solved.
async function checked(controller) {
  const { board, code } = controller.state;
  if (!board.jumpsFrom(code).length) return html("p.bad", say("share.noJump"));
  try {
    return assessed(await controller.assess());
  } catch (error) {
    return html("p.quiet", say("share.unchecked", error));
  }
}

const IN_A_ROW = 10; // squares

// A game as a text that gives nothing away, with a square for each move.
export function resultText(state, link) {
  const { won, stuck, title, game } = state;
  const squares = state.ways.map((way) => SQUARES[way]);
  const rows = Array.from({ length: Math.ceil(squares.length / IN_A_ROW) }, (_, i) =>
    squares.slice(i * IN_A_ROW, (i + 1) * IN_A_ROW).join(""),
  );
  const left = stuck ? counted(count(game.code), "pegLeft") : say("share.ask");
  return [
    [say("share.name"), title, boardTitle(state)].filter(Boolean).join(" · "),
    won ? wonText(state) : left,
    ...(won || stuck ? rows : []),
    link,
  ].join("\n");
}

// A colour of the light theme, in a form that image converters understand.
function lightColour(name) {
  const probe = html("span");
  probe.style.cssText = `color-scheme: light; color: var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const FRAME = 0.8; // seconds per position in an animation
const END = 3; // additional frames for the last position
const LINE = 64; // height of a line below a picture, in hundredths of a step

// A picture that needs no style sheet, with lines of text below the board.
class Picture {
  constructor(board, code, lines) {
    this.board = board;
    this.code = code;
    this.lines = lines;
  }

  // Several codes make an animation.
  svg(size, codes = [this.code]) {
    const { board, lines } = this;
    const places = placesOf(board);
    const [left, top, width, height] = frame(places);
    const wood = plate(board, places);
    const stroke = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
    const paint = (shape, attributes) =>
      Object.entries(attributes).forEach(([key, value]) => shape.setAttribute(key, value));
    paint(wood.querySelector(".rim"), { ...stroke, stroke: lightColour("rim"), "stroke-width": 146 });
    paint(wood.querySelector(".ground"), { ...stroke, stroke: lightColour("plate"), "stroke-width": 138 });
    const stops = PEG.map(([name, offset]) => svg("stop", { offset, "stop-color": lightColour(name) }));
    const shade = svg("defs", svg("radialGradient#peg", LIGHT, stops));
    const hole = lightColour("hole");
    const holes = places.map(([x, y]) => svg("circle", { cx: x, cy: y, r: 30, fill: hole }));
    const time = { dur: `${codes.length * FRAME}s`, calcMode: "discrete", repeatCount: "indefinite" };
    const there = codes.map((code) => new Set(pegsOf(code)));
    const pegs = places.flatMap(([x, y], i) => {
      const values = there.map((peg) => +peg.has(i));
      const change = svg("animate", { attributeName: "opacity", values: values.join(";"), ...time });
      const peg = svg("circle", { cx: x, cy: y, r: 40, fill: "url(#peg)" }, values.includes(0) ? change : "");
      return values.includes(1) ? [peg] : [];
    });
    const whole = [left, top, width, height + (lines.length ? (lines.length + 0.5) * LINE : 0)];
    const scale = size / STEP;
    const back = { x: left, y: top, width, height: whole[3], fill: lightColour("page") };
    return svg(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: Math.round(width * scale),
        height: Math.round(whole[3] * scale),
        viewBox: whole.join(" "),
      },
      shade,
      lines.length ? svg("rect", back) : "",
      wood,
      holes,
      pegs,
      lines.map((line, i) => this.#line(line, left + width / 2, top + height + (i + 0.6) * LINE, width)),
    );
  }

  #line(text, x, y, width) {
    const size = Math.min(0.65 * LINE, (1.75 * width) / text.length);
    const look = {
      "font-family": "Georgia, serif",
      "font-size": size,
      "text-anchor": "middle",
      fill: lightColour("ink"),
    };
    const line = svg("text", { x, y, ...look });
    line.textContent = text;
    return line;
  }

  #text(size, codes) {
    return new XMLSerializer().serializeToString(this.svg(size, codes));
  }

  // Save the position, or an animation of the game up to it that pauses before it repeats.
  saveSvg(game = null) {
    const codes = game ? [...game.codes.slice(0, game.at + 1), ...Array(END).fill(game.code)] : undefined;
    const name = `${this.board.name}${game ? "-game" : ""}.svg`;
    save(new Blob([this.#text(60, codes)], { type: "image/svg+xml" }), name);
  }

  async #png() {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(this.#text(120))}`;
    await image.decode();
    const canvas = html("canvas", { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error(say("share.noPicture"));
    return blob;
  }

  async savePng() {
    save(await this.#png(), `${this.board.name}.png`);
  }

  // Share the picture with the device's own apps.
  async share(link) {
    const file = new File([await this.#png()], `${this.board.name}.png`, { type: "image/png" });
    await navigator.share({ files: [file], text: [...this.lines, link].join("\n") });
  }
}

const canShareFiles = () =>
  navigator.canShare?.({ files: [new File([], "board.png", { type: "image/png" })] }) ?? false;
