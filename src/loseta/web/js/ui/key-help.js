/** The help of a page on which a game is played. */

import { h } from "../core/h.js";
import { has, t } from "../core/text.js";

/** @typedef {import("../core/h.js").Child} Child */

/** The most keys that a game explains. */
const MOST = 8;

/** An introduction, the keys of the game, then those of the page. @param {string} game @param {Child} intro @param {[key: string, does: string][]} keys */
export function keyHelp(game, intro, keys) {
  const own = Array.from({ length: MOST }, (_, i) => i + 1).filter((i) => has(`help.${game}.key${i}`));
  return h(
    "div",
    { class: "help" },
    intro,
    h("h3", null, t("help.keys")),
    h(
      "dl",
      null,
      own.map((i) => line(t(`help.${game}.key${i}`), t(`help.${game}.does${i}`))),
      keys.map(([key, does]) => line(key, does)),
    ),
  );
}

/** @param {string} key @param {string} does */
function line(key, does) {
  return h("div", { class: "help-line", key }, h("dt", null, h("kbd", { class: "key" }, key)), h("dd", null, does));
}
