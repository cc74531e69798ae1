/** Trees of plain objects, brought to a document by changing only what differs. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { element, made } from "./fake-document.js";
import { draw, h, words } from "../../src/loseta/web/js/core/h.js";

/** @param {string[]} names */
const list = (names) => h("ul", null, names.map((name) => h("li", { key: name }, name)));

test("children may be nested, and what is nothing is left out", () => {
  assert.deepEqual(h("p", null, ["a", [null, 2]], false, undefined, true, "", 0).kids, ["a", "2", "0"]);
});

test("what stays the same is not made again", () => {
  const root = element();
  draw(root, h("p", null, "one ", h("b", null, "word")));
  const [paragraph] = root.childNodes;
  const before = made.elements;
  draw(root, h("p", null, "two ", h("b", null, "words")));
  assert.equal(root.text, "two words");
  assert.equal(root.childNodes[0], paragraph);
  assert.equal(made.elements, before);
});

test("an element with a key keeps its identity wherever it goes", () => {
  const root = element();
  draw(root, list(["a", "b", "c"]));
  const [a, b, c] = root.childNodes[0].childNodes;
  draw(root, list(["c", "x", "a"]));
  const now = root.childNodes[0].childNodes;
  assert.equal(root.text, "cxa");
  assert.equal(now[0], c);
  assert.equal(now[2], a);
  assert.ok(!now.includes(b));
});

test("another tag in the same place is another element", () => {
  const root = element();
  draw(root, h("p", null, "x"));
  draw(root, h("h1", null, "x"));
  assert.deepEqual(root.childNodes.map((node) => node.tag), ["h1"]);
});

test("attributes come and go", () => {
  const root = element();
  draw(root, h("i", { id: "x", hidden: true, class: ["a", false, ["b", false, ["c"]]], style: { left: 1, top: 2 } }));
  const [node] = root.childNodes;
  assert.deepEqual(node.attributes, { id: "x", hidden: "", class: "a b c" });
  assert.deepEqual(node.styles, { left: "1", top: "2" });
  draw(root, h("i", { hidden: false, class: [false], style: { top: 3 } }));
  assert.deepEqual(node.attributes, {});
  assert.deepEqual(node.styles, { top: "3" });
});

test("a listener is put on once, and the newest is called", () => {
  const root = element();
  const heard = [];
  for (const name of ["first", "second"]) draw(root, h("button", { on: { click: () => heard.push(name) } }));
  const [button] = root.childNodes;
  assert.equal(button.listeners.click.length, 1);
  button.fire("click");
  draw(root, h("button", {}));
  button.fire("click");
  assert.deepEqual(heard, ["second"]);
});

test("whoever wants to know is told of a new element, once", () => {
  const root = element();
  const seen = [];
  const tree = () => h("i", { mounted: (node) => seen.push(node) });
  draw(root, tree());
  draw(root, tree());
  assert.deepEqual(seen, [root.childNodes[0]]);
});

test("a tree is said as a screen reader says it", () => {
  const tile = h("i", { "aria-label": "blue" }, "B");
  const mark = h("i", { "aria-hidden": "true" }, "★");
  assert.equal(words([h("p", null, "2 ", tile, mark), 0, null]), "2 blue0");
});
