// The sentences of the page. They stand in words/<language>.json under flat keys, so that a language
// is a file. An entry is a text, or its plural forms, chosen by the gap `count`.

let words = {};
let language = "en";
let plural = new Intl.PluralRules(language);

export function takeWords(entries, name = "en") {
  words = entries;
  language = name;
  plural = new Intl.PluralRules(name);
}

// The answer is shared, because several scripts of a page may need the words.
let loading = null;

// Load the words of a language, or the English ones if they cannot be loaded. Resolves to whether the
// page speaks that language.
export function loadWords(name = "en") {
  const load = async () => {
    const entries = await fetched(name).catch((error) => {
      if (name === "en") throw error;
      return null;
    });
    takeWords(entries ?? (await fetched("en")), entries ? name : "en");
    document.documentElement.lang = language;
    return entries !== null;
  };
  return (loading ??= load());
}

// A file in the folder of words.
export async function fetched(name) {
  const answer = await fetch(new URL(`../words/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`words/${name}.json: ${answer.status}`);
  return answer.json();
}

// The language of the page.
export const languageNow = () => language;

// What a worker needs to speak the same language: the arguments of `takeWords`.
export const wordsNow = () => /** @type {[any, string]} */ ([words, language]);

// A name that the page may know: the words of the key, if there are any.
export const sayName = (key, name) => (key in words ? say(key) : name);

// A sentence with its gaps filled. Numbers are written as in the language.
export function say(key, gaps = {}) {
  return textOf(key, gaps).replace(/\{(\w+)\}/g, (_, name) => written(gaps[name]));
}

// The same as a list of texts and elements, for gaps that are elements.
export const sayWith = (key, gaps) =>
  textOf(key, gaps)
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 ? written(gaps[part]) : part));

function textOf(key, /** @type {{count?: any}} */ { count }) {
  const entry = words[key] ?? key;
  return typeof entry === "string" ? entry : (entry[plural.select(Number(count))] ?? entry.other);
}

const written = (value) => (["number", "bigint"].includes(typeof value) ? numberText(value) : value);

// A number of things: "1 peg", "1,200 pegs".
export const counted = (count, thing) => say(`count.${thing}`, { count });

export const numberText = (number, options) => number.toLocaleString(language, options);

export const dateText = (date, options) =>
  date.toLocaleDateString(language === "en" ? "en-GB" : language, options);

// Fill in the fixed texts of a document or a template: data-words names the entry of the text, and
// data-words-title that of an attribute. The documents themselves are in English.
export function fillWords(root) {
  for (const element of root.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      if (name === "data-words") element.textContent = say(value);
      else if (name.startsWith("data-words-")) element.setAttribute(name.slice(11), say(value));
    }
    if (element.localName === "template") fillWords(element.content);
  }
}

// -- which language the page speaks ------------------------------------------------------------------

// The languages of the page, each by its own name. A language is a file of words and a line here:
// see words/README.md.

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  pt: "Português",
};

// The language that the address asks for (?lang=de), that the player chose, or that the browser
// prefers.
export function chooseLanguage({ asked = null, chosen = null, preferred = [] }) {
  const names = [asked, chosen, ...preferred.map((tag) => tag.split("-")[0].toLowerCase())];
  return names.find((name) => Object.hasOwn(LANGUAGES, name)) ?? "en";
}

export const languageHere = () =>
  chooseLanguage({
    asked: new URLSearchParams(location.search).get("lang"),
    chosen: chosenHere(),
    preferred: [...navigator.languages],
  });

// The words are loaded before the settings are read (memory.js), because reading may need words.
function chosenHere() {
  try {
    return JSON.parse(localStorage.getItem("pegs.settings"))?.language;
  } catch {
    return null;
  }
}

// Load the page again in the language that the player has just chosen.
export function speakAnew() {
  const address = new URL(location.href);
  if (!address.searchParams.has("lang")) return location.reload();
  address.searchParams.delete("lang");
  return location.replace(address);
}
