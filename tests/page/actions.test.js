/** The texts of actions, as the page reads and writes them, against games that the rules played. */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

import * as azul from "../../src/loseta/web/js/games/azul/actions.js";
import * as duel from "../../src/loseta/web/js/games/duel/actions.js";
await import("./fake-document.js");
const { count } = await import("../../src/loseta/web/js/games/shared/tiles.js");

const FOLDER = new URL("../playthroughs/", import.meta.url);

/** Every action that was played or legal in the recorded games, `3R(14F)` written out. @param {string} game */
async function actions(game) {
  const found = new Set();
  for (const name of await readdir(FOLDER)) {
    if (!name.startsWith(game) || !name.endsWith(".txt")) continue;
    for (const line of (await readFile(new URL(name, FOLDER), "utf-8")).split("\n")) {
      if (line.startsWith("action: ")) found.add(line.slice(8));
      if (!line.startsWith("legal: ")) continue;
      for (const word of line.split(" ").slice(2)) {
        const several = /^(.*)\((.*)\)$/.exec(word);
        if (several) for (const last of several[2]) found.add(several[1] + last);
        else found.add(word);
      }
    }
  }
  return [...found];
}

for (const [name, game] of Object.entries({ azul, duel })) {
  test(`every action of ${name} is read, and written as it was`, async () => {
    const texts = await actions(name);
    assert.ok(texts.length > 150);
    const kinds = new Set();
    for (const text of texts) {
      const action = game.read(text);
      assert.ok(action, text);
      kinds.add(action.kind);
      if (action.kind === "take") assert.equal(game.takeText(action.source, action.colour, action.line), text);
      if (action.kind === "place") assert.equal(azul.placeText(action.row, action.column), text);
      if (action.kind === "place_tile") assert.equal(duel.tileText(action.row, action.column), text);
      if (action.kind === "place_plate") assert.equal(duel.placeText(action.space, action.turn), text);
    }
    const [take, tile] = name === "azul" ? ["take", "place"] : ["take", "place_plate"];
    assert.ok(kinds.has(take) && kinds.has(tile) && kinds.has("deal"), [...kinds].join());
  });

  test(`what is no action of ${name} is not read`, () => {
    for (const text of ["", "x", "0B1", "1G1", "1B9", "0:1", "1:7", "3R", "3R11"]) assert.equal(game.read(text), null, text);
  });
}

test("what lies at a source of Azul", () => {
  const state = { centre: "BY", factories: ["BBYR", ""], phase: "offer", marker: null };
  assert.deepEqual([0, 1, 2, 3].map((source) => azul.tilesAt(state, source)), ["BY", "BBYR", "", ""]);
  assert.equal(count("BBYR", "B"), 2);
  assert.equal(azul.markerInCentre(state), true);
  assert.equal(azul.markerInCentre({ ...state, marker: 0 }), false);
});

test("of a small moon only the top tile can be taken, of the large one all", () => {
  const state = { suns: ["K", "", "", "", ""], moons: ["BBY", "RK", "", "T", "YB"], start: null };
  assert.equal(duel.tilesAt(state, duel.MOONS), "BBYKTB");
  assert.equal(duel.tilesAt(state, duel.LARGE), "K");
});

test("a plate turns clockwise, and four quarters are none", () => {
  assert.deepEqual([..."nesw"].map((turn) => duel.turned("BYRK", turn)), ["BYRK", "RBKY", "KRYB", "YKBR"]);
});

test("the spaces of a plate lie in the dome row by row", () => {
  assert.deepEqual([0, 1, 2, 3].map((k) => duel.cellOf(4, k)), [
    { row: 2, column: 2 },
    { row: 2, column: 3 },
    { row: 3, column: 2 },
    { row: 3, column: 3 },
  ]);
});

test("tiles are taken away one by one", () => {
  assert.equal(duel.without("BBYR", "BR"), "BY");
  assert.equal(duel.without("BY", "K"), "BY");
});

test("only the top of a small moon can be taken", () => {
  const state = { suns: ["BBYRK", "YY", "", "", ""], moons: ["TB", "RKB", "", "Y", ""] };
  assert.deepEqual([0, 1, 2, duel.MOONS].map((source) => duel.tilesAt(state, source)), ["BBYRK", "YY", "", "TBBY"]);
  assert.deepEqual(state.moons.map(duel.uncovered), ["TB", "B", "", "Y", ""]);
});
