// The player's rating: the strength that explains the results at rated puzzles best.
//
// A player and a puzzle of equal rating are even: one try in two succeeds. 400 points more make
// success ten times as likely against failure, as in chess. For every strength the page keeps how
// well it explains the results so far; the rating is the mean of these strengths. Old results count
// half after a year. The first three puzzles find the rating; after them, a puzzle changes it by at
// most 60 points, never down when it was solved and never up when it was lost.

const DAY = 86_400_000;

const PLACING = 3; // puzzles before a rating is shown
const MOST_CHANGE = 60; // points a puzzle after that
const HALF_LIFE = 365; // days

const STRENGTHS = Array.from({ length: 141 }, (_, i) => 200 + 25 * i);
// What is known of a new player: most are near 1500.
const NEW = { mean: 1500, deviation: 350 };
const EXPECTED = STRENGTHS.map((strength) => -((strength - NEW.mean) ** 2) / (2 * NEW.deviation ** 2));
const WIDTH = 1.28; // deviations on both sides of the rating, within which four players in five are

// A player with a rating of 1500 solves half of the puzzles of 10 bits, the easiest of the medium ones.
export const ratingOf = (bits) => 1000 + 50 * bits;

// The chance that a player of a strength solves a puzzle of a rating.
export const chanceOf = (strength, rating) => 1 / (1 + 10 ** ((rating - strength) / 400));

// The mean and the deviation of the strengths, from the logarithms of how well they explain the
// results.
function summary(logs) {
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const all = weights.reduce((sum, weight) => sum + weight);
  const mean = weights.reduce((sum, weight, i) => sum + weight * STRENGTHS[i], 0) / all;
  const square = weights.reduce((sum, weight, i) => sum + weight * (STRENGTHS[i] - mean) ** 2, 0) / all;
  return { mean, deviation: Math.sqrt(square) };
}

// The rating after all results, stored as "2026-11-27T09:30:00.000Z 12.5 1": the time, the bits of
// the puzzle, and 1 if it was solved alone. Results are sorted by time, so that all tabs agree and a
// loaded file can add results. `rating` is null until three puzzles were played, `missing` says how
// many are left until then, and the strength is between `low` and `high` in four cases of five.
export function skillOf(results, now = Date.now()) {
  const tries = [...results].sort().map((text) => text.split(" "));
  let logs = EXPECTED; // how well each strength explains the results
  let last = null;
  let rating = NEW.mean;
  const forget = (time) => {
    const days = last === null ? 0 : Math.max(0, time - last) / DAY;
    const share = 0.5 ** (days / HALF_LIFE);
    logs = logs.map((log, i) => EXPECTED[i] + share * (log - EXPECTED[i]));
    last = time;
  };
  for (const [number, [when, bits, score]] of tries.entries()) {
    forget(Date.parse(when));
    const solved = score === "1";
    logs = logs.map((log, i) => {
      const chance = chanceOf(STRENGTHS[i], ratingOf(Number(bits)));
      return log + Math.log(solved ? chance : 1 - chance);
    });
    rating = number < PLACING ? summary(logs).mean : changed(rating, summary(logs).mean, solved);
  }
  forget(now);
  const half = WIDTH * summary(logs).deviation;
  const round = (value) => 10 * Math.round(value / 10);
  const games = tries.length;
  return {
    rating: games < PLACING ? null : Math.round(rating),
    low: round(rating - half),
    high: round(rating + half),
    games,
    missing: Math.max(0, PLACING - games),
  };
}

// A rating after a puzzle, moved towards `mean`.
function changed(rating, mean, solved) {
  const by = Math.max(-MOST_CHANGE, Math.min(MOST_CHANGE, mean - rating));
  return rating + (solved ? Math.max(0, by) : Math.min(0, by));
}

// Of entries {set, puzzle}, the one whose difficulty is nearest to the player's strength; null if
// there is none. It finds a rating fastest.
export function fittingPuzzle(entries, results) {
  const { low, high } = skillOf(results);
  const off = ({ puzzle }) => Math.abs(ratingOf(puzzle.rating) - (low + high) / 2);
  const rated = entries.filter(({ puzzle }) => puzzle.rating !== null);
  return rated.reduce((best, entry) => (best && off(best) <= off(entry) ? best : entry), null);
}
