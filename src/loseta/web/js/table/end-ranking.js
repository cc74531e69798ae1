/** The ranking, with bars; players who share a place have the same number. */

import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { badge, playerClass } from "../ui/identity.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */
/** @typedef {import("../games/game-view.js").Sheet} Sheet */

/** The seats, the winner first: the order of everything on the end sheet. @param {number[]} places */
export function byPlace(places) {
  return places.map((_, seat) => seat).sort((a, b) => places[a] - places[b] || a - b);
}

/** @param {TableSession} session @param {Sheet} sheet */
export function ranking(session, sheet) {
  const { places } = session.ending;
  const seats = byPlace(places);
  const most = Math.max(1, ...sheet.totals);
  const players = { names: session.names, me: session.me };
  return h(
    "div",
    { class: "rank-box" },
    h(
      "ol",
      { class: "ranking", "aria-label": t("end.ranking") },
      seats.map((seat) => {
        const total = sheet.totals[seat];
        const bonus = Math.max(0, Math.min(total, bonusOf(sheet, seat)));
        return h(
          "li",
          { class: [playerClass(players, seat), places[seat] === 1 && "first"], key: seat },
          h("span", { class: "place" }, h("span", { class: "unseen" }, t("end.place")), String(places[seat])),
          badge(players, seat),
          h("span", { class: "rank-name" }, session.names[seat]),
          h(
            "span",
            { class: "rank-bar", "aria-hidden": "true" },
            h("i", { style: { width: `${((total - bonus) / most) * 100}%` } }),
            h("i", { style: { width: `${(bonus / most) * 100}%` } }),
          ),
          h("b", { class: "rank-total" }, String(total)),
        );
      }),
    ),
    seats.some((seat) => bonusOf(sheet, seat) > 0) && h("p", { class: "rank-key dim", "aria-hidden": "true" }, t("end.pale")),
  );
}

/** @param {Sheet} sheet @param {number} seat */
function bonusOf(sheet, seat) {
  return sheet.lines.reduce((sum, line) => sum + (line.kind === "bonus" ? line.points[seat] : 0), 0);
}
