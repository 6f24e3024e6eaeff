// Handing a game on: a link, a picture (SVG, PNG), the position as text or as a code.

import { show } from "./dialogs.js";
import { html, svg } from "./svg.js";
import { assessed } from "./editor.js";
import { save } from "./files.js";
import { codeText, pegsOf } from "./rules.js";
import { frame, PEG, plate, STEP } from "./board-view.js";
import { fewestText } from "./words.js";

export async function showSharing(table, link, beginning) {
  const { board, code } = table;
  const worth = table.editing ? await checked(table) : null;
  const said = html("p", { role: "status", class: "quiet" });
  const copy = (text, what) => async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = `Copied: ${what}.`;
    } catch {
      said.textContent =
        "This browser does not allow copying: please select the text and copy it yourself.";
    }
  };
  const field = (label, text, rows) => {
    const box =
      rows > 1
        ? html("textarea", { readonly: true, rows, class: "picture", "aria-label": label }, text)
        : html("input", { readonly: true, value: text, "aria-label": label });
    return html(
      "div",
      {},
      html("h3", {}, label),
      box,
      html(
        "div",
        { class: "row" },
        html("button", { type: "button", onclick: copy(text, label.toLowerCase()) }, "Copy"),
      ),
    );
  };
  const picture = board.picture(code, "\n");
  show(
    "sharing",
    "Share",
    worth,
    field("Link to this game", link, 1),
    ...(table.daily ? [field("Line for the puzzle of the day", dailyLine(table, beginning), 1)] : []),
    field("Position as text", picture, picture.split("\n").length + 1),
    field("Position as a code", `code:${code}`, 1),
    html("h3", {}, "Picture"),
    html(
      "div",
      { class: "row" },
      html("button", { type: "button", onclick: () => saveSvg(board, code) }, "Save SVG"),
      html(
        "button",
        {
          type: "button",
          onclick: () => savePng(board, code).catch((error) => (said.textContent = error.message)),
        },
        "Save PNG",
      ),
    ),
    said,
  ).classList.add("narrow");
}

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

async function savePng(board, code) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(textOf(board, code, 120))}`;
  await image.decode();
  const canvas = html("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("this browser made no picture of it");
  save(blob, `${board.name}.png`);
}
