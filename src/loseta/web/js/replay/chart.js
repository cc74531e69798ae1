/** The win chance over the game: a drawing with stripes for the rounds, and the same as a table. */

import { h } from "../core/h.js";
import { percent, t } from "../core/text.js";
import { badge, playerClass } from "../ui/identity.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./review.js").Decision} Decision */
/** @typedef {{ply: number, chance: number}} Point */

/** The box of the drawing; it is stretched, so it contains no text. */
const WIDTH = 1000;
const HEIGHT = 100;
const EVEN = 0.5;

/** @param {Game} game @param {Decision[]} [moments] decisions to number; without them all losses are marked */
export function chart(game, moments) {
  const { review, last } = game;
  const seats = review.seats === 2 ? [game.side] : game.names.map((_, seat) => seat);
  /** @param {number} ply */
  const x = (ply) => (last ? (ply / last) * WIDTH : 0);
  return h(
    "div",
    { class: "chart", key: "chart" },
    h("div", { class: "chart-scale", "aria-hidden": "true" }, [1, 0.75, 0.5, 0.25, 0].map((share) => h("span", null, percent(share)))),
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
      bands(game),
      h(
        "div",
        { class: "chart-plot" },
        h(
          "svg",
          { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": spoken(game, seats) },
          [0, 0.25, 0.5, 0.75, 1].map((share) => h("path", { class: share === EVEN ? "chart-half" : "chart-grid", d: `M0 ${share * HEIGHT}H${WIDTH}` })),
          seats.length === 1 && ahead(game, seats[0], x),
          seats.map((seat) => h("path", { class: ["chart-line", playerClass(players(game), seat)], d: path(review.series(seat), x) })),
          moments?.map((each) => fall(game, each, seats, x)),
          !moments && h("path", { class: "chart-here", d: `M${x(game.frame.ply)} 0V${HEIGHT}` }),
        ),
        moments ? moments.map((each, n) => mark(game, each, seats, String(n + 1))) : marks(game, seats),
      ),
    ),
    legend(game, seats),
  );
}

/** @param {Game} game */
function players(game) {
  return { names: game.names, me: game.side };
}

/** @param {Point[]} points @param {(ply: number) => number} x */
function path(points, x) {
  return points.length ? `M${points.map(({ ply, chance }) => `${x(ply).toFixed(1)} ${((1 - chance) * HEIGHT).toFixed(1)}`).join("L")}` : "";
}

/** A stripe for each round, with its name if there is room. @param {Game} game */
function bands(game) {
  const { rounds, last } = game;
  return rounds.map(({ round, ply }, i) => {
    const from = i ? ply : 0;
    const steps = (rounds[i + 1]?.ply ?? last) - from;
    return h(
      "div",
      { class: "chart-band", key: ply, "aria-hidden": "true", style: { left: `${(from / last) * 100}%`, width: `${(steps / last) * 100}%` } },
      h("span", { class: "chart-round" }, h("span", { class: "chart-round-name" }, t("table.round", { n: round })), h("span", { class: "chart-round-number" }, String(round))),
    );
  });
}

/** For two players: the area between the line and an even chance, in the colour of the player who leads. @param {Game} game @param {number} seat @param {(ply: number) => number} x */
function ahead(game, seat, x) {
  const points = withCrossings(game.review.series(seat));
  if (points.length < 2) return null;
  const ends = [points[points.length - 1].ply, points[0].ply].map((ply) => `L${x(ply).toFixed(1)} ${EVEN * HEIGHT}`).join("");
  const area = (/** @type {(a: number, b: number) => number} */ side) => path(points.map(({ ply, chance }) => ({ ply, chance: side(chance, EVEN) })), x) + ends;
  return [
    h("path", { class: ["chart-area", playerClass(players(game), seat)], d: area(Math.max) }),
    h("path", { class: ["chart-area", playerClass(players(game), 1 - seat)], d: area(Math.min) }),
  ];
}

/** @param {Point[]} points @returns {Point[]} with the points at which the line crosses the even chance */
function withCrossings(points) {
  return points.flatMap((point, i) => {
    const before = points[i - 1];
    if (!before || (before.chance - EVEN) * (point.chance - EVEN) >= 0) return [point];
    const share = (EVEN - before.chance) / (point.chance - before.chance);
    return [{ ply: before.ply + share * (point.ply - before.ply), chance: EVEN }, point];
  });
}

/** At a ply, the chance of the seat that decided, or of the only line. @param {Game} game @param {Decision} decision @param {number[]} seats @param {number} ply */
function chanceAt(game, decision, seats, ply) {
  const seat = seats.includes(decision.seat) ? decision.seat : seats[0];
  return game.review.series(seat).find((point) => point.ply === ply)?.chance ?? 0;
}

/** The loss at a turning point, drawn over the line. @param {Game} game @param {Decision} decision @param {number[]} seats @param {(ply: number) => number} x */
function fall(game, decision, seats, x) {
  const points = [decision.ply, decision.ply + 1].map((ply) => ({ ply, chance: chanceAt(game, decision, seats, ply) }));
  return h("path", { class: "chart-fall", d: path(points, x), key: `fall${decision.ply}` });
}

/** Marks at the decisions that gave something away. @param {Game} game @param {number[]} seats */
function marks(game, seats) {
  return [...game.review.decisions.values()].map((decision) => {
    const verdict = game.review.verdict(decision);
    return verdict === "best" || verdict === "good" ? null : mark(game, decision, seats, "");
  });
}

/** @param {Game} game @param {Decision} decision @param {number[]} seats @param {string} number */
function mark(game, decision, seats, number) {
  const step = decision.ply + 1;
  const chance = chanceAt(game, decision, seats, step);
  return h(
    "i",
    {
      class: ["chart-mark", !seats.includes(decision.seat) && "other", number && "numbered"],
      "data-verdict": game.review.verdict(decision),
      "data-ply": String(step),
      "aria-hidden": "true",
      key: step,
      style: { left: `${(step / game.last) * 100}%`, top: `${(1 - chance) * 100}%` },
    },
    number,
  );
}

/** @param {Game} game @param {number[]} seats */
function legend(game, seats) {
  const shown = seats.length > 1 ? seats : [seats[0], 1 - seats[0]];
  return h(
    "p",
    { class: "chart-legend", "aria-hidden": "true" },
    shown.map((seat) =>
      h(
        "span",
        { class: playerClass(players(game), seat), key: seat },
        seats.length > 1 ? [h("svg", { class: "chart-key", viewBox: "0 0 26 4" }, h("path", { class: ["chart-line", playerClass(players(game), seat)], d: "M0 2H26" })), badge(players(game), seat), game.names[seat]] : [h("i", { class: "chart-side" }), t("replay.ahead", { name: game.names[seat] })],
      ),
    ),
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

/** The same figures as a table, for screen readers. @param {Game} game */
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
