/** Each player's accuracy, and links to their mistakes. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { percent, t } from "../core/text.js";
import { levelNames } from "../ui/levels.js";

/** @typedef {import("./game.js").Game} Game */

export const MARKS = /** @type {{[verdict: string]: string}} */ ({ inaccuracy: "?!", mistake: "?", blunder: "??", best: "✓", good: "" });
const KINDS = ["inaccuracy", "mistake", "blunder"];

/** @param {string} verdict */
export function verdictMark(verdict) {
  return h("span", { class: "verdict-mark", "data-verdict": verdict, "aria-hidden": "true" }, MARKS[verdict]);
}

/** @param {Game} game @param {string} table the game's table; "" for a file */
export function tallies(game, table) {
  const { review } = game;
  const head = (/** @type {import("../core/h.js").Child} */ child, /** @type {string} */ title) => h("th", { scope: "col", title }, child, h("span", { class: "unseen" }, title));
  return [
    h(
      "table",
      { class: "tallies" },
      h(
        "thead",
        null,
        h("tr", null, h("th", { scope: "col" }, h("span", { class: "unseen" }, t("replay.column_who"))), KINDS.map((kind) => head(verdictMark(kind), t(`replay.${kind}`))), review.accuracy.length > 0 && head("%", t("accuracy.title"))),
      ),
      h(
        "tbody",
        null,
        game.names.map((name, seat) => {
          const counts = review.tally(seat);
          return h("tr", { key: seat }, h("th", { scope: "row" }, name), KINDS.map((kind) => h("td", null, String(counts[kind]))), review.accuracy.length > 0 && h("td", null, accuracyOf(game, seat)));
        }),
      ),
    ),
    game.names.map((name, seat) => likeLevel(game, seat, name)),
    review.accuracy.length > 0 && byRound(game),
    game.names.map((name, seat) => tryLink(game, table, seat, name)),
  ];
}

/** @param {Game} game @param {number} seat */
function accuracyOf({ review }, seat) {
  const found = review.accuracy.find((each) => each.seat === seat);
  return found ? percent(found.percentage / 100) : "–";
}

/** "Ana played this like level 4". @param {Game} game @param {number} seat @param {string} name "" for oneself */
export function likeLevel({ review, levels }, seat, name) {
  const like = review.accuracy.find((each) => each.seat === seat)?.like;
  if (!like) return null;
  const [from, to] = like;
  const level = from === to ? levelName(from, levels) : t("accuracy.range", { from: levelName(from, levels), to: levelName(to, levels) });
  return h("p", { class: "s like-level", key: `like${seat}` }, name ? t("accuracy.like", { name, level }) : t("accuracy.you_like", { level }));
}

/** @param {string} level @param {import("../types.js").Levels} levels */
function levelName(level, levels) {
  return t("accuracy.level", { n: levelNames({ levels }).indexOf(level) + 1, name: levels[level] ?? level });
}

/** @param {Game} game */
function byRound({ review, names }) {
  const rounds = [...new Set(review.accuracy.flatMap((each) => Object.keys(each.rounds)))].sort((a, b) => Number(a) - Number(b));
  return h(
    "details",
    { class: "check", key: "rounds" },
    h("summary", null, t("accuracy.rounds")),
    h(
      "table",
      { class: "tallies" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, t("accuracy.round")), names.map((name) => h("th", { scope: "col" }, name)))),
      h(
        "tbody",
        null,
        rounds.map((round) =>
          h("tr", { key: round }, h("th", { scope: "row" }, round), names.map((_, seat) => h("td", null, roundOf(review.accuracy.find((each) => each.seat === seat)?.rounds[round])))),
        ),
      ),
    ),
  );
}

/** @param {number | undefined} percentage */
function roundOf(percentage) {
  return percentage === undefined ? "–" : percent(percentage / 100);
}

/** @param {Game} game @param {string} table @param {number} seat @param {string} name */
function tryLink(game, table, seat, name) {
  const n = game.review.moments(Infinity, seat).length;
  if (!n) return null;
  return h("a", { class: "btn small try-mistakes", key: `try${seat}`, href: mistakesAddress(table, seat) }, icon("puzzle"), t("mistakes.try_of", { name, n }));
}

/** @param {string} table "" for a file @param {number} seat */
export function mistakesAddress(table, seat) {
  return `/mistakes${table ? `/${table}` : ""}#${seat + 1}`;
}
