/** Links from home to the other pages: a list on wide screens, a bar at the bottom on phones. */

import { tile } from "../art/pieces.js";
import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { streak } from "../puzzles/progress.js";
import { progress, today } from "../puzzles/store.js";

/** `tile` is for the list, `icon` for the bar. @type {{href: string, letter: string, key: string, icon: string}[]} */
const WAYS = [
  { href: "/learn", letter: "Y", key: "learn", icon: "book" },
  { href: "/puzzles", letter: "K", key: "puzzles", icon: "puzzle" },
  { href: "/replay", letter: "W", key: "replay", icon: "log" },
  { href: "/analysis", letter: "B", key: "analysis", icon: "scales" },
];

/** The note beside a link; for the puzzles, the number of days in a row. @param {string} key */
function said(key) {
  const n = key === "puzzles" ? streak(progress(), today()) : 0;
  return n ? t("home.puzzles_streak", { n }) : t(`home.${key}_text`);
}

export function ways() {
  return h(
    "section",
    { class: "list ways", key: "ways" },
    h("h2", null, t("home.also")),
    WAYS.map(({ href, letter, key }) =>
      h(
        "a",
        { class: "gm", href, key },
        tile(letter, { "aria-hidden": "true" }),
        h("span", null, h("b", null, t(`home.${key}`)), h("small", null, said(key))),
        icon("forward"),
      ),
    ),
  );
}

/** @param {boolean} open whether the settings are @param {() => void} toggle them */
export function bar(open, toggle) {
  /** @param {string} name @param {string} text */
  const content = (name, text) => [icon(name), h("span", null, text)];
  return h(
    "nav",
    { class: "bar", "aria-label": t("home.also"), key: "bar" },
    h("a", { href: "/", class: "bar-way", "aria-current": "page" }, content("play", t("home.play"))),
    WAYS.map(({ href, key, icon: name }) => h("a", { href, class: "bar-way", key }, content(name, t(`home.${key}_short`)))),
    h("button", { type: "button", class: "bar-way", "aria-expanded": String(open), on: { click: toggle } }, content("gear", t("settings.title"))),
  );
}
