// Small helpers for maps: grouped items, and promises that are made once.

// A map from keys to the items that have them, in order.
export function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (groups.has(key)) groups.get(key).push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

// Make a promise once and cache it. If it fails, the next call tries again.
export function once(cache, key, make) {
  if (!cache.has(key)) {
    const promise = make();
    promise.catch(() => cache.delete(key));
    cache.set(key, promise);
  }
  return cache.get(key);
}
