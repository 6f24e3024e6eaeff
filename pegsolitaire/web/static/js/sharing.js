// Handing a game on: a link, a picture (SVG, PNG), the position as text or as a code.

import { show } from "./dialogs.js";
import { html, svg } from "./svg.js";
import { assessed } from "./editor.js";
import { save } from "./files.js";
import { writePlace } from "./link.js";
import { codeText, pegsOf } from "./rules.js";
import { frame, PEG, plate, STEP } from "./board-view.js";
import { fewestText } from "./words.js";

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
const LOCAL = "This link works on this computer only, because the game runs on it.";

// Whether nobody else can open an address of this page.
export const isLocal = (address) => LOOPBACK.test(new URL(address).hostname);

// The address of a place, for others: that of the published page, where there is one.
export async function addressFor(provider, place) {
  return new URL(writePlace(place), (await provider.published()) ?? location.href).href;
}

export async function showSharing(table, hash, beginning) {
  const { board, code } = table;
  const worth = table.editing ? await checked(table) : null;
  const base = (await table.provider.published()) ?? location.href;
  const [link, start] = [hash, beginning].map((one) => new URL(one, base).href);
  const said = html("p", { role: "status", class: "quiet" });
  const picture = board.picture(code, "\n");
  const button = (words, does) =>
    html("button", { type: "button", onclick: () => does().catch((error) => (said.textContent = error.message)) }, words);
  show(
    "sharing",
    "Share",
    worth,
    linkField("Link to this game", link, "Peg solitaire"),
    table.daily ? field("Line for the puzzle of the day", dailyLine(table, start), { share: true }) : null,
    html("h3", {}, "Picture"),
    html(
      "div",
      { class: "row" },
      button("Save SVG", async () => saveSvg(board, code)),
      button("Save PNG", async () => save(await pngOf(board, code), `${board.name}.png`)),
      canShareFiles() ? button("Share the picture", async () => sharePicture(await pngOf(board, code), link)) : null,
    ),
    said,
    field("Position as text", picture, { rows: picture.split("\n").length + 1 }),
    field("Position as a code", `code:${code}`),
  ).classList.add("narrow");
}

// A link with what hands it on, and a word where it leads nobody here.
export function linkField(label, url, title) {
  return field(label, url, { share: { title, url }, more: isLocal(url) ? LOCAL : "" });
}

// A text to copy or, where the system has a sheet for that, to share.
export function field(label, text, { rows = 1, share = null, more = "" } = {}) {
  const box =
    rows > 1
      ? html("textarea", { readonly: true, rows, class: "picture", "aria-label": label }, text)
      : html("input", { readonly: true, value: text, "aria-label": label });
  const said = html("p", { role: "status", class: "quiet" }, more);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = `Copied: ${label.toLowerCase()}. ${more}`;
    } catch {
      said.textContent = "This browser does not allow copying: please select the text and copy it yourself.";
    }
  };
  const send = () => navigator.share(share === true ? { text } : share).catch(() => {}); // as when it is closed
  return html(
    "div",
    {},
    html("h3", {}, label),
    box,
    html(
      "div",
      { class: "row" },
      html("button", { type: "button", onclick: copy }, "Copy"),
      share && navigator.share ? html("button", { type: "button", class: "main", onclick: send }, "Share …") : null,
    ),
    said,
  );
}

const canShareFiles = () => Boolean(navigator.canShare?.({ files: [new File([""], "a.png", { type: "image/png" })] }));

const sharePicture = (blob, url) =>
  navigator.share({ files: [new File([blob], "peg-solitaire.png", { type: "image/png" })], text: url }).catch(() => {});

// What a puzzle that was made is worth: nobody should be handed one that cannot be solved.
async function checked({ board, code, editing, provider }) {
  if (!board.jumpsFrom(code).length)
    return html("p", { class: "bad" }, "No jump is possible from this position.");
  try {
    editing.checked ??= await provider.assess(board.spec, codeText(code));
    return assessed(editing.checked);
  } catch (error) {
    return html("p", { class: "quiet" }, `This could not be checked: ${error.message}`);
  }
}

// A line that gives nothing away, with a link to the start.
export function dailyLine({ won, game, problem }, link) {
  const day = new Date().toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  const best = problem.best === null ? "" : `, ${fewestText(problem)}`;
  return won
    ? `Peg solitaire, ${day}: solved${game.helped ? " with help" : ""} in ${game.movesMade} moves${best} · ${link}`
    : `Peg solitaire, ${day}: can you solve it? ${link}`;
}

// A colour of the page, as it is in the light; plain, as converters like it.
function lightColour(name) {
  const probe = html("span");
  probe.style.cssText = `color-scheme: light; color: var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

// A picture that needs no style sheet.
export function drawing(board, code, size = 60) {
  const places = board.points.map(([x, y]) => [Math.round(x * STEP), Math.round(y * STEP)]);
  const box = frame(places);
  const ground = plate(board, places);
  const stroke = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
  const paint = (element, attributes) =>
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  paint(ground.querySelector(".rim"), { ...stroke, stroke: lightColour("rim"), "stroke-width": 146 });
  paint(ground.querySelector(".ground"), { ...stroke, stroke: lightColour("plate"), "stroke-width": 138 });
  const stops = PEG.map(([name, offset]) => svg("stop", { offset, "stop-color": lightColour(name) }));
  const shade = svg("defs", {}, svg("radialGradient", { id: "peg" }, ...stops));
  const hole = lightColour("hole");
  const holes = places.map(([x, y]) => svg("circle", { cx: x, cy: y, r: 30, fill: hole }));
  const pegs = pegsOf(code).map((i) =>
    svg("circle", { cx: places[i][0], cy: places[i][1], r: 40, fill: "url(#peg)" }),
  );
  const scale = size / STEP;
  return svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: Math.round(box[2] * scale),
      height: Math.round(box[3] * scale),
      viewBox: box.join(" "),
    },
    shade,
    ground,
    ...holes,
    ...pegs,
  );
}

function textOf(board, code, size) {
  return new XMLSerializer().serializeToString(drawing(board, code, size));
}

function saveSvg(board, code) {
  save(new Blob([textOf(board, code)], { type: "image/svg+xml" }), `${board.name}.svg`);
}

async function pngOf(board, code) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(textOf(board, code, 120))}`;
  await image.decode();
  const canvas = html("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("this browser made no picture of it");
  return blob;
}
