/** What the browser keeps, and what happens where it refuses to. */

import assert from "node:assert/strict";
import test from "node:test";

const { load, readText, store, writeText } = await import("../../src/loseta/web/js/core/storage.js");

/** A storage that keeps what it is given, or refuses to. */
class FakeStorage {
  constructor() {
    /** @type {Map<string, string>} */ this.kept = new Map();
    this.refuses = false;
  }

  /** @param {string} place */
  getItem(place) {
    return this.kept.get(place) ?? null;
  }

  /** @param {string} place @param {string} text */
  setItem(place, text) {
    if (this.refuses) throw new Error("no room left");
    this.kept.set(place, text);
  }

  /** @param {string} place */
  removeItem(place) {
    this.kept.delete(place);
  }
}

/** @returns {FakeStorage} */
function fake(where = "localStorage") {
  const storage = new FakeStorage();
  Object.defineProperty(globalThis, where, { value: storage, configurable: true });
  return storage;
}

test("a value is kept, read and removed", () => {
  const storage = fake();
  store("a", { n: 1 });
  assert.deepEqual(load("a"), { n: 1 });
  storage.kept.set("a", '{"n":2}');
  assert.deepEqual(load("a"), { n: 2 }, "another tab wrote it");
  store("a", null);
  assert.equal(load("a"), null);
  assert.equal(storage.kept.size, 0);
});

test("a tab has a storage of its own", () => {
  const [shared, own] = [fake(), fake("sessionStorage")];
  store("b", { n: 1 }, "sessionStorage");
  assert.deepEqual([shared.kept.size, own.kept.size], [0, 1]);
  assert.deepEqual(load("b", "sessionStorage"), { n: 1 });
});

test("what cannot be read counts as nothing", () => {
  fake().kept.set("c", "{");
  assert.equal(load("c"), null);
});

test("what is refused lasts as long as the page", () => {
  const storage = fake();
  writeText("d", "old");
  storage.refuses = true;
  writeText("d", "new");
  assert.equal(readText("d"), "new");
  storage.refuses = false;
  writeText("d", "newer");
  assert.deepEqual([readText("d"), storage.kept.get("d")], ["newer", "newer"]);
});

test("a page without a storage works", () => {
  Object.defineProperty(globalThis, "localStorage", { get: () => assert.fail("not allowed"), configurable: true });
  store("e", { n: 1 });
  assert.deepEqual(load("e"), { n: 1 });
  assert.equal(load("f"), null);
});
