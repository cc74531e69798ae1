/** The end of a game: every point explained, where it turned, and what to do next. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { signed, t } from "../core/text.js";
import { button } from "../ui/controls.js";
import { whatNext } from "../guide/what-next.js";
import { finals } from "./end-boards.js";
import { statistics } from "./end-statistics.js";
import { rematchBox } from "./rematch.js";
import { ended } from "./status.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */

/** What belongs to the analysis is fetched when a game is over. @param {TableSession} session */
function fetchReview(session) {
  session.endReview ??= import("./end-review.js").then(
    (found) => {
      session.endParts = found;
      redraw();
    },
    () => (session.endReview = null),
  );
}

/** @param {TableSession} session @param {() => void} close */
export function endSheet(session, close) {
  fetchReview(session);
  const review = session.endParts;
  return h(
    "section",
    {
      class: "end-sheet",
      "data-overlay": true,
      role: "dialog",
      "aria-labelledby": "end-title",
      tabindex: "-1",
      key: "end",
      mounted: (/** @type {HTMLElement} */ el) => requestAnimationFrame(() => el.focus()),
      on: { keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close() },
    },
    h(
      "div",
      { class: "end-points board" },
      h("h2", { id: "end-title" }, ended(session)),
      points(session),
      finals(session),
    ),
    h(
      "div",
      { class: "end-right" },
      whatNext(session),
      review?.turningPoints(session),
      h("div", { class: "board end-box", key: "numbers" }, statistics(session)),
      everyPoint(session),
      review?.checkShuffle(session),
    ),
    h(
      "div",
      { class: "row acts" },
      rematchBox(session),
      h("a", { class: "btn", href: `/replay/${session.id}` }, icon("forward"), t("end.replay")),
      h("a", { class: "btn", href: `/api/v1/tables/${session.id}/record`, download: true }, icon("download"), t("end.download")),
      button(t("end.board"), close),
      h("a", { class: "btn", href: "/" }, t("ui.home")),
    ),
  );
}

/** @param {TableSession} session */
function points(session) {
  const sheet = session.gameView.sheet(session.frames, session.names);
  const { reason, winners } = session.ending;
  const gaveUp = ["resign", "flag"].includes(reason);
  return [
    !gaveUp && h("p", { class: "dim" }, sheet.why),
    h(
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
          session.names.map((name, seat) => h("th", { scope: "col", class: winners.includes(seat) ? "winner" : "" }, name)),
        ),
      ),
      h(
        "tbody",
        null,
        sheet.lines.map((line) =>
          h("tr", { class: line.kind }, h("th", { scope: "row" }, line.label), line.points.map((n) => h("td", null, n ? signed(n) : "–"))),
        ),
        h("tr", { class: "total" }, h("th", { scope: "row" }, t("end.total")), sheet.totals.map((n) => h("td", null, String(n)))),
      ),
    ),
  ];
}

/** Every tile, row and loss with its points, round by round. @param {TableSession} session */
function everyPoint(session) {
  const { gameView, frames, names } = session;
  const scored = frames.filter((frame) => frame.events?.some((event) => event.points || event.lost));
  return h(
    "details",
    { class: "board end-box check", key: "every" },
    h("summary", null, t("end.every_point")),
    h(
      "div",
      { class: "every-point" },
      scored.map((frame) => h("div", { key: frame.ply }, gameView.followed(frame, names).map((each, i) => h("p", { key: i }, each)))),
    ),
  );
}
