// Position classes: sets of holes whose parity no jump changes. The same as `kept_parity` and
// `kept_parities` of the library, against which tests/browser/test_parity.py holds this file.

import { count, pegsOf } from "./rules.js";

const MOST = 10; // invariants that sums are made of

// The fewest holes on which a code has an odd number of pegs and each of others an even one, or
// the other way about; null where no such set tells them all apart.
function keptParity(invariants, code, others) {
  let best = null;
  for (const region of sums(invariants.slice(0, MOST))) {
    const tells = others.every((other) => count((code ^ other) & region) % 2);
    if (tells && (best === null || isLess(region, best))) best = region;
  }
  return best && pegsOf(best);
}

// Several codes in parts, each with the holes that tell it from one: [{region, others}]. All are one
// part where that can be; the region of those that share its class is null.
export function keptParities(invariants, code, others) {
  const region = keptParity(invariants, code, others);
  if (region) return [{ region, others }];
  const parts = new Map();
  for (const other of others) {
    const region = keptParity(invariants, code, [other]);
    const part = parts.get(String(region)) ?? { region, others: [] };
    part.others.push(other);
    parts.set(String(region), part);
  }
  return [...parts.values()];
}

// The sums of some sets of holes, as codes.
function sums(invariants) {
  const masks = invariants.map((holes) => holes.reduce((sum, i) => sum | (1n << BigInt(i)), 0n));
  return masks.reduce((found, mask) => [...found, mask, ...found.map((one) => one ^ mask)], []);
}

function isLess(one, other) {
  const [few, many] = [count(one), count(other)];
  return few < many || (few === many && one < other);
}
