/** What both games do the same way, each with its own lines; and the cards of all games. */

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";

import "./fake-document.js";
import { words } from "../../src/loseta/web/js/core/h.js";
import { startLanguage, chooseLanguage, t } from "../../src/loseta/web/js/core/text.js";
import { LINES as azul } from "../../src/loseta/web/js/games/azul/lines.js";
import { LINES as duel } from "../../src/loseta/web/js/games/duel/lines.js";
import { dropByKey } from "../../src/loseta/web/js/games/shared/hand.js";
import { landing } from "../../src/loseta/web/js/games/shared/motion.js";
import { roundLines, totals } from "../../src/loseta/web/js/games/shared/sheet.js";
import { fallenTiles, takeFields } from "../../src/loseta/web/js/games/shared/takes.js";
import { gameOf } from "../../src/loseta/web/js/learn/chapters.js";

await startLanguage();
await chooseLanguage("en");

/** What a key plays with red tiles of the first source in the hand. @param {any} lines @param {string} letter @param {string} key */
function dropped(lines, letter, key) {
  const played = [];
  const legal = Array.from({ length: lines.floor + 1 }, (_, line) => ({ action: lines.takeText(1, "R", line) }));
  const view = { hand: { kind: "tiles", source: 1, colour: "R", refusals: {} }, legal, play: (action) => played.push(action) };
  assert.equal(dropByKey(view, key, letter, lines), played.length > 0);
  return played[0];
}

test("a key drops tiles into a line that there is", () => {
  assert.deepEqual(["1", "5", "6", "0", "F", "X"].map((key) => dropped(azul, "F", key)), ["1R1", "1R5", undefined, "1RF", "1RF", undefined]);
  assert.deepEqual(["1", "6", "7", "0", "X", "F"].map((key) => dropped(duel, "X", key)), ["1R1", "1R6", undefined, "1RX", "1RX", undefined]);
});

const state = (lines, rest = {}) => ({ boards: [{ score: 7, lines }], ...rest });

test("tiles land in the line as long as there is room, then on the floor line", () => {
  const spot = landing(state(["", "R"]), state(["", "RR"]), 0, 1, "floor", 2);
  assert.deepEqual([0, 1, 2].map(spot), ["line0-1-1", "floor0-2", "floor0-3"]);
  const onFloor = landing(state(["", ""]), state(["", ""]), 0, 5, "floor", 0);
  assert.deepEqual([0, 1].map(onFloor), ["floor0-0", "floor0-1"]);
});

test("a take is told with its tiles, and with those that fall", () => {
  const before = state(["", "R"], { factories: ["RRRB"], centre: "" });
  const take = { source: 1, colour: "R", line: 1 };
  const { n, to, factory } = takeFields(take, before, azul);
  assert.deepEqual([n, factory, words(to)], [3, 1, t("play.to_line", { line: 2 })]);
  assert.equal(takeFields({ ...take, line: azul.floor }, before, azul).to, t("azul.to_floor"));
  const frame = { state: state(["", "RR"]) };
  assert.equal(fallenTiles(take, frame, before, 0, azul), 2);
  assert.equal(fallenTiles({ ...take, line: azul.floor }, frame, before, 0, azul), 0, "they were meant to");
});

test("laid tiles are counted by rounds, also where a round brought none", () => {
  const placed = (points) => [{ type: "tile_placed", seat: 0, points }];
  const frames = [
    { state: state([]) },
    { round: 1, events: placed(2), state: state([]) },
    { round: 1, events: placed(3), state: state([]) },
    { round: 3, events: placed(4), state: state([]) },
  ];
  assert.deepEqual(roundLines(frames, String).map(({ label, points }) => [label, points]), [["1", [5]], ["2", [0]], ["3", [4]]]);
  assert.deepEqual(totals(frames), [7]);
});

const FOLDER = new URL("../../src/loseta/web/js/games/", import.meta.url);
const games = {};
for (const { name } of (await readdir(FOLDER, { withFileTypes: true })).filter((each) => each.isDirectory() && each.name !== "shared")) {
  games[name] = { card: (await import(`${FOLDER}${name}/card.js`)).card };
}

for (const [name, { card }] of Object.entries(games)) {
  test(`the card of ${name} can be drawn and its rules are found`, () => {
    assert.match(card.tile, /^[A-Z]$/);
    assert.match(card.art, /^[A-Z]+$/);
    assert.ok(t(`game.${name}`));
    const options = Object.fromEntries(card.options.map((option) => [option.name, "2"]));
    assert.equal(card.seats(options), 2);
    assert.equal(card.variant(options), "");
    assert.equal(gameOf(name, games), name);
    for (const { id, rules } of card.chapters) for (const place of [id, ...rules]) assert.equal(gameOf(place, games), name);
  });
}

test("an address that is no rule belongs to no game", () => {
  assert.equal(gameOf("Z9.9", games), null);
  assert.equal(gameOf("", games), null);
});
