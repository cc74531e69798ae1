/** The line above a board: its player. */

import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { clock } from "../../table/clock.js";
import { roundText } from "../../table/round.js";
import { badge } from "../../ui/identity.js";
import { points } from "./tiles.js";

/** @typedef {import("../game-view.js").TableView} TableView */
/** @typedef {import("../../core/h.js").Child} Child */

/** Whether a seat's decision is awaited. @param {TableView} view @param {number} seat */
export function hasTurn(view, seat) {
  return view.waiting.includes(seat) && !view.over;
}

/** @param {TableView} view @param {number} seat */
export function boardLabel(view, seat) {
  const { score: n } = view.state.boards[seat];
  return seat === view.me ? t("play.board_yours", { n }) : t("play.board_of", { name: view.names[seat], n });
}

/** @param {TableView} view @param {number} seat @param {{marker?: Child, kit?: Child, projected?: Child}} own what a game adds */
export function who(view, seat, { marker, kit, projected }) {
  const own = seat === (view.me ?? 0);
  const { score } = view.state.boards[seat];
  const info = view.seats[seat];
  const away = info?.kind === "person" && !info.present;
  return h(
    "header",
    { class: "who" },
    badge(view, seat),
    h("h2", { class: "name", title: view.names[seat] }, view.names[seat]),
    marker,
    hasTurn(view, seat) && h("span", { class: "unseen" }, t("table.to_move")),
    away && h("span", { class: "away" }, t("table.away")),
    info?.stands_in && h("span", { class: "away" }, t("table.stood_in")),
    view.clock && clock(view.clock, seat),
    view.layout === "lying" && own && h("span", { class: "dim round", key: "round" }, roundText(view.state, view.box)),
    kit,
    projected,
    h("span", { class: "score", "data-spot": `score-${seat}` }, String(score), h("small", null, " ", t("play.points", { n: score }))),
    own && view.corner,
  );
}

/** The length from which on a name leaves a small board no room for more words. */
const LONG = 11;

/** What the seat would score if the round ended now. @param {TableView} view @param {number} seat */
export function projection(view, seat) {
  const its = view.projection?.[seat];
  if (!its || view.over || !(its.placed.length || its.penalty)) return null;
  return h(
    "span",
    { class: ["proj", view.names[seat].length > LONG && "brief"], title: t("play.projection_title") },
    h("span", { class: "proj-when" }, t("play.at_tiling")),
    " ",
    h("span", { class: "nw" }, its.points > 0 && points(its.points), its.penalty > 0 && [" ", points(-its.penalty)]),
  );
}
