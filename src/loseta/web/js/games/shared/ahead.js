/** A take chosen for the next turn, as shown on the table. */

import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { readTake } from "./lane.js";
import { count } from "./tiles.js";

/** @typedef {import("../game-view.js").TableView} TableView */
/** @typedef {import("./lane.js").PatternLines} PatternLines */

/** The take, or null. @param {TableView} view @param {PatternLines} lines */
function takeAhead(view, lines) {
  return view.ahead?.action ? readTake(view.ahead.action, lines) : null;
}

/** Whether these tiles are chosen. @param {TableView} view @param {number} source @param {string} letter @param {PatternLines} lines */
export function isAhead(view, source, letter, lines) {
  const take = takeAhead(view, lines);
  return take?.source === source && take.colour === letter;
}

/** The tiles that would go to a line of the user, as letters. @param {TableView} view @param {number} seat @param {number} line @param {PatternLines} lines */
export function ghostsAhead(view, seat, line, lines) {
  const take = seat === view.me ? takeAhead(view, lines) : null;
  return take?.line === line ? take.colour.repeat(count(lines.tilesAt(view.state, take.source), take.colour)) : "";
}

/** A button on their line that cancels the choice. @param {TableView} view */
export function letGoAhead(view) {
  return h(
    "button",
    { type: "button", class: "aim-button ahead-button", key: "ahead", on: { click: () => view.ahead?.drop() } },
    h("span", { class: "what" }, h("span", { class: "why" }, h("b", null, t("ahead.here")), " ", h("span", { class: "unseen" }, t("ahead.cancel")))),
  );
}
