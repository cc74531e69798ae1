/** Azul by keyboard: `3R4` typed key by key, or the number of a line once tiles are held. */

import { t } from "../../core/text.js";
import { choose, dropByKey, heldTiles, pickByKey } from "../shared/hand.js";
import { CENTRE, choosingRow, COLOURS, placeText } from "./actions.js";
import { LINES } from "./lines.js";

/** @typedef {import("./actions.js").TableView} TableView */

/** @param {KeyboardEvent} event @param {TableView} view @returns {boolean} */
export function key(event, view) {
  if (!(view.legal.length || view.ahead) || event.ctrlKey || event.metaKey || event.altKey) return false;
  const pressed = event.key.toUpperCase();
  const row = choosingRow(view);
  if (row !== null) {
    if (!/^[1-5]$/.test(pressed)) return false;
    choose(view, placeText(row, Number(pressed) - 1));
    return true;
  }
  if (heldTiles(view)) {
    view.memory.typed = "";
    return dropByKey(view, pressed, "F", LINES);
  }
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
    pickByKey(view, source, pressed, LINES);
    return true;
  }
  return false;
}
