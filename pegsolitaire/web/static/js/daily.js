// The puzzle of the day: one for all who play on that date, easy on Mondays and hard on Sundays.
// Which puzzles there are for each day of the week comes with the gallery.

const DAY = 86_400_000;

// The days since 1970, of a date where the player is.
const numberOf = (date) =>
  Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);

// {set, puzzle}, or null where the gallery has none. Each list of the gallery is followed by one from a
// later day on, so that a day keeps its puzzle.
export function puzzleOfTheDay({ sets, daily = [] }, date = new Date()) {
  const day = numberOf(date);
  const fromMonday = (day + 3) % 7; // day 0 was a Thursday
  const pool = daily.findLast(({ since }) => since <= dayKey(date))?.days[fromMonday] ?? [];
  if (!pool.length) return null;
  const { set: name, puzzle: title } = pool[((day - fromMonday + 3) / 7) % pool.length];
  const set = sets.find((one) => one.name === name && !one.own);
  return { set, puzzle: set.puzzles.find((one) => one.name === title) };
}

// Whether a problem is the puzzle of the day.
export function isDaily(gallery, problem, date = new Date()) {
  const today = puzzleOfTheDay(gallery, date);
  if (!today || today.set.board.name !== problem.board) return false;
  const { start_code: code, problem_finish: finish } = today.puzzle;
  return code === problem.start_code && finish === problem.finish;
}

// What it is called: after its day and its picture; a theme would say how it is solved.
export const dailyName = (date = new Date(), { name, theme } = {}) =>
  `Puzzle of ${date.getDate()} ${date.toLocaleDateString("en", { month: "long" })}${theme === "Pictures" ? `: ${name}` : ""}`;

// A day as it is kept and as addresses have it: 2026-11-24; and the date of one, null where it is none.
export function dateOf(key) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(key) ?? [];
  const date = new Date(year, month - 1, day);
  return year && dayKey(date) === key ? date : null;
}

export const dayKey = (date = new Date()) =>
  new Date(numberOf(date) * DAY).toISOString().slice(0, 10);

// How many days in a row were solved up to now (today, or until yesterday while today's is not), and
// the most there were.
export function streaks(days, today = new Date()) {
  const numbers = [...days.keys()].map((key) => Date.parse(key) / DAY).sort((a, b) => a - b);
  const runs = new Map(); // day -> how many days in a row end with it
  for (const day of numbers) runs.set(day, (runs.get(day - 1) ?? 0) + 1);
  const now = numberOf(today);
  return {
    now: runs.get(now) ?? runs.get(now - 1) ?? 0,
    most: Math.max(0, ...runs.values()),
  };
}
