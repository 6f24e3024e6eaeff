// What all dialogs share, the simple dialogs (settings, help, sharing), and the keyboard shortcuts.
// One dialog is open at a time.

import { frame, LIGHT, PEG, placesOf, plate, STEP } from "./board-view.js";
import { button, copyOf, element, html, row, save, svg } from "./elements.js";
import { markWords, wordList } from "./glossary.js";
import { backupPart } from "./memory.js";
import { assessed } from "./position-editor.js";
import { writePlace } from "./router.js";
import { codeText, pegsOf } from "./rules.js";
import { fewestText, titled, wonText } from "./words.js";

export function show(id, title, ...children) {
  const dialog = element(id);
  const close = button("✕", () => dialog.close(), { "aria-label": "Close" });
  dialog.replaceChildren(
    html("header.row", html("h2", { id: `${id}-title` }, title), close),
    ...children.filter(Boolean),
  );
  // A press on the backdrop closes the dialog.
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
  };
  document.querySelectorAll("dialog[open]").forEach((other) => other === dialog || other.close());
  if (!dialog.open) dialog.showModal();
  return dialog;
}

// The form is a template of the page. Fill in the current settings.
export function showSettings(memory, changed) {
  const form = copyOf("settings-form");
  for (const [key, value] of Object.entries(memory.settings))
    form.querySelector(`[name=${key}][value=${value}]`).checked = true;
  form.addEventListener("change", ({ target: { name, value } }) => {
    memory.keep("settings", name, value);
    changed();
  });
  const taken = () => {
    changed();
    showSettings(memory, changed);
    document.querySelector("#settings .keeping button").focus();
  };
  show("settings", "Settings", form, backupPart(memory, taken));
}

export function showHelp() {
  const text = copyOf("help-text");
  const about = [...text.querySelectorAll("p")];
  show("help", "How to play", text, wordList());
  about.forEach(markWords);
}

// Keyboard shortcuts, which work everywhere except in text fields. The help lists them. The hand
// handles the keys of the board.
export function listenToKeys(table, act) {
  const rows = [...element("help-text").content.querySelectorAll("[data-deed]")];
  const deeds = new Map(rows.map((row) => [row.querySelector("kbd").textContent, row.dataset.deed]));
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!table.game || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select")) return;
    const deed = deeds.get(event.key.toUpperCase());
    if (deed && !table.editing) act(deed);
    else if (event.key === "?") showHelp();
    else if (event.key === "Escape") table.editing ? table.stopEditing() : act("close");
    else if (plays(event, table)) table.playOrPause();
    else return;
    event.preventDefault();
  });
}

// The space bar plays the jumps ahead, or pauses. On a button it presses the button.
export function plays({ key, target }, table) {
  return key === " " && !target.closest("button") && (table.game.next || table.playing);
}

// -- sharing --------------------------------------------------------------------------------------
//
// Sharing a game: a link, a picture (SVG or PNG), an animation, the position as text or as a code.

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
const LOCAL = "This link works on this computer only, because the game runs on it.";

// Whether an address works only on this computer.
export const isLocal = (address) => LOOPBACK.test(new URL(address).hostname);

// The address to share: that of the published page, if there is one.
export async function addressFor(provider, place) {
  return new URL(writePlace(place), (await provider.published()) ?? location.href).href;
}

export async function showSharing(table, hash, beginning) {
  const { board, code } = table;
  const worth = table.editing ? await checked(table) : null;
  const base = (await table.provider.published()) ?? location.href;
  const [link, start] = [hash, beginning].map((address) => new URL(address, base).href);
  const statusLine = html("p.quiet", { role: "status" });
  const text = board.picture(code, "\n");
  const lines = table.won && !table.editing ? [table.title || titled(board.name), wonText(table)] : [];
  const picture = new Picture(board, code, lines);
  const tell = ({ name, message }) => name === "AbortError" || (statusLine.textContent = message);
  const tryButton = (words, action) => button(words, () => action().catch(tell));
  show(
    "sharing",
    "Share",
    worth,
    html("div.shared", picture.svg(60)),
    row(
      canShareFiles() ? tryButton("Share the picture", () => picture.share(link)) : null,
      tryButton("Save PNG", () => picture.savePng()),
      tryButton("Save SVG", async () => picture.saveSvg()),
      table.game.at ? tryButton("Save animation", async () => picture.saveSvg(table.game)) : null,
    ),
    statusLine,
    linkField("Link to this game", link, "Peg solitaire"),
    table.daily ? field("Line for the puzzle of the day", dailyLine(table, start), { share: true }) : null,
    field("Position as text", text, { rows: text.split("\n").length + 1 }),
    field("Position as a code", `code:${code}`),
  );
}

// A link to copy or share, with a warning if it works only on this computer.
export function linkField(label, url, title) {
  return field(label, url, { share: { title, url }, more: isLocal(url) ? LOCAL : "" });
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
      statusLine.textContent = `Copied: ${label.toLowerCase()}. ${more}`;
    } catch {
      statusLine.textContent =
        "This browser does not allow copying: please select the text and copy it yourself.";
    }
  };
  const send = () => navigator.share(share === true ? { text } : share).catch(() => {}); // or the player closed it
  return html(
    "div",
    html("h3", label),
    box,
    row(button("Copy", copy), share && navigator.share ? button("Share …", send, { class: "main" }) : null),
    statusLine,
  );
}

// Check the edited puzzle, so that nobody shares one that cannot be solved.
async function checked({ board, code, editing, provider }) {
  if (!board.jumpsFrom(code).length) return html("p.bad", "No jump is possible from this position.");
  try {
    editing.checked ??= await provider.assess(board.spec, codeText(code));
    return assessed(editing.checked);
  } catch (error) {
    return html("p.quiet", `This could not be checked: ${error.message}`);
  }
}

// A line without spoilers, with a link to the start.
function dailyLine({ won, game, problem }, link) {
  const when = { day: "numeric", month: "long", year: "numeric" };
  const day = new Date().toLocaleDateString("en-GB", when);
  const best = problem.best === null ? "" : `, ${fewestText(problem)}`;
  const solved = `solved${game.helped ? " with help" : ""} in ${game.movesMade} moves${best}`;
  return `Peg solitaire, ${day}: ${won ? `${solved} ·` : "can you solve it?"} ${link}`;
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
    Object.assign(this, { board, code, lines });
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
    if (!blob) throw new Error("this browser could not make the picture");
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
