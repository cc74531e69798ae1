/** A player's board: tokens and chips, pattern lines, dome, broken tiles. */

import { hole, symbol, tile, tilesNamed } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { signed, t } from "../../core/text.js";
import { ghostsAhead, letGoAhead } from "../shared/ahead.js";
import { targets } from "../shared/hand.js";
import { effect, hintedLine, justLaid, lane } from "../shared/lane.js";
import { points } from "../shared/tiles.js";
import { boardLabel, hasTurn, projection, who } from "../shared/who.js";
import { BROKEN } from "./actions.js";
import { dome } from "./dome.js";
import { bringsStart } from "./hand.js";
import { LINES } from "./lines.js";
import { chip, chipName, seen, typeName } from "./plates.js";

/** @typedef {import("./actions.js").TableView} TableView */
/** @typedef {import("../shared/hand.js").Target} Target */
/** @typedef {import("../../core/h.js").Child} Child */

/** @param {TableView} view @param {number} seat @param {string} look classes of the layout: own, small @param {Child} [beside] what a layout adds beside the broken tiles */
export function board(view, seat, look, beside) {
  const its = view.state.boards[seat];
  const aims = seat === view.me ? targets(view, LINES) : [];
  const { turn, row: tiled } = view.state;
  return h(
    "section",
    { class: ["board", look, hasTurn(view, seat) && "turn"], "aria-label": boardLabel(view, seat), key: `board-${seat}`, "data-spot": `board${seat}` },
    who(view, seat, { kit: kit(view, seat), projected: look === "own" && projection(view, seat) }),
    h(
      "div",
      { class: "play" },
      h(
        "div",
        { class: "lanes", "data-spot": `lines${seat}` },
        its.lines.map((_, row) => lane(view, seat, row, aims[row], LINES, { now: seat === turn && row === tiled })),
      ),
      dome(view, seat, aims),
      h(
        "div",
        { class: "row-points", "aria-hidden": "true", "data-spot": `rows${seat}`, title: t("duel.row_points") },
        view.box.points.special_by_row.map((n) => h("b", { key: n }, String(n))),
      ),
    ),
    broken(view, seat, aims[BROKEN], look, beside),
  );
}

/** Artist tokens, chips, the starting-player tile. @param {TableView} view @param {number} seat */
export function kit(view, seat) {
  const its = view.state.boards[seat];
  const tokens = t("duel.tokens_left", { n: its.tokens });
  const used = its.used.length;
  return [
    h(
      "span",
      { class: "kit tokens", role: "img", "aria-label": tokens, title: tokens, key: "tokens" },
      Array.from({ length: view.box.tokens }, (_, i) => symbol("artist", { class: ["art", i >= its.tokens && "used"].filter(Boolean).join(" "), key: i })),
    ),
    h(
      "span",
      { class: ["kit chips", its.chips.length > 4 && "many"], "data-stacked": true, "data-spot": `store${seat}`, key: "chips" },
      its.chips.map((face, i) =>
        chip(face, { role: "img", "aria-label": chipName(face), title: chipName(face), key: `c${i}`, "data-spot": `store${seat}-${i}` }),
      ),
      used > 0 &&
        h(
          "span",
          { class: "used-chips", "data-spot": `used${seat}`, role: "img", "aria-label": t("duel.used_chips", { n: used }), title: t("duel.used_chips", { n: used }), key: "used" },
          chip("?", { class: "used" }),
          used > 1 && h("small", null, `×${used}`),
        ),
    ),
    view.state.start === seat &&
      tile("1", { class: "in", role: "img", "aria-label": t("duel.has_start"), "data-spot": `start${seat}`, key: "start" }),
  ];
}

/** @param {TableView} view @param {number} seat @param {Target | undefined} aim @param {string} look @param {Child} beside */
function broken(view, seat, aim, look, beside) {
  const its = view.state.boards[seat];
  const fresh = justLaid(view, seat, BROKEN, LINES);
  const n = its.broken.length;
  const ahead = ghostsAhead(view, seat, BROKEN, LINES);
  const cells = view.box.points.broken.slice(1).map((cost, i) => {
    const spot = `broken${seat}-${i}`;
    if (i < n) return tile(its.broken[i], { class: ["cracked", i >= n - fresh && "last"], "data-spot": spot, key: i });
    if (i < n + ahead.length) return tile(ahead[0], { class: "ghost", "data-spot": spot, key: i });
    return hole({ "data-spot": spot, key: i }, signed(-cost));
  });
  return h(
    "div",
    { class: ["floor", aim && (aim.legal ? "lit" : "shut"), hintedLine(view, seat, BROKEN, LINES) && "hinted"], "data-spot": `broken${seat}` },
    aim ? effect(view, aim, LINES) : ahead && letGoAhead(view),
    h("span", { class: "unseen" }, `${t("duel.broken")}: ${n ? tilesNamed(its.broken) : t("duel.none")}`),
    !aim && h("span", { class: "floor-name dim", "aria-hidden": "true" }, t("duel.broken")),
    h("span", { class: "cells", "aria-hidden": "true" }, cells),
    seat === view.me && bringsStart(view) ? also(view) : (drawn(view, seat) ?? (look === "small" && projection(view, seat))),
    beside,
  );
}

/** The starting-player tile that comes with the held tiles. @param {TableView} view */
function also(view) {
  return h("span", { class: "also", key: "also" }, tile("1", { "aria-hidden": "true" }), h("span", null, h("span", { class: "also-words" }, t("duel.also_start"), " "), points(-view.box.points.starting_tile)));
}

/** The plates that a player has drawn, as far as they are visible. @param {TableView} view @param {number} seat */
function drawn(view, seat) {
  const { hand, turn, plate } = view.state;
  // The user's own are shown in the current step, or on the dome where they were tried.
  const own = seat === view.me && (view.legal.length > 0 || view.sent?.kind === "plate");
  if (turn !== seat || own) return null;
  const all = plate !== null && !hand.includes(plate) ? [plate, ...hand] : hand;
  if (!all.length) return null;
  return h(
    "span",
    { class: "drawn", key: "drawn" },
    all.map((known, i) =>
      h("span", { class: "shown", role: "img", "aria-label": typeName(view.box, known), key: i, "data-spot": `drawn${seat}-${i}` }, seen(view.box, known)),
    ),
  );
}
