/** Azul by keyboard: `3R4` typed key by key, or a line's number once tiles are in the hand. */

import { t } from "../../core/text.js";
import { choose, explain, heldTiles, pick, pickable } from "../shared/hand.js";
import { CENTRE, choosingRow, COLOURS, FLOOR, placeText, takeText } from "./actions.js";
import { LINES } from "./lines.js";

/** @typedef {import("./actions.js").TableView} TableView */

/** @param {KeyboardEvent} event @param {TableView} view @returns {boolean} */
export function key(event, view) {
  if (!view.legal.length || event.ctrlKey || event.metaKey || event.altKey) return false;
  const pressed = event.key.toUpperCase();
  const row = choosingRow(view);
  if (row !== null) {
    if (!/^[1-5]$/.test(pressed)) return false;
    choose(view, placeText(row, Number(pressed) - 1));
    return true;
  }
  if (heldTiles(view)) return drop(pressed, view);
  if (/^[1-9C]$/.test(pressed)) {
    const source = pressed === "C" ? CENTRE : Number(pressed);
    if (source > view.state.factories.length) return false;
    view.memory.typed = pressed;
    view.say(source === CENTRE ? t("azul.typed_centre") : t("azul.typed_factory", { factory: source }));
    return true;
  }
  const { typed } = view.memory;
  if (typed && pressed.length === 1 && COLOURS.includes(pressed)) {
    const source = typed === "C" ? CENTRE : Number(typed);
    view.memory.typed = "";
    if (pickable(view, source, pressed)) pick(view, source, pressed, LINES);
    else explain(view, takeText(source, pressed, FLOOR));
    return true;
  }
  return false;
}

/** @param {string} pressed @param {TableView} view */
function drop(pressed, view) {
  const hand = heldTiles(view);
  view.memory.typed = "";
  const line = pressed === "0" || pressed === "F" ? FLOOR : /^[1-5]$/.test(pressed) ? Number(pressed) - 1 : null;
  if (line === null || !hand) return false;
  choose(view, takeText(hand.source, hand.colour, line));
  return true;
}
