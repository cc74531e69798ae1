/** Open tables, which anybody may join. */

import { tile } from "../art/pieces.js";
import { h } from "../core/h.js";
import { listed, t } from "../core/text.js";
import { button } from "../ui/controls.js";
import { nameOf, tableWords } from "../ui/tables.js";

/** @typedef {import("../types.js").OpenTable} OpenTable */
/** @typedef {import("../types.js").About} About */

/** How many tables are shown at first. */
const SHOWN = 3;

/**
 * @param {OpenTable[]} tables
 * @param {About} about
 * @param {{join: (table: OpenTable) => void, all: boolean, toggle: () => void, busy: boolean}} how
 */
export function openTables(tables, about, { join, all, toggle, busy }) {
  const shown = all ? tables : tables.slice(0, SHOWN);
  return h(
    "section",
    { class: ["list strangers", !tables.length && "nobody"], key: "open-tables" },
    h(
      "h2",
      null,
      t("home.open_tables"),
      tables.length > SHOWN && button(all ? t("home.fewer") : t("home.all", { n: tables.length }), toggle, { class: "link", "aria-expanded": String(all) }),
    ),
    shown.map((table) => line(table, about, join, busy)),
    !tables.length && h("p", { class: "dim s gm" }, t("home.nobody_waits")),
  );
}

/** @param {OpenTable} table @param {About} about @param {(table: OpenTable) => void} join @param {boolean} busy */
function line(table, about, join, busy) {
  const what = tableWords(table, about);
  const names = table.seats.map((seat) => nameOf(seat, about.levels)).filter((name) => name !== null);
  const free = t("home.seats_free", { names: listed(names), n: table.seats.length - names.length });
  return h(
    "div",
    { class: "gm", key: table.id },
    tile(about.games[table.game].card.tile, { "aria-hidden": "true" }),
    h("span", { class: "gm-what" }, h("b", null, what), h("small", null, free, " · ", clockShort(table.clock))),
    table.yours
      ? h("a", { class: "btn small", href: `/table/${table.id}` }, t("home.yours_open"))
      : button(t("home.join"), () => join(table), { class: "small", disabled: busy, "aria-label": t("home.join_label", { what, names: listed(names) }) }),
  );
}

/** “15 + 10”, “days”, “no clock”. @param {OpenTable["clock"]} clock */
function clockShort(clock) {
  if (!clock) return t("home.clock_none");
  if (clock.seconds >= 86_400) return t("home.clock_days");
  return `${Math.round(clock.seconds / 60)} + ${clock.increment}`;
}
