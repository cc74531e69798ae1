/** A pattern line with its tiles; while tiles are held, it is a button that shows their effect. */

import { hole, inline, tile, tileName } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { has, rich, t } from "../../core/text.js";
import { ghostsAhead, letGoAhead } from "./ahead.js";
import { choose, explain, heldTiles } from "./hand.js";
import { aloud, count, points, run } from "./tiles.js";

/** @typedef {import("../game-view.js").TableView} TableView */
/** @typedef {import("../game-view.js").Frame} Frame */
/** @typedef {import("../../types.js").GameState} GameState */
/** @typedef {import("../../types.js").GameBoard} GameBoard */
/** @typedef {import("../../core/h.js").Child} Child */
/** @typedef {import("./hand.js").Target} Target */
/** @typedef {{source: number, colour: string, line: number}} TakeParts */

/**
 * What differs between the games when tiles go to lines. `tilesAt`: the tiles that can be taken from a source,
 * `floorOf`: the tiles on the floor line. (They are methods, because each game has its own states and boards.)
 * @typedef {LineWords & {tilesAt(state: GameState, source: number): string, floorOf(board: GameBoard): string}} PatternLines
 */

/**
 * @typedef {object} LineWords
 * @property {number} floor           the line number of the floor line
 * @property {(source: number, colour: string, line: number) => string} takeText
 * @property {(text: string) => {kind: string} | null} read   parses an action; see TakeParts for a take
 * @property {string} penaltyEvent    the event that scores the floor line
 * @property {string | null} lostEvent   the event in which a line is lost
 * @property {() => string} floorName
 * @property {() => string} toFloor         “to the floor”
 * @property {string} lastToFloor     the text for a take to the floor line, in a few words
 * @property {() => string} floorShort
 * @property {() => string} floorDock
 * @property {() => string} unplaced     for a complete line whose tile may go to several spaces
 * @property {() => string} unplacedShort
 * @property {(n: number) => string} fallen   “2 fall”
 * @property {(view: TableView, aim: Target) => Child} loss   what falling tiles cost, and why
 * @property {string} dock            the class of the buttons near the thumb
 */

/** A take by its text; null for any other action. @param {string} text @param {PatternLines} lines @returns {TakeParts | null} */
export function readTake(text, lines) {
  const action = lines.read(text);
  return action?.kind === "take" ? /** @type {TakeParts & {kind: string}} */ (action) : null;
}

/** The state after the action itself, before any scoring. @template {GameState} S @param {import("../game-view.js").Frame<S>} frame @returns {S} */
export function afterAction(frame) {
  return frame.before_scoring ?? frame.state;
}

/** How many tiles a take put into its line. @param {Frame} frame @param {GameState} before @param {number} seat @param {number} line */
export function laidInLine(frame, before, seat, line) {
  const length = (/** @type {GameState} */ state) => state.boards[seat].lines[line]?.length ?? 0;
  return Math.max(0, length(afterAction(frame)) - length(before));
}

/** How many of the last tiles of a line, or of the floor line, another player has put there just now. @param {TableView} view @param {number} seat @param {number} line @param {PatternLines} lines */
export function justLaid(view, seat, line, lines) {
  for (const frame of view.recent) {
    const take = readTake(frame.action ?? "", lines);
    const { before } = frame;
    if (frame.seat !== seat || !take || !before) continue;
    if (line === lines.floor) return lines.floorOf(view.state.boards[seat]).length - lines.floorOf(before.boards[seat]).length;
    if (line === take.line) return laidInLine(frame, before, seat, line);
  }
  return 0;
}

/** Whether a hint recommends this line. @param {TableView} view @param {number} seat @param {number} line @param {PatternLines} lines */
export function hintedLine(view, seat, line, lines) {
  const take = view.hinted && seat === view.me ? readTake(view.hinted, lines) : null;
  return take?.line === line;
}

/**
 * @param {TableView} view @param {number} seat @param {number} row @param {Target | undefined} aim
 * @param {PatternLines} lines @param {{idle?: Child, now?: boolean}} [own] what a game adds
 */
