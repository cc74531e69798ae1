/**
 * The decisions that take more than a click: the order of a stack, drawing, keeping, turning and placing a
 * plate, putting plates under the stack, paying, tiling. Each has a title, a sentence and choices; wide
 * layouts show them beside the boards, phones near the thumb.
 */

import { tile, tileName } from "../../art/pieces.js";
import { icon } from "../../art/icons.js";
import { announce } from "../../core/announce.js";
import { h } from "../../core/h.js";
import { usesKeys } from "../../core/keys.js";
import { signed, t } from "../../core/text.js";
import { button } from "../../ui/controls.js";
import { choose } from "../shared/hand.js";
import { aloud, points } from "../shared/tiles.js";
import { looseTiles, placeText, plateInHand, tiledRow, tileText, without } from "./actions.js";
import { asked, confirmed, gain, ordered } from "./hand.js";
import { payStep } from "./pay.js";
import { plate, plateName, seen, typeName } from "./plates.js";

/** @typedef {import("./actions.js").TableView} TableView */
/** @typedef {import("../../core/h.js").Child} Child */
/** @typedef {{kind: string, title: string, note: Child, items: Child, buttons: Child}} Step */

/** @param {TableView} view @returns {Step | null} */
export function step(view) {
  if (view.me === null) return null;
  switch (asked(view)) {
    case "stack":
      return stackStep(view);
    case "draw":
      return drawStep(view);
    case "keep":
      return plateStep(view, "keep", t("duel.step.keep"), t("duel.step.keep_note"));
    case "under":
      return plateStep(view, "under", t("duel.step.under"), underNote(view));
    case "place":
      return placeStep(view);
    case "pay":
      return payStep(view);
    case "tile":
      return tileStep(view);
  }
  return null;
}

/** The step beside the boards, in place of the summary of the last turn. @param {Step} now */
export function pane(now) {
  return h(
    "section",
    { class: ["step", `step-${now.kind}`], "aria-label": now.title, key: "step" },
    h("h2", null, now.title),
    now.note && h("p", { class: "dim" }, now.note),
    now.items && h("div", { class: "items" }, now.items),
    now.buttons && h("div", { class: "row" }, now.buttons),
  );
}

/** The step near the thumb. @param {Step} now */
export function dockStep(now) {
  return h(
    "section",
    { class: ["dock step", `step-${now.kind}`], "aria-label": now.title, key: "dock" },
    now.note && h("p", { class: "dim" }, now.note),
    h("div", { class: "choices" }, now.items && h("div", { class: "items" }, now.items), now.buttons && h("div", { class: "row" }, now.buttons)),
  );
}

// --- The order of a stack -------------------------------------------------------------------

/** Add a tile to the stack; the last one is added automatically. @param {TableView} view @param {string} letter */
export function stackNext(view, letter) {
  const tiles = ordered(view) + letter;
  const left = without(looseTiles(view.state).tiles, tiles);
  if (new Set(left).size < 2) return view.play(`/${tiles}${left}`);
  view.setHand({ kind: "order", tiles });
  const place = tiles.length;
  announce(t("duel.step.stacked_label", { colour: tileName(letter), place }));
  announce(t("duel.step.stack_next"));
}

/** A tile to be stacked. @param {TableView} view @param {string} letter @param {import("../../core/h.js").Props} props */
export function stackTile(view, letter, props) {
  if (asked(view) !== "stack") return tile(letter, { ...props, "aria-hidden": "true" });
  return tile(letter, { ...props, "data-take": `stack${letter}`, on: { click: () => stackNext(view, letter) } });
}

/** @param {TableView} view @returns {Step} */
function stackStep(view) {
  const { factory, tiles } = looseTiles(view.state);
  const chosen = view.hand?.kind === "order" ? view.hand.tiles : "";
  const left = without(tiles, chosen);
  const place = chosen.length + 1;
  return {
    kind: "stack",
    title: t("duel.step.stack", { factory }),
    note: t(chosen ? "duel.step.stack_next" : "duel.step.stack_note"),
    items: [
      h("span", { class: "built", key: "built", "data-stacked": true, "aria-hidden": "true" }, [...chosen].reverse().map((letter, i) => tile(letter, { key: i }))),
      [...new Set(left)].map((letter) =>
        tile(letter, {
          tag: "button",
          type: "button",
          class: "pickable",
          "data-take": `stack${letter}`,
          "aria-label": t("duel.step.stack_label", { colour: tileName(letter), place }),
          key: letter,
          on: { click: () => stackNext(view, letter) },
        }),
      ),
    ],
    buttons: chosen && button(t("duel.step.again"), () => view.setHand(null), { class: "small", key: "again" }),
  };
}

// --- Plates ---------------------------------------------------------------------------------

/** @param {TableView} view @returns {Step} */
function drawStep(view) {
  const more = view.legal.some((each) => each.kind === "draw");
  return {
    kind: "draw",
    title: t("duel.step.draw"),
    note: t("duel.step.draw_note", { n: view.state.hand.length }),
    items: view.state.hand.map((known, i) =>
      h("span", { class: "shown", role: "img", "aria-label": typeName(view.box, known), key: i, "data-spot": `hand-${i}` }, seen(view.box, known)),
    ),
    buttons: [
      button([t("duel.step.stop")], () => choose(view, "stop"), { class: "main small", key: "stop" }),
      more && button([t("duel.step.more"), " ", points(-view.state.stack.cost)], () => choose(view, "draw"), { class: "small", key: "draw" }),
    ],
  };
}

/** @param {TableView} view */
function underNote(view) {
  return t("duel.step.under_note", { n: view.state.under.length + 1 });
}

