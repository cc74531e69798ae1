/** A dome: nine places for plates, each plate with its four spaces. */

import { space, tile, tileName } from "../../art/pieces.js";
import { icon } from "../../art/icons.js";
import { h } from "../../core/h.js";
import { byTouch } from "../../core/media.js";
import { signed, t } from "../../core/text.js";
import { choose, explain } from "../shared/hand.js";
import { aloud, run } from "../shared/tiles.js";
import { cellOf, placeText, plateInHand, read, tileText } from "./actions.js";
import { asked, gain } from "./hand.js";
import { freshPlates } from "./offer.js";
import { plate, plateName, spaceLetter, spaceName } from "./plates.js";
import { placedPoints, tried, tryOn } from "./steps.js";

/** @typedef {import("./actions.js").TableView} TableView */
/** @typedef {import("../shared/hand.js").Target} Target */
/** @typedef {import("./types.js").Board} Board */

/** @param {TableView} view @param {number} seat @param {Target[]} aims */
export function dome(view, seat, aims) {
  const its = view.state.boards[seat];
  const fresh = freshPlates(view, seat);
  return h(
    "div",
    { class: "dome", "data-spot": `dome${seat}` },
    h("span", { class: "unseen" }, inWords(its)),
    its.plates.map((laid, at) =>
      laid ? plateOn(view, seat, at, laid, aims, fresh.has(at)) : place(view, seat, at),
    ),
  );
}

/** “upper left”, “middle”, … @param {number} at */
export function spaceWhere(at) {
  return t(`duel.where.${at + 1}`);
}

/** @param {Board} its */
function inWords(its) {
  const parts = its.plates.flatMap((laid, at) => {
    if (!laid) return [];
    const spaces = [0, 1, 2, 3].map((k) => {
      const { row, column } = cellOf(at, k);
      const there = its.tiles[row][column];
      return there === "." ? t("duel.free", { space: spaceName(its.spaces[row][column]) }) : t("duel.laid", { tile: tileName(there) });
    });
    return [`${spaceWhere(at)}: ${spaces.join(", ")}`];
  });
  return parts.length ? `${t("duel.dome")}: ${parts.join("; ")}` : t("duel.dome_empty");
}

/** @param {TableView} view @param {number} seat @param {number} at @param {{plate: number, turn: string}} laid @param {Target[]} aims @param {boolean} fresh */
function plateOn(view, seat, at, laid, aims, fresh) {
  const placing = seat === view.me && asked(view) === "place";
  return h(
    "div",
    {
      class: ["plate", fresh && "last-plate", placing && "shut"],
      key: at,
      "data-spot": `place${seat}-${at}`,
      // Where there is a plate already, show the rule.
      on: placing ? { click: () => explain(view, placeText(at, tried(view).turn)) } : {},
      title: plateName(view.box, laid.plate, laid.turn),
    },
    [0, 1, 2, 3].map((k) => {
      const { row, column } = cellOf(at, k);
      return cell(view, seat, row, column, aims[row]);
    }),
  );
}

/** A place without a plate. While the user holds a plate, it is a button to try the plate there. @param {TableView} view @param {number} seat @param {number} at */
function place(view, seat, at) {
  const spot = { key: at, "data-spot": `place${seat}-${at}` };
  if (seat !== view.me || asked(view) !== "place") {
    // A plate that was played stays where it was tried until the step is shown.
    const sent = seat === view.me && view.sent?.kind === "plate" && view.sent.space === at ? view.sent : null;
    return h(
      "span",
      { class: ["plate none", sent && "here"], "aria-hidden": "true", ...spot },
      sent && plate(view.box, plateInHand(view.state), sent.turn, { class: "tried" }),
    );
  }
  const now = tried(view);
  const here = now.space === at;
  const more = gain(view, placeText(at, now.turn));
  return h(
    "button",
    {
      type: "button",
      class: ["plate none aim", here && "here", hintedPlace(view, at) && "hinted"],
      ...spot,
      "data-drop": `@${at + 1}`,
      "data-stacked": true,
      "aria-pressed": String(here),
      on: { click: () => tryOn(view, at) },
    },
    plate(view.box, plateInHand(view.state), now.turn, { class: "tried" }),
    more ? h("span", { class: "pts", "aria-hidden": "true" }, h("b", null, signed(more))) : null,
    h("kbd", { class: "key", "aria-hidden": "true" }, String(at + 1)),
    aloud(t("duel.place_label", { where: spaceWhere(at), space: at + 1, n: more ?? 0 })),
  );
}

