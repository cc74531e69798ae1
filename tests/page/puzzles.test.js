/** What is kept of the puzzles: tries, solutions, days in a row, and which comes next. */

import assert from "node:assert/strict";
import { test } from "node:test";

const { attemptAt, chosen, dateText, dayAfter, isSolved, nextOf, nothing, readProgress, streak, tally, week, withHint, withSolution, withSolved, withTry } =
  await import("../../src/loseta/web/js/puzzles/progress.js");

const TODAY = "2026-11-16";
const LIST = [
  { id: "a", kind: "win", level: 1, asked: 1 },
  { id: "b", kind: "row", level: 1, asked: 1 },
  { id: "c", kind: "win", level: 3, asked: 2 },
];

/** Days before today on which the puzzle of the day was solved. @param {number[]} ago */
const solvedOn = (...ago) => ago.reduce((kept, n) => withSolved(kept, `d${n}`, dayAfter(TODAY, -n), dayAfter(TODAY, -n)), nothing());

test("a day is one of the calendar here, over the ends of months and changes of the clock", () => {
  assert.equal(dateText(new Date(2026, 10, 6, 0, 5)), "2026-11-06");
  assert.equal(dateText(new Date(2026, 10, 6, 23, 55)), "2026-11-06");
  assert.equal(dayAfter("2026-03-01", -1), "2026-02-28");
  assert.equal(dayAfter("2028-02-28", 1), "2028-02-29");
  assert.equal(dayAfter("2026-12-31", 1), "2027-01-01");
  assert.equal(dayAfter("2026-03-29", 1), "2026-03-30");
  assert.equal(dayAfter("2026-10-25", -1), "2026-10-24");
});

test("days in a row end today or yesterday, and a gap ends them", () => {
  assert.equal(streak(nothing(), TODAY), 0);
  assert.equal(streak(solvedOn(0), TODAY), 1);
  assert.equal(streak(solvedOn(1, 2, 3), TODAY), 3, "today may still come");
  assert.equal(streak(solvedOn(0, 1, 2, 3), TODAY), 4);
  assert.equal(streak(solvedOn(2, 3), TODAY), 0, "yesterday was missed");
  assert.equal(streak(solvedOn(0, 2, 3), TODAY), 1);
  assert.deepEqual(week(solvedOn(0, 2, 9), TODAY).map(({ solved }) => solved), [false, false, false, false, true, false, true]);
});

test("only the day's own puzzle counts for a row of days, and only on its day", () => {
  assert.equal(streak(withSolved(nothing(), "a", TODAY), TODAY), 0);
  const late = withSolved(nothing(), "a", TODAY, dayAfter(TODAY, -1));
  assert.equal(streak(late, TODAY), 0);
  assert.ok(isSolved(late, "a"));
});

test("tries and hints are counted, and the first day on which it was solved stays", () => {
  let kept = withHint(withTry(withTry(nothing(), "a"), "a"), "a");
  kept = withSolved(kept, "a", TODAY);
  kept = withSolved(kept, "a", "2026-11-18");
  assert.deepEqual(attemptAt(kept, "a"), { tries: 2, hints: 1, solved: TODAY });
  assert.deepEqual(attemptAt(kept, "b"), { tries: 0, hints: 0 });
  assert.equal(tally(kept, LIST), 1);
});

test("who has seen the solution has not solved it that day", () => {
  const seen = withSolution(nothing(), "a", TODAY);
  const again = withSolved(seen, "a", TODAY, TODAY);
  assert.equal(isSolved(again, "a"), false);
  assert.equal(streak(again, TODAY), 0);
  assert.ok(isSolved(withSolved(again, "a", "2026-11-17"), "a"), "on another day it counts");
});

test("what comes next is not solved yet, and the list goes round", () => {
  const kept = withSolved(nothing(), "b", TODAY);
  assert.equal(nextOf(LIST, kept)?.id, "a");
  assert.equal(nextOf(LIST, kept, "a")?.id, "c");
  assert.equal(nextOf(LIST, kept, "c")?.id, "a");
  const all = LIST.reduce((done, { id }) => withSolved(done, id, TODAY), nothing());
  assert.equal(nextOf(LIST, all, "a")?.id, "b", "all are solved: the next");
  assert.equal(nextOf(chosen(LIST, "row", 0), all, "b"), null, "there is no other");
  assert.deepEqual(chosen(LIST, "win", 3).map(({ id }) => id), ["c"]);
  assert.equal(chosen(LIST, "", 0).length, 3);
});

test("what was kept is read, and what cannot be read is nothing", () => {
  const kept = withSolved(withTry(nothing(), "a"), "a", TODAY, TODAY);
  assert.deepEqual(readProgress(JSON.stringify(kept)), kept);
  for (const text of [null, "", "{", "[]", "3", "null", '{"attempts": null}']) assert.deepEqual(readProgress(text), nothing(), String(text));
});
