/** Words in the user's language: plurals, fields, numbers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake-document.js";
import { words } from "../../src/loseta/web/js/core/h.js";
import * as text from "../../src/loseta/web/js/core/text.js";

test("the first language of the browser that there is, is spoken", async () => {
  await text.startLanguage();
  assert.equal(text.language(), "es");
  assert.equal(document.documentElement.lang, "es");
});

test("another can be chosen, and whoever watches is told", async () => {
  let told = 0;
  const stop = text.onLanguage(() => (told += 1));
  await text.chooseLanguage("en");
  stop();
  await text.chooseLanguage("en");
  assert.equal(told, 1);
  assert.equal(text.t("game.duel"), "Azul Duel");
});

test("things are counted as the language does", async () => {
  for (const [code, one, two] of [["en", "special tile", "special tiles"], ["es", "loseta especial", "losetas especiales"]]) {
    await text.chooseLanguage(code);
    assert.equal(text.t("tile.S", { n: 1 }), one);
    assert.equal(text.t("tile.S", { n: 2 }), two);
  }
});

test("fields are filled in, with pictures too, and one that is not given stays", async () => {
  await text.chooseLanguage("en");
  assert.equal(text.t("tile.count", { n: 2, colour: "red" }), "2 red");
  assert.equal(text.t("tile.count", { n: -1234, colour: "{n}" }), "−1,234 {n}");
  assert.equal(text.t("tile.count", { n: 2 }), "2 {colour}");
  const picture = { tag: "svg", props: { "aria-label": "blue" }, kids: [], key: undefined };
  const told = text.rich("tile.count", { n: 3, colour: picture });
  assert.ok(told.flat().includes(picture));
  assert.equal(words(told), "3 blue");
});

test("a text that is not there is reported and shown by its key", (context) => {
  const error = context.mock.method(console, "error", () => {});
  assert.equal(text.t("no.such"), "no.such");
  assert.equal(error.mock.callCount(), 1);
  assert.equal(text.has("no.such"), false);
  assert.equal(text.has("game.azul"), true);
});

test("the texts of a part come with the next language, too", async () => {
  const key = "learn.rules.A1.2";
  await text.chooseLanguage("en");
  assert.equal(text.has(key), false);
  await text.withTexts("learn");
  assert.match(text.t(key), /^There are 100 tiles/);
  await text.chooseLanguage("es");
  assert.match(text.t(key), /100 losetas/);
});

test("numbers have the signs of print", async () => {
  await text.chooseLanguage("en");
  assert.deepEqual([3, 0, -2].map(text.signed), ["+3", "0", "−2"]);
  assert.equal(text.percent(0.58), "58%");
  assert.equal(text.listed(["Ana", "Luis", "Eva"]), "Ana, Luis, and Eva");
  await text.chooseLanguage("es");
  assert.equal(text.percent(0.58), "58\u00a0%");
  assert.equal(text.listed(["Ana", "Luis"]), "Ana y Luis");
});
