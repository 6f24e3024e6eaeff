// How good the player is, by Glicko (Mark Glickman, "The Glicko system"): a rating, and how sure it is.
// The first result at each rated puzzle moves it, as a game against the puzzle, whose rating stays.

const Q = Math.log(10) / 400;
const NEW = { rating: 1500, rd: 350 };
const PUZZLE_RD = 50;
const LEAST_RD = 45; // below it the rating would hardly move
const DRIFT = 120; // of the square of the deviation, a day: after three years nothing is sure
const DAY = 86_400_000;

const weight = (rd) => 1 / Math.sqrt(1 + (3 * Q * Q * rd * rd) / Math.PI ** 2);

// A rating after games against `others`: [{rating, rd, score}].
export function rated({ rating, rd }, others) {
  let [sure, sum] = [1 / rd ** 2, 0];
  for (const other of others) {
    const g = weight(other.rd);
    const expected = 1 / (1 + 10 ** ((-g * (rating - other.rating)) / 400));
    sure += (Q * g) ** 2 * expected * (1 - expected);
    sum += g * (other.score - expected);
  }
  return { rating: rating + (Q / sure) * sum, rd: Math.sqrt(1 / sure) };
}

// Whoever has 1500 solves every second puzzle of 10 bits, where the medium ones begin.
export const ratingOf = (bits) => 1000 + 50 * bits;

// The rating after all results, as the memory keeps them: "2026-11-27T09:30:00.000Z 12.5 1". The order of
// the results is that of their times, so that the tabs of a browser agree, and a file adds to it.
export function skillOf(results, now = Date.now()) {
  const games = [...results].sort().map((text) => text.split(" "));
  let [player, last] = [NEW, null];
  const wait = (time) => {
    const days = last === null ? 0 : Math.max(0, time - last) / DAY;
    player = { ...player, rd: Math.min(NEW.rd, Math.hypot(Math.max(player.rd, LEAST_RD), Math.sqrt(DRIFT * days))) };
    last = time;
  };
  for (const [when, bits, score] of games) {
    wait(Date.parse(when));
    player = rated(player, [{ rating: ratingOf(Number(bits)), rd: PUZZLE_RD, score: Number(score) }]);
  }
  wait(now);
  return { rating: Math.round(player.rating), rd: Math.round(player.rd), games: games.length };
}
