/** How far a guided game has come, and that every step of every guide has its words in every language. */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

await import("./fake-document.js");
const { begin, follow, ready, turnTo } = await import("../../src/loseta/web/js/guide/progress.js");
const { streakAfter } = await import("../../src/loseta/web/js/guide/what-next.js");

const WEB = new URL("../../src/loseta/web/", import.meta.url);

/** A table in few words: `hand` and what was played, as plies. @param {{hand?: object | null, mine?: number[], turn?: boolean}} table */
const table = ({ hand = null, mine = [], turn = true }) => (/** @type {number} */ since) => /** @type {any} */ ({
  hand,
  legal: turn ? [{ action: "1R2" }] : [],
  mine: mine.filter((ply) => ply > since),
});
const STEPS = /** @type {any[]} */ ([
  { id: "welcome", read: true, done: (/** @type {any} */ now) => now.hand || now.mine.length },
  { id: "take", done: (/** @type {any} */ now) => now.hand || now.mine.length },
  { id: "place", undone: (/** @type {any} */ now) => !now.hand && !now.mine.length },
  { id: "falls" },
  { id: "play", done: () => false },
]);

test("a step that is done makes way for the next, and each begins where the game stands", () => {
  let kept = begin("t1");
  kept = follow(STEPS, kept, table({}), 2);
  assert.equal(kept.step, 0);
  kept = turnTo(STEPS, kept, 1, table({}), 2);
  assert.deepEqual([kept.step, kept.ply], [1, 2]);
  kept = follow(STEPS, kept, table({ hand: {} }), 2);
  assert.equal(kept.step, 2);
  kept = follow(STEPS, kept, table({ mine: [3] }), 4);
  assert.deepEqual([kept.step, kept.ply], [3, 4]);
  assert.equal(follow(STEPS, kept, table({ mine: [3] }), 4), kept, "nothing new: nothing changes");
});

test("who plays at once is not held back", () => {
  const kept = follow(STEPS, begin("t1"), table({ hand: {} }), 2);
  assert.equal(kept.step, 2, "the welcome was not wanted");
});

test("who lets go of the tiles is asked to take some again", () => {
  const kept = { ...begin("t1"), step: 2, ply: 2 };
  assert.equal(follow(STEPS, kept, table({}), 2).step, 1);
});

test("back and forth by buttons, over what has no ground", () => {
  const at = table({});
  assert.equal(turnTo(STEPS, { ...begin("t1"), step: 1 }, 1, at, 2).step, 3, "nothing is in the hand to be placed");
  assert.equal(turnTo(STEPS, { ...begin("t1"), step: 3 }, -1, at, 2).step, 1);
  assert.equal(turnTo(STEPS, begin("t1"), -1, at, 2).step, 0);
  assert.equal(turnTo(STEPS, { ...begin("t1"), step: 4 }, 1, at, 2).step, 4, "the last one stays");
});

test("a turn that is taken back does not strand the guide", () => {
  const kept = follow(STEPS, { ...begin("t1"), step: 3, ply: 8 }, table({}), 4);
  assert.deepEqual([kept.step, kept.ply], [3, 4]);
});

test("while others play a step waits", () => {
  assert.equal(ready(STEPS[3], table({ turn: false })(0)), false);
  assert.equal(ready(STEPS[3], table({})(0)), true);
});

test("what is played before a step can be shown does not do it", () => {
  const moons = { id: "moons", when: (/** @type {any} */ now) => now.free };
  const steps = /** @type {any[]} */ ([moons, { id: "play", done: () => false }]);
  const at = (/** @type {boolean} */ free, /** @type {number[]} */ mine) => (/** @type {number} */ since) => ({ ...table({ mine })(since), free });
  let kept = follow(steps, begin("t1"), at(false, [1]), 1);
  kept = follow(steps, kept, at(false, [1, 2]), 2);
  assert.deepEqual([kept.step, kept.ply], [0, 2], "it waits for its ground");
  kept = follow(steps, kept, at(true, [1, 2, 3]), 4);
  assert.equal(kept.step, 0, "now it is said");
  assert.equal(follow(steps, kept, at(false, [1, 2, 3, 5]), 5).step, 1, "and done by the next move");
});

test("wins in a row count against one level of one game, and each game once", () => {
  const none = { against: "", tables: [] };
  const one = streakAfter(none, "t1", "azul greedy", true);
  assert.deepEqual(one, { against: "azul greedy", tables: ["t1"] });
  assert.equal(streakAfter(one, "t1", "azul greedy", true), one, "who looks again has not won again");
  assert.deepEqual(streakAfter(one, "t2", "azul greedy", true).tables, ["t1", "t2"]);
  assert.deepEqual(streakAfter(one, "t2", "azul greedy", false).tables, []);
  assert.deepEqual(streakAfter(one, "t2", "duel greedy", true).tables, ["t2"]);
});

/** @param {any} tree @param {string} prefix @param {Map<string, string>} into */
function texts(tree, prefix = "", into = new Map()) {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") into.set(prefix + key, value);
    else if ("other" in value) into.set(prefix + key, value.other);
    else texts(value, `${prefix}${key}.`, into);
  }
  return into;
}
/** @param {string} text */
const fields = (text) => [...text.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1]).sort();

test("every step has its words, in every language with the same fields", async () => {
  const folder = new URL("locales/guide/", WEB);
  const found = new Map();
  for (const name of await readdir(folder)) found.set(name, texts(JSON.parse(await readFile(new URL(name, folder), "utf-8"))));
  const english = found.get("en.json");
  for (const [name, words] of found) {
    assert.deepEqual([...words.keys()].sort(), [...english.keys()].sort(), name);
    for (const [key, text] of words) assert.deepEqual(fields(text), fields(english.get(key)), `${name} ${key}`);
  }
  for (const game of await readdir(new URL("js/games/", WEB))) {
    const file = new URL(`js/games/${game}/guide.js`, WEB);
    const source = await readFile(file, "utf-8").catch(() => "");
    if (!source) continue;
    const { guide } = await import(file.href);
    assert.ok(guide.steps.length > 5, game);
    const asked = [...guide.steps.map((/** @type {any} */ step) => step.id), ...[...source.matchAll(/key: (?:[^"\n]*\? )?"([a-z_]+)"(?: : "([a-z_]+)")?/g)].flatMap((match) => [match[1], match[2]]).filter(Boolean)];
    const missing = asked.filter((id) => !english.has(`guide.${game}.${id}.title`) && !english.has(`guide.${game}.did.${id}`));
    assert.deepEqual(missing, [], game);
    const idle = [...english.keys()].filter((key) => key.startsWith(`guide.${game}.`) && key.endsWith(".title")).map((key) => key.split(".")[2]).filter((id) => !asked.includes(id));
    assert.deepEqual(idle, [], `texts of ${game} that no step says`);
  }
});
