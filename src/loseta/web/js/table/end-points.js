/** Where the points of a game came from: a line for each source, and each single item. */

import { h } from "../core/h.js";
import { signed, t } from "../core/text.js";
import { badge } from "../ui/identity.js";
import { byPlace } from "./end-ranking.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */

/** @param {TableSession} session @param {import("../games/game-view.js").Sheet} sheet */
export function points(session, sheet) {
  const { winners, places } = session.ending;
  const seats = byPlace(places);
  return h(
    "table",
    { class: "points" },
    h("caption", { class: "unseen" }, t("end.points")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, h("span", { class: "unseen" }, t("end.reason"))),
        seats.map((seat) =>
          h(
            "th",
            { scope: "col", class: winners.includes(seat) ? "winner" : "", key: seat },
            h("span", { class: "points-badge", "aria-hidden": "true" }, badge(session, seat)),
            h("span", { class: "points-name" }, session.names[seat]),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      sheet.lines.map((line) => h("tr", { class: line.kind }, h("th", { scope: "row" }, line.label), seats.map((seat) => h("td", null, line.points[seat] ? signed(line.points[seat]) : "–")))),
      h("tr", { class: "total" }, h("th", { scope: "row" }, t("end.total")), seats.map((seat) => h("td", null, String(sheet.totals[seat])))),
    ),
  );
}

/** Every tile, row and loss with its points, round by round. @param {TableSession} session */
export function everyPoint(session) {
  const { gameView, frames, names } = session;
  const scored = frames.filter((frame) => frame.events?.some((event) => event.points || event.lost));
  return h(
    "details",
    { class: "check", key: "every" },
    h("summary", null, t("end.every_point")),
    h(
      "div",
      { class: "every-point" },
      scored.map((frame) => h("div", { key: frame.ply }, gameView.followed(frame, names).map((each, i) => h("p", { key: i }, each)))),
    ),
  );
}
