// A server that is slow, gone for a moment, or gone for good.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import "./english.js";

import { Server } from "../js/provider.js";

globalThis.document = { baseURI: "http://localhost/" };
const answer = (body) => new Response(JSON.stringify(body));
const tick = () => new Promise((resolve) => setImmediate(resolve));

let sources;
beforeEach(() => {
  mock.timers.reset();
  sources = [];
  globalThis.EventSource = class {
    constructor(url) {
      sources.push(Object.assign(this, { url, closed: false }));
    }
    close() {
      this.closed = true;
    }
  };
});

async function follow(signal = new AbortController().signal) {
  globalThis.fetch = async () => answer({ id: "1a", state: "running" });
  const reports = [];
  const end = new Server().prepare({}, false, (job) => reports.push(job), signal);
  end.catch(() => {});
  await tick();
  return { reports, end };
}

const say = (job) => sources.at(-1).onmessage({ data: JSON.stringify(job) });

test("interrupted events are followed again", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { reports, end } = await follow();
  say({ state: "running", done: 1 });
  for (let lost = 0; lost < 5; lost += 1) {
    sources.at(-1).onerror();
    mock.timers.tick(2000);
  }
  assert.equal(sources.length, 6);
  assert.ok(sources.slice(0, -1).every((source) => source.closed));
  say({ state: "done" });
  assert.equal((await end).state, "done");
  assert.equal(reports.length, 2);
});

test("the server counts as gone after several tries", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { end } = await follow();
  for (let lost = 0; lost < 8; lost += 1) {
    sources.at(-1).onerror();
    mock.timers.tick(2000);
  }
  await assert.rejects(end, /The server does not answer\. You can play on/);
  assert.equal(sources.length, 8);
});

test("an aborted request gets no further reports", async () => {
  const listening = new AbortController();
  const { end } = await follow(listening.signal);
  listening.abort();
  assert.equal(await end, null);
  assert.ok(sources[0].closed);
});

test("a server that hangs times out", async () => {
  const patience = AbortSignal.timeout;
  AbortSignal.timeout = (time) => {
    assert.ok(time <= 150_000);
    return AbortSignal.abort();
  };
  globalThis.fetch = async (_, { signal }) => {
    signal.throwIfAborted();
  };
  await assert.rejects(new Server().why({}, "code:1"), /took too long to answer\. Please try again/);
  AbortSignal.timeout = patience;
  globalThis.fetch = async () => {
    throw new TypeError("no network");
  };
  await assert.rejects(new Server().why({}, "code:1"), /does not answer/);
});
