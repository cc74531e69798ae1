/** The tab of the browser: its title and its icon show the page and whether it is the user's turn. */

import { t } from "./text.js";

/** @param {string} title @param {boolean} turn */
export function showTab(title, turn) {
  const name = title ? `${title} · Loseta` : "Loseta";
  document.title = turn ? `● ${t("ui.your_turn")} · ${name}` : name;
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const icon = turn ? "/web/icons/icon-turn.svg" : "/web/icons/icon.svg";
  if (link && link.getAttribute("href") !== icon) link.setAttribute("href", icon);
}
