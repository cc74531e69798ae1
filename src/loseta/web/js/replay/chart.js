/** The chance of winning over the game: a small drawing, and the same as a table. */

import { h } from "../core/h.js";
import { percent, t } from "../core/text.js";

/** @typedef {import("./game.js").Game} Game */

/** The box of the drawing; it is stretched, so that no text is in it. */
const WIDTH = 1000;
const HEIGHT = 100;

/** @param {Game} game */
export function chart(game) {
  const { review, last } = game;
  const seats = review.seats === 2 ? [game.side] : game.names.map((_, seat) => seat);
  /** @param {number} ply */
  const x = (ply) => (last ? (ply / last) * WIDTH : 0);
  return h(
    "div",
    { class: "chart", key: "chart" },
    h(
      "div",
      { class: "chart-scale", "aria-hidden": "true" },
      [1, 0.5, 0].map((share) => h("span", null, percent(share))),
    ),
    h(
      "div",
      {
        class: "chart-field",
        on: {
          click: (/** @type {MouseEvent & {currentTarget: Element, target: Element}} */ event) => {
            const box = event.currentTarget.getBoundingClientRect();
            const mark = event.target.closest(".chart-mark");
            game.stepTo(mark instanceof HTMLElement ? Number(mark.dataset.ply) : Math.round(((event.clientX - box.left) / box.width) * last));
          },
        },
      },
      h(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": spoken(game, seats) },
        h("path", { class: "chart-half", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
        game.rounds.slice(1).map(({ ply }) => h("path", { class: "chart-round", d: `M${x(ply)} 0V${HEIGHT}` })),
        seats.map((seat) => line(game, seat, x, seats.length === 1)),
        h("path", { class: "chart-here", d: `M${x(game.frame.ply)} 0V${HEIGHT}` }),
      ),
      marks(game, seats),
    ),
    legend(game, seats),
  );
}

/** @param {Game} game @param {number} seat @param {(ply: number) => number} x @param {boolean} filled */
function line(game, seat, x, filled) {
  const points = game.review.series(seat).map(({ ply, chance }) => `${x(ply).toFixed(1)} ${((1 - chance) * HEIGHT).toFixed(1)}`);
  if (!points.length) return null;
  const first = points[0].split(" ")[0];
  const end = /** @type {string} */ (points.at(-1)).split(" ")[0];
  return [
    filled && h("path", { class: "chart-area", d: `M${first} ${HEIGHT}L${points.join("L")}L${end} ${HEIGHT}Z` }),
    h("path", { class: ["chart-line", `seat-${seat}`], d: `M${points.join("L")}` }),
  ];
}

/** Moves that gave something away, marked at the steps that they made. @param {Game} game @param {number[]} seats */
function marks(game, seats) {
  const { review, last } = game;
  const lines = new Map(seats.map((seat) => [seat, new Map(review.series(seat).map(({ ply, chance }) => [ply, chance]))]));
  return [...review.decisions.values()].map((decision) => {
    const verdict = review.verdict(decision);
    if (verdict === "best" || verdict === "good") return null;
    const step = decision.ply + 1;
    const own = lines.get(decision.seat);
    const chance = (own ?? lines.get(seats[0]))?.get(step) ?? 0;
    return h("i", {
      class: ["chart-mark", !own && "other"],
      "data-verdict": verdict,
      "data-ply": String(step),
      "aria-hidden": "true",
      key: step,
      style: { left: `${(step / last) * 100}%`, top: `${(1 - chance) * 100}%` },
    });
  });
}

/** @param {Game} game @param {number[]} seats */
function legend(game, seats) {
  return h(
    "p",
    { class: "chart-legend", "aria-hidden": "true" },
    seats.length > 1
      ? seats.map((seat) => h("span", { class: `seat-${seat}` }, h("i"), game.names[seat]))
      : t("replay.chance_of", { name: game.names[seats[0]] }),
  );
}

/** @param {Game} game @param {number[]} seats */
function spoken(game, seats) {
  const told = seats.map((seat) => {
    const series = game.review.series(seat);
    const chances = series.map((each) => each.chance);
    if (!chances.length) return "";
    return t("replay.chart_told", {
      name: game.names[seat],
      from: percent(chances[0]),
      to: percent(/** @type {number} */ (chances.at(-1))),
      low: percent(Math.min(...chances)),
      high: percent(Math.max(...chances)),
    });
  });
  return [t("replay.chart"), ...told].filter(Boolean).join(" ");
}

/** The same figures for those who read rather than look. @param {Game} game */
export function chartTable(game) {
  const { review } = game;
  const all = [...review.decisions.values()].sort((a, b) => a.ply - b.ply);
  return h(
    "table",
    { class: "chart-table" },
    h("caption", { class: "unseen" }, t("replay.chart")),
    h(
      "thead",
      null,
      h("tr", null, ["step", "who", "played", "chance", "best", "verdict"].map((key) => h("th", { scope: "col" }, t(`replay.column_${key}`)))),
    ),
    h(
      "tbody",
      null,
      all.map((each) => {
        const before = game.frames[each.ply].state;
        return h(
          "tr",
          { key: each.ply, "data-verdict": review.verdict(each) },
          h("td", null, h("button", { type: "button", class: "as-link", on: { click: () => game.stepTo(each.ply + 1) } }, String(each.ply + 1))),
          h("td", null, game.names[each.seat]),
          h("td", null, game.gameView.wording(each.played, before)),
          h("td", null, percent(review.best(each))),
          h("td", null, each.candidates[0].action === each.played ? "–" : game.gameView.wording(each.candidates[0].action, before)),
          h("td", null, t(`replay.${review.verdict(each)}`)),
        );
      }),
    ),
  );
}
