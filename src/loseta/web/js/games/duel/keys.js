/**
 * Azul Duel by keyboard: actions are typed as they are written (docs/notation.md): `3R4`, `MB5`, `P7`, `@5n`,
 * `+TY`. If a step asks for only one thing, its number or letter is enough.
 */

import { t } from "../../core/text.js";
import { choose, dropByKey, explain, heldTiles, pickByKey } from "../shared/hand.js";
import { looseTiles, SOURCES, tiledRow, tileText, without } from "./actions.js";
import { asked, confirmed, ordered } from "./hand.js";
import { LINES } from "./lines.js";
import { pay, toggleChip } from "./pay.js";
import { lay, setTurn, stackNext, tried, tryOn, turnOn, turns } from "./steps.js";

/** @typedef {import("./actions.js").TableView} TableView */

/** @param {KeyboardEvent} event @param {TableView} view @returns {boolean} */
export function key(event, view) {
  const { memory } = view;
  if (!(view.legal.length || view.ahead) || event.ctrlKey || event.metaKey || event.altKey) {
    memory.typed = "";
    return false;
  }
  const pressed = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (pressed === "Backspace" && memory.typed) {
    memory.typed = memory.typed.slice(0, -1);
    echo(view);
    return true;
  }
  if (pressed.length !== 1) return false;
  if (!memory.typed && heldTiles(view)) return dropByKey(view, pressed, "X", LINES);
  if (!memory.typed && short(pressed, view)) return true;
  return write(pressed, view);
}

/** The short keys of the current step. @param {string} pressed @param {TableView} view */
function short(pressed, view) {
  switch (asked(view)) {
    case "stack": {
      const left = without(looseTiles(view.state).tiles, ordered(view));
      if (!left.includes(pressed)) return false;
      stackNext(view, pressed);
      return true;
    }
    case "place":
      return placing(pressed, view);
    case "draw":
      if (pressed !== "D" && pressed !== "S") return false;
      choose(view, pressed === "D" ? "draw" : "stop");
      return true;
    case "tile":
      // “2:4” may be typed, too; then the colon follows.
      if (!/^[1-6]$/.test(pressed) || Number(pressed) === tiledRow(view.state) + 1) return false;
      choose(view, `${tiledRow(view.state) + 1}:${pressed}`);
      return true;
    case "pay":
      if (pressed === "-") choose(view, "$-");
      else if (pressed === ".") pay(view);
      else if (/^[1-9]$/.test(pressed) && Number(pressed) <= ownChips(view).length) toggleChip(view, Number(pressed) - 1);
      else return false;
      return true;
  }
  return false;
}

/** @param {TableView} view @returns {string[]} */
function ownChips(view) {
  return view.me === null ? [] : view.state.boards[view.me].chips;
}

/** The rotation for a letter, in the user's language or in the notation: west is O in Spanish. @param {string} pressed */
function turnOf(pressed) {
  return [..."nesw"].find((turn) => pressed === turn.toUpperCase() || pressed === t(`duel.turn.${turn}`)) ?? "";
}

/** While a plate is held: a number is a dome space, R turns the plate, N E S W set its rotation. @param {string} pressed @param {TableView} view */
function placing(pressed, view) {
  if (/^[1-9]$/.test(pressed)) {
    if (tried(view).space === Number(pressed) - 1) lay(view);
    else tryOn(view, Number(pressed) - 1);
    return true;
  }
  if (pressed === "R") {
    turnOn(view);
    return true;
  }
  const turn = turnOf(pressed);
  if (!turns(view).includes(turn)) return false;
  setTurn(view, turn);
  return true;
}

/** The legal actions by their texts in capitals. @param {TableView} view @returns {Map<string, string>} */
function legalTexts(view) {
  const texts = new Map(view.legal.map((each) => [each.action.toUpperCase(), each.action]));
  // If only plates are asked for, a number stands for its plate.
  for (const each of view.legal) if (each.kind === "keep" || each.kind === "under") texts.set(String(each.plate), each.action);
  // So does a column's number; but the row's number may also be the start of “2:4”.
  if (asked(view) === "tile") texts.set(String(tiledRow(view.state) + 1), tileText(tiledRow(view.state), tiledRow(view.state)));
  return texts;
}

/** @param {string} pressed @param {TableView} view */
function write(pressed, view) {
  const { memory } = view;
  const next = memory.typed + (/^@[1-9]$/.test(memory.typed) ? turnOf(pressed).toUpperCase() || pressed : pressed);
  if (pressed === " " && memory.typed) {
    finish(view);
    return true;
  }
  const take = /^([L1-4M])([BYRKT])$/.exec(next);
  if (take) {
    memory.typed = "";
    pickByKey(view, SOURCES.indexOf(take[1]), take[2], LINES);
    return true;
  }
  const texts = legalTexts(view);
  const begun = [...texts.keys()].filter((text) => text.startsWith(next));
  if (!begun.length) {
    // An action that is written correctly but illegal is explained; other input is not handled.
    const known = memory.typed !== "" || couldBegin(pressed, view);
    if (known && /^(P\d+|\+[BYRKT]+|@[1-9][NESW]|[1-6]:[1-6]|\$[BYRKT]+)$/.test(next)) {
      memory.typed = "";
      explain(view, next.startsWith("@") ? next.toLowerCase() : next);
      return true;
    }
    if (couldBegin(next, view)) {
      memory.typed = next;
      echo(view);
      return true;
    }
    const had = memory.typed !== "";
    memory.typed = "";
    return had;
  }
  memory.typed = next;
  if (begun.length === 1 && begun[0] === next) finish(view);
  else echo(view);
  return true;
}

/** @param {string} text @param {TableView} view */
function couldBegin(text, view) {
  if (view.ahead) return /^[L1-4M]$/.test(text);
  return asked(view) === "acquire" && /^[P1-4M+]$/.test(text);
}

/** Play the typed action. @param {TableView} view */
function finish(view) {
  const { memory } = view;
  const action = legalTexts(view).get(memory.typed);
  memory.typed = "";
  if (!action) return;
  if (action.startsWith("@")) confirmed(view, action);
  else choose(view, action);
}

/** Show the typed text, and what may follow. @param {TableView} view */
function echo(view) {
  const { typed } = view.memory;
  if (!typed) return;
  const source = asked(view) === "acquire" || Boolean(view.ahead);
  if (source && /^[1-4]$/.test(typed)) view.say(t("duel.typed.small", { factory: typed }));
  else if (source && typed === "L") view.say(t("duel.typed.large"));
  else if (source && typed === "M") view.say(t("duel.typed.moons"));
  else {
    const whole = legalTexts(view).has(typed);
    view.say(t(whole ? "duel.typed.space" : "duel.typed.more", { text: typed }));
  }
}

