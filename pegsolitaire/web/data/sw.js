// Caches the page on the first visit, so that it then opens without its server or a network. The server
// or the export writes the list of files. A file that does not match its checksum is refused.

const FILES = {};
const VERSION = "";

const scope = new URL(self.registration.scope);
const prefix = `pegs ${scope.pathname} `;

addEventListener("install", (event) => event.waitUntil(cacheAll()));
addEventListener("activate", (event) => event.waitUntil(replaceOld()));
addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());

addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const path = pathname.slice(scope.pathname.length) || "index.html";
  const ours = origin === scope.origin && pathname.startsWith(scope.pathname) && path in FILES;
  if (event.request.method === "GET" && ours) event.respondWith(answer(path, event.request));
});

async function cacheAll() {
  const cache = await caches.open(prefix + VERSION);
  await Promise.all(Object.keys(FILES).map(async (path) => cache.put(path, await load(path))));
}

// Request index.html by its folder, because some hosts redirect from the file.
async function load(path) {
  const address = new URL(path === "index.html" ? "./" : path, scope);
  const answer = await fetch(address, { cache: "no-cache", integrity: FILES[path] });
  if (!answer.ok) throw new Error(`${path} is not there: the server answered ${answer.status}`);
  return new Response(await answer.blob(), { headers: answer.headers }); // without the redirect
}

async function replaceOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const old = names.filter((name) => name !== prefix + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(path, request) {
  const cache = await caches.open(prefix + VERSION);
  return (await cache.match(path)) ?? fetch(request);
}