export function lane(view, seat, row, aim, lines, { idle = null, now = false } = {}) {
  const line = view.state.boards[seat].lines[row];
  const held = line.length;
  const fresh = justLaid(view, seat, row, lines);
  const ahead = ghostsAhead(view, seat, row, lines);
  const cells = [];
  for (let k = row; k >= 0; k -= 1) {
    // k counts from the right, where a line begins to fill.
    const spot = `line${seat}-${row}-${k}`;
    const key = `c${k}`;
    if (k < held) cells.push(tile(line[0], { class: [k >= held - fresh && "last"], "data-spot": spot, key }));
    else if (aim && k < held + aim.fits) cells.push(tile(heldTiles(view)?.colour ?? "B", { class: ["ghost"], key }));
    else if (k < held + ahead.length) cells.push(tile(ahead[0], { class: ["ghost"], "data-spot": spot, key }));
    else cells.push(hole({ "data-spot": spot, key }));
  }
  const content = held ? t("play.line_holds", { held, size: row + 1, colour: tileName(line[0], held) }) : t("play.line_empty", { size: row + 1 });
  return h(
    "div",
    {
      class: ["lane", aim && (aim.legal ? "lit" : "shut"), now && "now", hintedLine(view, seat, row, lines) && "hinted"],
      style: { "--n": String(row + 1) },
      key: row,
    },
    aim ? effect(view, aim, lines) : ahead ? letGoAhead(view) : idle,
    aloud(`${t("play.line", { line: row + 1 })}: ${content}`),
    h("span", { class: "cells", "aria-hidden": "true", "data-spot": `line${seat}-${row}` }, cells),
    h("span", { class: "arrow", "aria-hidden": "true" }),
  );
}

/** A button over a line, with the effect of the held tiles. @param {TableView} view @param {Target} aim @param {PatternLines} lines */
export function effect(view, aim, lines) {
  const onFloor = aim.line === lines.floor;
  const name = onFloor ? lines.floorName() : t("play.line", { line: aim.line + 1 });
  const said = aim.legal ? spoken(view, aim, lines) : (aim.refusal?.sentence ?? t("play.not_possible"));
  return h(
    "button",
    {
      type: "button",
      class: "aim-button",
      "data-drop": aim.action,
      "aria-disabled": aim.legal ? null : "true",
      key: "aim",
      on: {
        click: () => choose(view, aim.action),
        // An impossible line says why as soon as it is focused.
        focus: () => !aim.legal && explain(view, aim.action),
        pointerenter: () => !aim.legal && aim.refusal && view.say(aim.refusal.sentence, aim.refusal.rule),
      },
    },
    aloud(`${name}: ${said}`),
    h(
      "span",
      { class: "what", "aria-hidden": "true" },
      h("kbd", { class: "key" }, onFloor ? "0" : String(aim.line + 1)),
      h("span", { class: "why" }, aim.legal ? meaning(view, aim, lines) : shortReason(view, aim)),
    ),
  );
}

/** @param {TableView} view @param {Target} aim @param {PatternLines} lines @returns {Child} */
function meaning(view, aim, lines) {
  if (!aim.known) return null;
  const loss = lines.loss(view, aim);
  const costs = loss ? h("span", { class: "loss" }, loss) : null;
  if (aim.line === lines.floor) return [h("span", { class: "gain" }, lines.floorShort()), costs];
  if (aim.lost) return [h("span", { class: "gain bad" }, t("play.will_break")), costs];
  if (!aim.completes) {
    const held = heldIn(view, aim.line) + aim.fits;
    return [
      h("b", null, t("play.of", { held, size: aim.line + 1 })),
      h("span", { class: "dim because" }, t("play.missing", { n: aim.line + 1 - held })),
      costs,
    ];
  }
  if (!aim.placed) return [h("span", { class: "gain" }, h("span", { class: "word" }, lines.unplaced())), costs];
  return [
    h("span", { class: "gain" }, points(aim.placed.points), " ", h("span", { class: "word" }, t("play.complete"))),
    h("span", { class: "dim because" }, run(aim.placed)),
    costs,
  ];
}

/** @param {TableView} view @param {number} line */
function heldIn(view, line) {
  return view.me === null ? 0 : view.state.boards[view.me].lines[line].length;
}

