/** What the page “By numbers” picks from the file of figures. */

import assert from "node:assert/strict";
import { test } from "node:test";

const { error, gains, largest, withEnoughCases } = await import("../../src/loseta/web/js/numbers/figures.js");

/** @param {object} its */
const set = (its) => ({ variant: "a", game: "a", options: {}, seats: 2, players: "greedy", games: 100, starter: { won: 0.5, error: 0.1 }, points: 50, winners_points: 60, rounds: [], completed: {}, takes: [], lines: [], ...its });

test("of each variant the set with most games speaks", () => {
  const sets = [set({ players: "ai:1", games: 20 }), set({ games: 100 }), set({ variant: "b", players: "ai:2", games: 5 })];
  assert.deepEqual(largest(sets).map(({ variant, players }) => [variant, players]), [["a", "greedy"], ["b", "ai:2"]]);
});

test("a round that only some games have is part of the end", () => {
  const rounds = [
    { round: 1, n: 200, won: 0.5, points: 5 },
    { round: 2, n: 190, won: 0.5, points: 15 },
    { round: 3, n: 60, won: 0.5, points: 40 },
  ];
  assert.deepEqual(gains(set({ rounds })), [5, 10, 35]);
  assert.deepEqual(gains(set({ rounds: [] })), [50]);
});

test("points that are lost make no part less than nothing", () => {
  assert.deepEqual(gains(set({ points: 4, rounds: [{ round: 1, n: 200, won: 0.5, points: 5 }] })), [5, 0]);
});

test("few cases are not shown, and the error falls with their number", () => {
  const cases = [{ n: 29, won: 1, points: 9 }, { n: 30, won: 0.5, points: 9 }];
  assert.deepEqual(withEnoughCases(cases), [cases[1]]);
  assert.equal(error({ n: 100, won: 0.5, points: 0 }).toFixed(4), "0.0980");
});
