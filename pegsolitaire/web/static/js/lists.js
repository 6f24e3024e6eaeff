// Lists of puzzles, in which a player goes on from one puzzle to the next: a set of the gallery, a
// ladder, the days of a month, chosen puzzles of a link, and positions that were missed in the storm.
//
// A list is a place with an address (router.js). A puzzle that is opened from a list has the address
// of the list behind its own.

import {
  dateOf,
  dayKey,
  idOf,
  laddersOf,
  ladderWord,
  puzzleOfTheDay,
  puzzlesNamed,
  puzzlesOf,
} from "./gallery.js";
import { writePlace } from "./router.js";
import { dateText, say, sayName } from "./say.js";
import { setTitle } from "./words.js";

// A list: {name, entries: [{set, puzzle, place}], isChosen}, each problem once. A puzzle that this page
// does not have is left out. `isChosen` says whether a link chose the puzzles, for example for a class.
export async function puzzlesIn(list, provider) {
  const gallery = await provider.puzzles();
  const { name, entries, isChosen = false } = await KINDS[list.kind](list, gallery, provider);
  const each = new Map(entries.map((entry) => [idOf(entry), entry]));
  const place = (entry, id) => ({ ...(entry.place ?? { kind: "puzzle", id }), list });
  return { name, isChosen, entries: [...each].map(([id, entry]) => ({ ...entry, place: place(entry, id) })) };
}

const KINDS = {
  set({ ids }, { sets }) {
    const set = sets.find(({ name }) => name === ids);
    if (set) return { name: setTitle(set), entries: puzzlesOf([set]) };
    return { name: say("list.chosen"), entries: puzzlesNamed(puzzlesOf(sets), ids), isChosen: true };
  },

  ladder({ theme: wanted }, gallery) {
    const { theme, rungs } = laddersOf(gallery).find(({ theme }) => ladderWord(theme) === wanted) ?? {};
    return { name: sayName(`theme.${theme}`, theme ?? ""), entries: rungs ?? [] };
  },

  // The days of a month until today.
  calendar({ month = dayKey().slice(0, 7) }, gallery) {
    const first = dateOf(`${month}-01`);
    const days = first ? Array.from({ length: 31 }, (_, i) => `${month}-${String(i + 1).padStart(2, "0")}`) : [];
    const entries = days
      .filter((day) => dateOf(day) && day <= dayKey())
      .map((day) => ({ ...puzzleOfTheDay(gallery, dateOf(day)), place: { kind: "daily", day } }))
      .filter(({ puzzle }) => puzzle);
    return { name: first ? dateText(first, { month: "long", year: "numeric" }) : "", entries };
  },

  async missed({ ids }, _, provider) {
    return { name: say("list.missed"), entries: puzzlesNamed(await stormPuzzles(provider), ids) };
  },
};

// The positions of the storm, as puzzles without a name and a rating.
export async function stormPuzzles(provider) {
  const [positions, documents] = await Promise.all([provider.storm(), provider.boards()]);
  const boards = new Map(documents.map((document) => [document.name, document]));
  return positions.map(({ board, position }) => stormPuzzle(boards.get(board), position));
}

export const stormPuzzle = (board, position) => ({
  set: { name: "storm", board },
  puzzle: { name: "", start: position, start_code: position, finish: "any", problem_finish: "any", best: null },
});

// Where a puzzle stands in its list: {name, number, all, before, next, address}, with the addresses of
// its neighbours and of the list. null if it is not in the list.
export async function standing(place, provider) {
  const { list } = place;
  const { name, entries } = await puzzlesIn(list, provider);
  const at = entries.findIndex(({ place: { id, day } }) => id === place.id && day === place.day);
  if (at < 0) return null;
  const address = (entry) => (entry ? writePlace(entry.place) : null);
  return {
    name,
    number: at + 1,
    all: entries.length,
    before: address(entries[at - 1]),
    next: address(entries[at + 1]),
    address: writePlace(list),
  };
}
