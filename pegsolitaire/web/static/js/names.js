// The names of built-in puzzles and the descriptions of their sets, which the data has in English, in
// the page's language. words/README.md explains the tables of a language.

import { fetched, languageNow, say } from "./say.js";
import { capital } from "./words.js";

let tables = /** @type {{[table: string]: any}} */ ({});
let loading = null;

export const takeNames = (found) => {
  tables = found;
};

// Load the tables. Without them the names are in English.
export const learnNames = () => (loading ??= load());

async function load() {
  if (languageNow() !== "en") takeNames(await fetched(`names/${languageNow()}`).catch(() => ({})));
}

// A name is one that stands alone, or a noun, usually with an adjective.
export function puzzleName(name) {
  const [, hole] = /^Vacancy (\w+)$/.exec(name) ?? [];
  if (hole) return say("title.vacancy", { hole });
  const { alone = {}, nouns = {}, adjectives = {} } = tables;
  const nounOf = (text) => nouns[text] ?? nouns[text.charAt(0).toLowerCase() + text.slice(1)];
  if (alone[name]) return alone[name];
  if (nounOf(name)) return capital(nounOf(name)[0]);
  const [adjective, ...rest] = name.split(" ");
  const [noun, gender] = nounOf(rest.join(" ")) ?? [];
  const forms = adjectives[adjective];
  return noun && forms ? capital((forms[gender] ?? forms).replace("{noun}", noun)) : name;
}

export const puzzleTitle = ({ set, puzzle }) => (set.own ? puzzle.name : puzzleName(puzzle.name));

export const descriptionOf = ({ description }) => tables.texts?.[description] ?? description;
