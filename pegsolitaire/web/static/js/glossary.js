// Explains the words of the game where they appear. Each is underlined, and its explanation opens
// when the player points at it, focuses it or presses it.

import { button, html, isVisible } from "./elements.js";
import { say } from "./say.js";

const TICK = 250; // milliseconds between checks that the explained word is still visible
let watch = null;
let words = null; // {terms, byForm: form -> term, pattern that finds the forms}
let styled = null; // resolves once the style sheet is loaded, or cannot be
const TIP = "gloss";

// Load the words, and the style sheet of lessons and explanations, which the first frame does not need.
// Without the words nothing is explained. Texts that were marked before stay as they are.
export async function learnWords(provider) {
  styled ??= new Promise((done) => {
    document.head.append(html("link", { rel: "stylesheet", href: "lessons.css", onload: done, onerror: done }));
  });
  await Promise.all([styled, words ?? loadTerms(provider).catch(() => {})]);
}

async function loadTerms(provider) {
  const terms = await provider.glossary();
  const byForm = new Map(
    terms.flatMap((term) => [term.name, ...term.forms].map((form) => [form.toLowerCase(), term])),
  );
  const forms = [...byForm.keys()].sort((a, b) => b.length - a.length).map(escaped);
  document.documentElement.dataset.glossary = "yes";
  words = {
    terms,
    byForm,
    pattern: new RegExp(`(?<![\\p{L}\\d-])(?:${forms.join("|")})(?![\\p{L}\\d-])`, "giu"),
  };
}

// Underline words in the texts of an element: each word once, and none inside a button.
export function markWords(element) {
  if (!words) return;
  const seen = new Set();
  for (const text of textsOf(element)) {
    const parts = [];
    let from = 0;
    for (const { 0: form, index } of text.data.matchAll(words.pattern)) {
      const term = words.byForm.get(form.toLowerCase());
      if (seen.has(term)) continue;
      seen.add(term);
      parts.push(text.data.slice(from, index), termButton(form, term));
      from = index + form.length;
    }
    if (parts.length) text.replaceWith(...parts, text.data.slice(from));
  }
}

function textsOf(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (text) =>
    text.parentElement.closest("button, a, summary, h2, h3, dt, kbd, [data-plain]")
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  /** @type {any[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function termButton(form, term) {
  const tell = () => showTip(word, term);
  const byMouse =
    (action) =>
    ({ pointerType }) =>
      pointerType === "mouse" && action();
  const word = button(form, tell, {
    class: "term",
    onfocus: tell,
    onblur: hideTip,
    onpointerenter: byMouse(tell),
    onpointerleave: byMouse(hideTip),
    onkeydown: (event) => {
      if (event.key !== "Escape" || !document.getElementById(TIP)) return;
      hideTip();
      event.preventDefault();
      event.stopPropagation();
    },
  });
  return word;
}

// Put the tip in the word's dialog, because a dialog covers everything outside it.
function showTip(button, { name, text }) {
  hideTip();
  const tip = html("div", { id: TIP, role: "tooltip" }, html("strong", name), ` ${text}`);
  (button.closest("dialog") ?? document.body).append(tip);
  button.setAttribute("aria-describedby", TIP);
  const word = button.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(word.left, innerWidth - width - 8));
  const above = word.top - height - 8;
  const top = above >= 8 ? above : Math.min(word.bottom + 8, innerHeight - height - 8);
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
  watch = setInterval(() => isVisible(button) || hideTip(), TICK);
}

function hideTip() {
  clearInterval(watch);
  document.getElementById(TIP)?.remove();
  document.querySelector(`[aria-describedby=${TIP}]`)?.removeAttribute("aria-describedby");
}

// The list of all words, for the help.
export function wordList() {
  if (!words) return "";
  const rows = words.terms.flatMap(({ name, text }) => [html("dt", name), html("dd", text)]);
  return html("details.words", html("summary", say("help.words")), html("dl", rows));
}
