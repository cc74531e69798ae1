/** Small elements that the list, the card and the end of a puzzle share. */

import { tile } from "../art/pieces.js";
import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { language, t } from "../core/text.js";
import { streak, week } from "./progress.js";
import { progress, today } from "./store.js";

/** The difficulty of a puzzle is the level of computer player that solves it. */
const LEVELS = 8;
/** A motif for each day of the week. */
const MOTIFS = "TBYRKWT";

/** @param {string} name */
export function kindChip(name) {
  return h("span", { class: "chip-kind" }, name);
}

/** The difficulty, as diamonds and in words. @param {number} level */
export function pips(level) {
  return h(
    "span",
    { class: "pips nw", title: t("puzzles.level", { n: level }) },
    h("span", { class: "pip-row", "aria-hidden": "true" }, Array.from({ length: LEVELS }, (_, i) => h("i", { class: i < level ? "on" : "", key: i }))),
    h("span", { class: "pips-word" }, t("puzzles.level", { n: level })),
  );
}

/** Days in a row; nothing before the first. */
export function streakPill() {
  const n = streak(progress(), today());
  return n ? h("span", { class: "streak nw", key: "streak" }, icon("flame"), String(n), h("span", { class: "streak-word" }, " ", t("puzzles.streak", { n }))) : null;
}

/** The last seven days, with a tile for each that was solved. */
export function weekRow() {
  const days = week(progress(), today());
  const long = new Intl.DateTimeFormat(language(), { weekday: "long" });
  const short = new Intl.DateTimeFormat(language(), { weekday: "short" });
  return h(
    "ol",
    { class: "week", "aria-label": t("puzzles.week") },
    days.map(({ date, solved }, i) => {
      const day = new Date(`${date}T12:00`);
      const last = i === days.length - 1;
      const name = last ? t("puzzles.today") : long.format(day);
      return h(
        "li",
        { key: date, class: last ? "is-today" : "" },
        solved ? tile(MOTIFS[day.getDay()], { "aria-hidden": "true" }) : h("i", { class: "sp hole", "aria-hidden": "true" }),
        h("span", { class: "unseen" }, t(solved ? "puzzles.day_solved" : "puzzles.day_open", { day: name })),
        h("span", { class: "week-day", "aria-hidden": "true" }, last ? t("puzzles.today") : short.format(day)),
      );
    }),
  );
}

/** "16 November". @param {string} date */
export function dayName(date) {
  return new Intl.DateTimeFormat(language(), { day: "numeric", month: "long" }).format(new Date(`${date}T12:00`));
}
