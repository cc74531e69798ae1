/** Tables in a list: what is played there, and against whom. */

import { tile } from "../art/pieces.js";
import { h } from "../core/h.js";
import { listed, t } from "../core/text.js";

/** The others at a table, by name: "Ana and 2 × Greedy". @param {any} table @param {{[level: string]: string}} levels */
function others(table, levels) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const seat of table.seats) {
    const name = seat.name ?? levels[seat.level];
    if (name && !seat.you) found.set(name, (found.get(name) ?? 0) + 1);
  }
  return listed([...found].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)));
}

/** "With Ana · go on playing". @param {any} table @param {{[level: string]: string}} levels @param {string} last */
function what(table, levels, last) {
  const names = others(table, levels);
  return `${names ? t("home.with", { names }) : players(table)} · ${last}`;
}

/** @param {any} table */
function players(table) {
  return t("home.n_players", { n: table.seats.length });
}

/** @param {any} table */
function wall(table) {
  return table.options.wall === "gray" ? t("home.gray_wall") : "";
}

/** "Azul · 3 players · gray wall". @param {any} table */
export function tableWords(table) {
  return [t(`game.${table.game}`), players(table), wall(table)].filter(Boolean).join(" · ");
}

/** @param {any} table @param {string} href @param {{[level: string]: string}} levels @param {string} last what else is to be said */
export function tableLine(table, href, levels, last) {
  return h(
    "a",
    { class: "gm", href, key: table.id },
    tile(table.game === "azul" ? "R" : "T", { "aria-hidden": "true" }),
    h("span", null, h("b", null, t(`game.${table.game}`)), wall(table) && h("span", { class: "dim s" }, ` · ${wall(table)}`), h("small", null, what(table, levels, last))),
    table.result && h("span", { class: "tagn" }, table.result.replaceAll("-", " : ")),
  );
}
