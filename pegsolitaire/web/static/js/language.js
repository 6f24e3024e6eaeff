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
