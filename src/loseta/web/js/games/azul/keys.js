/** Azul by keyboard: `3R4` typed key by key, or a line's number once tiles are in the hand. */

import { CENTRE, COLOURS, FLOOR, placeText, takeText } from "./actions.js";
import { choosingRow, pick, pickable } from "./hand.js";
import { t } from "../../core/text.js";

/** @typedef {import("../game-view.js").TableView} TableView */

/** A source that was typed and waits for its colour. @type {number | null} */
let typed = null;

/** @param {KeyboardEvent} event @param {TableView} view @returns {boolean} */
export function key(event, view) {
  if (!view.legal.length || event.ctrlKey || event.metaKey || event.altKey) return false;
  const pressed = event.key.toUpperCase();
  const row = choosingRow(view);
  if (row !== null) {
    if (!/^[1-5]$/.test(pressed)) return false;
    place(view, row, Number(pressed) - 1);
    return true;
  }
  if (view.hand) return drop(pressed, view);
  if (/^[1-9C]$/.test(pressed)) {
    const source = pressed === "C" ? CENTRE : Number(pressed);
    if (source > view.state.factories.length) return false;
    typed = source;
    view.say(source === CENTRE ? t("azul.typed_centre") : t("azul.typed_factory", { factory: source }));
    return true;
  }
  if (typed !== null && pressed.length === 1 && COLOURS.includes(pressed)) {
    const source = typed;
    typed = null;
    if (pickable(view, source, pressed)) pick(view, source, pressed);
    else explain(view, takeText(source, pressed, FLOOR));
    return true;
  }
  return false;
}

/** @param {string} pressed @param {TableView} view */
function drop(pressed, view) {
  typed = null;
  const line = pressed === "0" || pressed === "F" ? FLOOR : /^[1-5]$/.test(pressed) ? Number(pressed) - 1 : null;
  if (line === null) return false;
  choose(view, takeText(view.hand.source, view.hand.colour, line));
  return true;
}

/** @param {TableView} view @param {number} row @param {number} column */
export function place(view, row, column) {
  choose(view, placeText(row, column));
}

/** Play an action, or say why it is not legal. @param {TableView} view @param {string} action */
export function choose(view, action) {
  if (view.legal.some((each) => each.action === action)) view.play(action);
  else explain(view, action);
}

/** Put the reason into the status line. @param {TableView} view @param {string} action */
export function explain(view, action) {
  view
    .why([action])
    .then(([answer]) => {
      if (!answer.legal) view.say(answer.sentence, answer.rule);
    })
    .catch(() => {});
}