/** Plates to choose from. @param {TableView} view @param {"keep" | "under"} kind @param {string} title @param {Child} note @returns {Step} */
function plateStep(view, kind, title, note) {
  return {
    kind,
    title,
    note,
    items: view.legal
      .filter((each) => each.kind === kind)
      .map((each) =>
        h(
          "button",
          {
            type: "button",
            class: ["plate-button", view.hinted === each.action && "hinted"],
            key: each.plate,
            on: { click: () => choose(view, each.action) },
          },
          plate(view.box, each.plate),
          h("kbd", { class: "key", "aria-hidden": "true" }, String(each.plate)),
          aloud(`${t(kind === "keep" ? "duel.step.keep_label" : "duel.step.under_label")}: ${plateName(view.box, each.plate)}`),
        ),
      ),
    buttons: null,
  };
}

/** The rotation of the held plate, and the space where it is tried. @param {TableView} view @returns {import("./hand.js").Plate} */
export function tried(view) {
  if (view.hand?.kind === "plate") return view.hand;
  return { kind: "plate", space: null, turn: "n" };
}

/** The rotations of the held plate that look different. @param {TableView} view @returns {string[]} */
export function turns(view) {
  return [...new Set(view.legal.filter((each) => each.kind === "place_plate").map((each) => each.turn))];
}

/** Turn the held plate by a quarter. @param {TableView} view */
export function turnOn(view) {
  const all = turns(view);
  const now = tried(view);
  setTurn(view, all[(all.indexOf(now.turn) + 1) % all.length]);
}

/** @param {TableView} view @param {string} turn */
export function setTurn(view, turn) {
  view.setHand({ ...tried(view), turn });
  announce(turnLabel(view, turn));
}

/** "Turned to the east: wild plate 7: …". @param {TableView} view @param {string} turn */
function turnLabel(view, turn) {
  const { space } = tried(view);
  const more = space === null ? null : gain(view, placeText(space, turn));
  return t("duel.step.turn_label", { facing: t(`duel.facing.${turn}`), plate: plateName(view.box, plateInHand(view.state), turn), n: more ?? 0 });
}

/** Try the plate on a dome space; if it is there already, turn it. @param {TableView} view @param {number} space */
export function tryOn(view, space) {
  const now = tried(view);
  if (!view.legal.some((each) => each.action === placeText(space, now.turn))) choose(view, placeText(space, now.turn));
  else if (now.space === space) turnOn(view);
  else {
    view.setHand({ ...now, space });
    announce(t("duel.step.tried", { where: t(`duel.where.${space + 1}`) }));
    announce(t("duel.step.turn_note"));
  }
}

/** @param {TableView} view */
export function lay(view) {
  const { space, turn } = tried(view);
  if (space !== null) confirmed(view, placeText(space, turn));
}

/** @param {TableView} view @returns {Step} */
function placeStep(view) {
  const now = tried(view);
  const number = plateInHand(view.state);
  return {
    kind: "place",
    title: t("duel.step.place"),
    note: now.space === null ? t("duel.step.place_note") : t("duel.step.turn_note"),
    items: turns(view).map((turn) => {
      const more = now.space === null ? null : gain(view, placeText(now.space, turn));
      const on = turn === now.turn;
      return h(
        "button",
        {
          type: "button",
          class: ["plate-button", on && "on"],
          "aria-pressed": String(on),
          key: turn,
          title: t(`duel.facing.${turn}`),
          on: { click: () => setTurn(view, turn) },
        },
        plate(view.box, number, turn),
        h("span", { class: "gain", "aria-hidden": "true" }, more ? points(more) : t(`duel.turn.${turn}`)),
        aloud(turnLabel(view, turn)),
      );
    }),
    buttons: [
      button([icon("turn"), t("duel.step.turn"), " ", h("kbd", { class: "key" }, "R")], () => turnOn(view), { class: "small", key: "turn" }),
      now.space !== null &&
        button([icon("check"), t("duel.step.lay")], () => lay(view), {
          class: "main small",
          key: "lay",
          // Keyboard users go on with Enter.
          mounted: (/** @type {HTMLElement} */ el) => usesKeys() && requestAnimationFrame(() => el.focus()),
        }),
    ],
  };
}

// --- Tiling ---------------------------------------------------------------------------------

/** @param {TableView} view @returns {Step} */
function tileStep(view) {
  const row = tiledRow(view.state);
  const colour = view.state.boards[/** @type {number} */ (view.me)].lines[row][0];
  const columns = view.legal.filter((each) => each.kind === "place_tile").map((each) => each.column);
  return {
    kind: "tile",
    title: t("duel.step.tile", { line: row + 1 }),
    note: t("duel.step.tile_note"),
    items: columns.map((column) => {
      const action = tileText(row, column);
      const more = placedPoints(view, action);
      return h(
        "button",
        {
          type: "button",
          class: ["dk lit", view.hinted === action && "hinted"],
          "data-drop": action,
          key: column,
          on: { click: () => choose(view, action) },
        },
        h("small", { "aria-hidden": "true" }, t("duel.column_short", { column: column + 1 })),
        h("b", { class: "good", "aria-hidden": "true" }, more === null ? "" : signed(more)),
        aloud(t("duel.step.tile_label", { colour: tileName(colour), column: column + 1, n: more ?? 0 })),
      );
    }),
    buttons: null,
  };
}

/** The points of the line's tile on that space. @param {TableView} view @param {string} action @returns {number | null} */
export function placedPoints(view, action) {
  const event = view.effects?.[action]?.events.find((each) => each.type === "tile_placed" && each.seat === view.me);
  return event ? event.points : null;
}
