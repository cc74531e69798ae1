/** The tools that have no room beside the sentence of a small window, by their names. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { button } from "../ui/controls.js";

/** @typedef {import("./keys.js").PanelName} PanelName */

/** @param {import("./table-session.js").TableSession} session @param {(which: PanelName) => void} open */
export function moreList(session, open) {
  const { spectators } = session.table;
  /** @param {PanelName} which @param {string} picture @param {string} name */
  const tool = (which, picture, name) => button([icon(picture), name], () => open(which), { key: which });
  return h(
    "div",
    { class: "more-list" },
    !session.over && session.me !== null && tool("menu", "chat", t("menu.title")),
    tool("log", "log", t("log.title")),
    tool("help", "help", t("help.title")),
    tool("settings", "gear", t("settings.title")),
    h("a", { class: "btn", href: "/", key: "home" }, icon("back"), t("ui.home")),
    spectators > 0 && h("p", { class: "dim row", key: "watch" }, icon("eye"), t("table.watched", { n: spectators })),
  );
}
