/** The tree of variations and the link that holds it. */

import "./fake-document.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { addWay, beside, endOf, grown, isMain, listed, newTree, numberOf, pathTo, promote, removeNode, rows, wayBy } = await import("../../src/loseta/web/js/analysis/tree.js");
const { BadLink, LONGEST_LINK, packed, unpacked } = await import("../../src/loseta/web/js/analysis/link.js");
const { byChance } = await import("../../src/loseta/web/js/analysis/engine.js");
const { fieldAt } = await import("../../src/loseta/web/js/analysis/set-up.js");
const { sourceIn } = await import("../../src/loseta/web/js/analysis/start.js");

/** @param {string} action @param {number} ply */
const frame = (action, ply) => ({ action, ply, state: {}, seat: ply % 2 });

/** a b c with d instead of b, e after d, and f instead of a. */
function some() {
  const root = newTree({ ply: 0, state: {} }, "the start");
  const a = addWay(root, frame("a", 1));
  const b = addWay(a, frame("b", 2), { comment: "good" });
  const c = addWay(b, frame("c", 3));
  const d = addWay(a, frame("d", 2), { evaluation: { win_chance: 0.5, value: 1, visits: 7 } });
  const e = addWay(d, frame("e", 3));
  const f = addWay(root, frame("f", 1));
  return { root, a, b, c, d, e, f };
}

const shown = (root) => rows(root).map(({ node, depth }) => `${depth}${node.action}`).join(" ");

test("variations stand after the move that they replace, further in", () => {
  const { root } = some();
  assert.equal(shown(root), "0a 1f 0b 1d 1e 0c");
});

test("an action that was tried already is found again, and ways can be gone through", () => {
  const { root, a, b, d, e, f } = some();
  assert.equal(wayBy(a, "d"), d);
  assert.equal(wayBy(a, "x"), null);
  assert.equal(beside(b, 1), d);
  assert.equal(beside(d, 1), b);
  assert.equal(beside(f, -1), a);
  assert.equal(beside(root, 1), root);
  assert.deepEqual(pathTo(e).map((each) => each.action), ["", "a", "d", "e"]);
  assert.equal(endOf(root).action, "c");
});

test("a variation can become the main line, and be removed with all that follows", () => {
  const { root, a, d, e } = some();
  assert.ok(!isMain(e));
  promote(e);
  assert.ok(isMain(e));
  assert.equal(shown(root), "0a 1f 0d 1b 1c 0e");
  assert.equal(removeNode(d), a);
  assert.equal(shown(root), "0a 1f 0b 0c");
  assert.equal(removeNode(root), root);
});

test("a tree as a list grows into the same tree", () => {
  const { root, d } = some();
  const list = listed(root);
  assert.deepEqual(list[0], { parent: 0, action: "a" });
  assert.equal(list[numberOf(root, d) - 1].evaluation?.visits, 7);
  assert.equal(numberOf(root, root), 0);
  const again = grown({ frame: root.frame, comment: root.comment, nodes: list.map((each, i) => ({ ...each, frame: frame(each.action, i) })) });
  assert.equal(shown(again.root), shown(root));
  assert.deepEqual(listed(again.root), list);
  assert.equal(again.nodes[2].action, "f");
});

const TREE = { game: "azul", position: "azul 2 …", names: ["Ana", "Íñigo"], comment: "¿y aquí?", nodes: [{ parent: 0, action: "3R4", comment: "a } b" }, { parent: 1, action: "CKF", comment: "", evaluation: { win_chance: 0.25, value: -2.5, visits: 100 } }] };

test("a link holds it all, in letters that an address may have", async () => {
  const link = await packed({ tree: TREE, at: 2 });
  assert.match(link, /^1\.[A-Za-z0-9_-]+$/);
  assert.deepEqual(await unpacked(link), { tree: TREE, at: 2 });
});

test("a place that is none is the start", async () => {
  assert.equal((await unpacked(await packed({ tree: TREE, at: 9 }))).at, 0);
});

test("what is broken, cut off, of another version or too much is refused", async () => {
  const link = await packed({ tree: TREE, at: 0 });
  const lies = await deflated("0".repeat(1_000_000));
  for (const bad of ["", "1.", "x", link.slice(0, -9), `2${link.slice(1)}`, `${link}.more`, link.replace(".", ".!"), `1.${lies}`, `1.${await deflated("[1,2]")}`, `1.${await deflated('["azul","",[],"",[[0,1]],0]')}`]) {
    await assert.rejects(unpacked(bad), BadLink, bad.slice(0, 40));
  }
});

test("what is too long for a link gets none", async () => {
  const nodes = Array.from({ length: 900 }, (_, i) => ({ parent: i, action: `${i}`, comment: String(Math.sin(i)) }));
  assert.equal(await packed({ tree: { ...TREE, nodes }, at: 0 }), "");
  assert.ok((await packed({ tree: TREE, at: 0 })).length < LONGEST_LINK);
});

/** @param {string} text */
async function deflated(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url");
}

test("the field of a position in which something is wrong is found by its column", () => {
  const text = "azul 2 coloured offer round=2 bag=B1Y2 seat1=0:-";
  assert.equal(fieldAt(text, text.indexOf("round") + 1), "round");
  assert.equal(fieldAt(text, text.indexOf("Y2")), "bag");
  assert.equal(fieldAt(text, text.length), "seat1");
  assert.equal(fieldAt(text, 3), "");
});

test("what is pasted is a record or a position", () => {
  assert.deepEqual(sourceIn('  [Loseta "1"]\n* '), { record: '[Loseta "1"]\n*\n' });
  assert.deepEqual(sourceIn("duel rows\n acquire "), { tree: { game: "duel", position: "duel rows acquire", names: [], nodes: [] } });
});

test("lines of the engine stand in the order of their chances, equal ones as it gave them", () => {
  const told = [["a", 0.61], ["b", 0.72], ["c", 0.61]].map(([action, win_chance]) => ({ action, win_chance }));
  assert.equal(byChance(told).map(({ action }) => action).join(""), "bac");
});