/** @param {TableView} view @param {number} at */
function hintedPlace(view, at) {
  const action = view.hinted ? read(view.hinted) : null;
  return action?.kind === "place_plate" && action.space === at;
}

/** @param {TableView} view @param {number} seat @param {number} row @param {number} column @param {Target | undefined} aim */
function cell(view, seat, row, column, aim) {
  const its = view.state.boards[seat];
  const hidden = { "aria-hidden": "true", "data-spot": `dome${seat}-${row}-${column}`, key: `${row}${column}` };
  const laid = its.tiles[row][column];
  const letter = its.spaces[row][column];
  if (laid !== ".") return tile(laid, { ...hidden, class: [freshTile(view, seat, row, column) && "last"] });
  if (seat === view.me && asked(view) === "tile" && view.state.row === row) return choice(view, row, column, letter);
  const mark =
    aim?.legal && aim.completes && aim.placed?.column === column
      ? h("span", { class: "pts" }, h("b", null, signed(aim.placed.points)))
      : null;
  return space(spaceLetter(letter), { ...hidden, class: [mark && "aim"], title: spaceName(letter) }, mark);
}

/** A space of the row that is being tiled, as a button: possible or not. @param {TableView} view @param {number} row @param {number} column @param {string} letter */
function choice(view, row, column, letter) {
  const action = tileText(row, column);
  const legal = view.legal.some((each) => each.action === action);
  const colour = view.state.boards[/** @type {number} */ (view.me)].lines[row][0];
  const n = placedPoints(view, action);
  const placed = view.effects?.[action]?.events.find((e) => e.type === "tile_placed" && e.row === row);
  const place = { key: `${row}${column}`, "data-spot": `dome${view.me}-${row}-${column}` };
  // Impossible spaces are too small for a finger; the possible ones have larger buttons.
  if (!legal && (view.layout !== "wide" || byTouch())) return h("span", { class: "sp closed", "aria-hidden": "true", ...place }, icon("lock"));
  const what = legal ? (placed ? `${signed(placed.points)}, ${run(placed)}` : "") : t("play.not_possible");
  return h(
    "button",
    {
      type: "button",
      class: ["sp", legal ? "aim" : "closed", view.hinted === action && "hinted"],
      ...place,
      "data-drop": action,
      "aria-disabled": legal ? null : "true",
      on: { click: () => choose(view, action) },
    },
    legal ? h("span", { class: "pts", "aria-hidden": "true" }, h("b", null, n === null ? String(column + 1) : signed(n))) : icon("lock"),
    aloud(t("duel.space_label", { colour: tileName(colour), column: column + 1, space: spaceName(letter), what })),
  );
}

/** @param {TableView} view @param {number} seat @param {number} row @param {number} column */
function freshTile(view, seat, row, column) {
  return view.recent.some((frame) => {
    const action = read(frame.action ?? "");
    return frame.seat === seat && action?.kind === "place_tile" && action.row === row && action.column === column;
  });
}

/** @param {import("./actions.js").State} state @param {number} seat @returns {import("../game-view.js").FinalBoard} */
export function finalBoard(state, seat) {
  const { tiles, spaces } = state.boards[seat];
  return { laid: tiles, empty: (row, column) => spaceLetter(spaces[row][column]) };
}
