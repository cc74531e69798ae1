/** On the home page: the guided first games, offered to new users before anything else. */

import { h } from "../core/h.js";
import { prefer, prefs } from "../core/prefs.js";
import { t } from "../core/text.js";
import { button } from "../ui/controls.js";
import { begun, guidedGames, startGuide } from "./start.js";

/** @typedef {import("../types.js").About} About */
/** @typedef {import("../types.js").ListedTable} ListedTable */

/**
 * The offer, or the link back to a guided game in progress; null for users who have played here before.
 * @param {About | null} about @param {ListedTable[] | null} tables null until they are known
 * @param {(error: Error) => void} failed
 */
export function guideOffer(about, tables, failed) {
  if (!about || !tables) return null;
  const running = guidedGames(about).flatMap((game) => begun(game, tables) ?? []);
  if (running.length) return resume(running[0]);
  if (prefs.welcomed || tables.length) return null;
  const games = guidedGames(about);
  if (!games.length) return null;
  return h(
    "section",
    { class: "guide-offer", "aria-labelledby": "guide-offer", key: "guide-offer" },
    h("h2", { id: "guide-offer" }, t("guide.offer")),
    h("p", null, t("guide.offer_text")),
    h(
      "div",
      { class: "row" },
      games.map((game, i) =>
        button(i ? t(`game.${game}`) : t("guide.begin", { game: t(`game.${game}`) }), () => startGuide(game, about).catch(failed), { class: i ? "" : "main", key: game }),
      ),
      button(t("guide.no_offer"), () => prefer({ welcomed: true }), { class: "flat guide-skip", key: "no" }),
    ),
  );
}

/** @param {ListedTable} table */
function resume(table) {
  return h(
    "section",
    { class: "guide-offer", "aria-labelledby": "guide-offer", key: "guide-offer" },
    h("h2", { id: "guide-offer" }, t("guide.first_of", { game: t(`game.${table.game}`) })),
    h("p", null, t("guide.resume_text")),
    h("div", { class: "row" }, h("a", { class: "btn main", href: `/table/${table.id}` }, t("guide.resume"))),
  );
}