/** The reason in two or three words; the whole sentence goes to the status line. @param {TableView} view @param {Target} aim */
function shortReason(view, aim) {
  const key = `play.short.${(aim.refusal?.reason ?? "").split(".").at(-1)}`;
  if (!aim.refusal || !has(key) || view.me === null) return h("span", { class: "dim" }, aim.refusal?.sentence ?? "");
  const held = view.state.boards[view.me].lines[aim.line]?.[0];
  const colour = heldTiles(view)?.colour;
  return h("span", { class: "dim" }, t(key, { held: held ? tileName(held, 2) : "", colour: colour ? tileName(colour) : "" }));
}

/** The same as `meaning`, for screen readers. @param {TableView} view @param {Target} aim @param {PatternLines} lines */
function spoken(view, aim, lines) {
  const hand = heldTiles(view);
  if (!hand) return "";
  const n = count(lines.tilesAt(view.state, hand.source), hand.colour);
  const parts = [t("play.lay_label", { n, colour: tileName(hand.colour, n) })];
  if (aim.lost) parts.push(t("play.will_break"));
  else if (aim.completes) parts.push(aim.placed ? t("play.complete") : lines.unplaced());
  else if (aim.known && aim.line !== lines.floor) parts.push(t("play.of", { held: heldIn(view, aim.line) + aim.fits, size: aim.line + 1 }));
  if (aim.completes && aim.placed) parts.push(`${t("play.gain_label", { n: aim.placed.points })}, ${run(aim.placed)}`);
  if (aim.falls > 0 && aim.line !== lines.floor) parts.push(lines.fallen(aim.falls));
  if (aim.cost > 0) parts.push(t("play.cost_label", { n: aim.cost }));
  return parts.join(", ");
}

/** The lines as large buttons near the thumb. @param {TableView} view @param {Target[]} aims @param {PatternLines} lines */
export function dock(view, aims, lines, { landmark = true } = {}) {
  return h(
    landmark ? "nav" : "div",
    { class: lines.dock, role: landmark ? null : "group", "aria-label": t("play.dock"), key: "dock" },
    aims.map((aim) =>
      h(
        "button",
        {
          type: "button",
          class: ["dk", aim.legal ? "lit" : "shut"],
          "data-drop": aim.action,
          "aria-disabled": aim.legal ? null : "true",
          key: aim.line,
          "data-spot": `dock-${aim.line}`,
          on: { click: () => choose(view, aim.action) },
        },
        h("small", null, aim.line === lines.floor ? lines.floorDock() : t("play.line", { line: aim.line + 1 })),
        aim.legal ? dockMeaning(view, aim, lines) : dockReason(view, aim),
      ),
    ),
  );
}

/** A picture takes less room than the name of a colour. @param {TableView} view @param {Target} aim */
function dockReason(view, aim) {
  const reason = aim.refusal?.reason ?? "";
  const held = view.me === null ? "" : (view.state.boards[view.me].lines[aim.line]?.[0] ?? "");
  const colour = heldTiles(view)?.colour;
  if (reason.endsWith(".line_holds") && held) return h("span", { class: "dim" }, rich("play.only", { tile: inline(held, 2) }));
  if (reason.endsWith(".row_has_colour") && colour) return h("span", { class: "dim" }, rich("play.has", { tile: inline(colour) }));
  return shortReason(view, aim);
}

/** @param {TableView} view @param {Target} aim @param {PatternLines} lines @returns {Child} */
function dockMeaning(view, aim, lines) {
  if (!aim.known) return null;
  const costs = aim.cost > 0 && points(-aim.cost);
  if (aim.line === lines.floor) return costs || (view.effects ? points(0) : null);
  if (aim.lost) return [h("b", { class: "bad" }, "✗"), h("small", null, t("play.breaks_short"))];
  if (!aim.completes) {
    const held = heldIn(view, aim.line) + aim.fits;
    return [h("b", null, `${held}/${aim.line + 1}`), h("small", null, costs || t("play.missing", { n: aim.line + 1 - held }))];
  }
  if (!aim.placed) return [h("b", null, "✓"), h("small", null, costs || lines.unplacedShort())];
  return [points(aim.placed.points), h("small", null, costs || t("play.complete_short"))];
}
