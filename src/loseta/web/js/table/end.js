/** The end of a game: who won and why, all points, turning points, and what to do next. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { tableLayout } from "../core/media.js";
import { redraw } from "../core/redraw.js";
import { rich, t } from "../core/text.js";
import { button, iconButton } from "../ui/controls.js";
import { whatNext } from "../guide/what-next.js";
import { finals } from "./end-boards.js";
import { everyPoint, points } from "./end-points.js";
import { ranking } from "./end-ranking.js";
import { statistics } from "./end-statistics.js";
import { rematchBox } from "./rematch.js";
import { ended } from "./status.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */

/** The layout of the end sheet, by the table's layout. */
const SHAPES = { wide: "broad", phone: "narrow", lying: "low", tablet: "tall" };

/** The code of the review is fetched when a game is over. @param {TableSession} session */
function fetchReview(session) {
  session.endReview ??= import("./end-review.js").then(
    (found) => {
      session.endParts = found;
      found.begin(session);
      redraw();
    },
    () => (session.endReview = null),
  );
}

/** Do something with the review's code, once it is loaded. @param {TableSession} session @param {(parts: typeof import("./end-review.js")) => void} act */
function withReview(session, act) {
  return async () => {
    await session.endReview;
    if (session.endParts) act(session.endParts);
    else session.say(t("table.lost"));
  };
}

/** @param {TableSession} session @param {() => void} close */
export function endSheet(session, close) {
  fetchReview(session);
  const review = session.endParts;
  const { reason } = session.ending;
  const sheet = session.gameView.sheet(session.frames, session.names);
  const shape = SHAPES[tableLayout()];
  const phone = shape === "narrow";
  // Two walls fit beside the points; more walls, or domes, are below the chart.
  const below = !phone && session.names.length > 2;
  return h(
    "section",
    {
      class: ["end-sheet", shape, `of-${session.names.length}`],
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
      h(
        "div",
        { class: "end-head" },
        h("h2", { id: "end-title" }, title(session)),
        phone && iconButton("close", t("end.board"), close),
        !left(reason) && h("p", { class: "dim end-why" }, sheet.why),
      ),
      ranking(session, sheet),
      !below && finals(session),
      phone ? h("details", { class: "check", key: "points" }, h("summary", null, t("end.points")), points(session, sheet)) : points(session, sheet),
    ),
    h(
      "div",
      { class: "end-right board", key: "course" },
      whatNext(session),
      review ? review.course(session) : h("h3", null, t("end.turning")),
      below && finals(session),
      h(
        "div",
        { class: "folds" },
        h("details", { class: "check", key: "numbers" }, h("summary", null, t("end.numbers")), statistics(session)),
        everyPoint(session),
        review?.checkShuffle(session),
        h(
          "div",
          { class: "fold-links", key: "links" },
          h("a", { class: "fold-link", href: `/api/v1/tables/${session.id}/record`, download: true, key: "download" }, icon("download"), t("end.download")),
          h("a", { class: "fold-link", href: `/analysis/${session.id}`, key: "analysis" }, icon("scales"), t("analysis.board")),
        ),
      ),
    ),
    h(
      "div",
      { class: "row acts" },
      rematchBox(session),
      // All buttons are there from the start, so that none moves under a finger.
      h("a", { class: "btn", href: `/replay/${session.id}`, key: "replay" }, icon("forward"), t("end.replay")),
      button([icon("picture"), t("picture.button")], withReview(session, (parts) => parts.savePicture(session)), { key: "picture" }),
      button([icon("link"), t("share.button")], withReview(session, (parts) => parts.share(session)), { key: "share" }),
      !phone && button([icon("eye"), t("end.board")], close, { key: "board" }),
      h("a", { class: "btn", href: "/", key: "home" }, icon("home"), t("ui.home")),
    ),
    review?.panels(session),
  );
}

/** Whether somebody left before the end. @param {string} reason */
function left(reason) {
  return reason === "resign" || reason === "flag";
}

/** "You won, 77 to 61"; with more than two players the winner's points. @param {TableSession} session */
function title(session) {
  const { winners, scores, reason } = session.ending;
  if (left(reason) || winners.length > 1) return ended(session);
  const [winner] = winners;
  const yours = winner === session.me;
  // A number that tells equal names apart never stands alone in a line.
  const name = session.names[winner].replace(/ (?=\d+$)/, "\u00a0");
  if (scores.length > 2) return rich(yours ? "end.you_won_with" : "end.won_with", { name, n: scores[winner] });
  return rich(yours ? "end.you_won" : "end.won", { name, score: scores[winner], other: scores[1 - winner] });
}
