/** Answers that come line by line: cut anywhere, they are put together again. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake-document.js";
import { ServerError } from "../../src/loseta/web/js/net/api.js";
import { lines } from "../../src/loseta/web/js/net/lines.js";

const TOLD = [{ decisions: 2 }, { name: "Zoë ★" }, { ply: 3 }];

/** @param {Uint8Array[]} parts */
function answerWith(parts) {
  globalThis.fetch = async () => new Response(new ReadableStream({
    start(out) {
      for (const part of parts) out.enqueue(part);
      out.close();
    },
  }));
}

async function all() {
  const found = [];
  for await (const line of lines("/reviews", {}, new AbortController().signal)) found.push(line);
  return found;
}

test("an answer is read wherever it was cut, within a letter too", async () => {
  const bytes = new TextEncoder().encode(TOLD.map((each) => JSON.stringify(each) + "\n").join("\n"));
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const parts = [];
    for (let at = 0; at < bytes.length; at += size) parts.push(bytes.slice(at, at + size));
    answerWith(parts);
    assert.deepEqual(await all(), TOLD);
  }
});

test("a refusal carries the server's sentence", async () => {
  const error = { code: "bad_text", sentence: "No.", line: 2, column: 5 };
  globalThis.fetch = async () => new Response(JSON.stringify({ error }), { status: 422 });
  await assert.rejects(all(), (thrown) => {
    assert.ok(thrown instanceof ServerError);
    assert.deepEqual([thrown.code, thrown.message, thrown.status, thrown.place], ["bad_text", "No.", 422, error]);
    return true;
  });
});
