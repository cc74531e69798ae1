/** What a line would mean for the tiles in the hand, written where the eye is; it is the target, too. */

import { inline, tileName } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { has, t } from "../../core/text.js";
import { CENTRE, count, FLOOR, markerInCentre, tilesAt } from "./actions.js";
import { choosingRow } from "./hand.js";
import { choose, explain } from "./keys.js";
import { points, run } from "./words.js";

/** @typedef {import("../game-view.js").TableView} TableView */

/** @param {TableView} view @param {number} seat @param {number} line @param {any} aim @returns {any} */
export function effect(view, seat, line, aim) {
  if (!aim) return seat === view.me ? waiting(view, line) : null;
  const name = line === FLOOR ? t("azul.floor") : t("azul.line", { line: line + 1 });
  const said = aim.legal ? spoken(view, aim) : (aim.refusal?.sentence ?? t("azul.not_possible"));
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
        // A closed line says why as soon as it is approached.
        focus: () => !aim.legal && explain(view, aim.action),
        pointerenter: () => !aim.legal && aim.refusal && view.say(aim.refusal.sentence, aim.refusal.rule),
      },
    },
    h("span", { class: "unseen" }, `${name}: ${said}`),
    h(
      "span",
      { class: "what", "aria-hidden": "true" },
      h("kbd", { class: "key" }, line === FLOOR ? "0" : String(line + 1)),
      h("span", { class: "why" }, aim.legal ? meaning(view, aim) : shortReason(view, aim)),
    ),
  );
}

/** On the gray wall: which line's tile is being laid, and which come later. @param {TableView} view @param {number} line */
function waiting(view, line) {
  const row = choosingRow(view);
  if (row === null || line !== row) return null;
  return h("span", { class: "what static", key: "what" }, h("b", null, t("azul.choose_column")));
}

/** @param {TableView} view @param {any} aim */
function meaning(view, aim) {
  const marker = view.hand.source === CENTRE && markerInCentre(view.state) && inline("1");
  const loss = aim.cost > 0 && [points(-aim.cost), " ", marker, aim.line !== FLOOR && aim.falls > 0 && h("span", { class: "word" }, t("azul.falls", { n: aim.falls }))];
  if (aim.line === FLOOR) {
    return [h("span", { class: "gain" }, t("azul.floor_short")), h("span", { class: "loss" }, loss || points(0))];
  }
  if (aim.completes) {
    const gain = aim.placed ? [points(aim.placed.points), " "] : null;
    const because = aim.placed ? h("span", { class: "dim because" }, run(aim.placed)) : null;
    return [
      h("span", { class: "gain" }, gain, h("span", { class: "word" }, t("azul.complete"))),
      because,
      loss && h("span", { class: "loss" }, loss),
    ];
  }
  const held = heldIn(view, aim.line) + aim.fits;
  return [
    h("b", null, t("azul.of", { held, size: aim.line + 1 })),
    h("span", { class: "dim because" }, t("azul.missing", { n: aim.line + 1 - held })),
    loss && h("span", { class: "loss" }, loss),
  ];
}

/** @param {TableView} view @param {number} line */
function heldIn(view, line) {
  return view.me === null ? 0 : view.state.boards[view.me].lines[line].length;
}

/** The reason in two or three words; the whole sentence goes to the status line. @param {TableView} view @param {any} aim */
export function shortReason(view, aim) {
  const key = `azul.short.${(aim.refusal?.reason ?? "").replace("azul.", "")}`;
  if (!aim.refusal || !has(key) || view.me === null) return h("span", { class: "dim" }, aim.refusal?.sentence ?? "");
  const held = view.state.boards[view.me].lines[aim.line]?.[0];
  return h("span", { class: "dim" }, t(key, { held: held ? tileName(held, 2) : "", colour: tileName(view.hand.colour) }));
}

/** The same as `meaning`, for the ear. @param {TableView} view @param {any} aim */
function spoken(view, aim) {
  const n = count(tilesAt(view.state, view.hand.source), view.hand.colour);
  const parts = [t("azul.lay_label", { n, colour: tileName(view.hand.colour, n) })];
  if (aim.completes) parts.push(t("azul.complete"));
  else if (aim.line !== FLOOR) parts.push(t("azul.of", { held: heldIn(view, aim.line) + aim.fits, size: aim.line + 1 }));
  if (aim.completes && aim.placed) parts.push(`${t("azul.gain_label", { n: aim.placed.points })}, ${run(aim.placed)}`);
  if (aim.cost > 0) parts.push(t("azul.cost_label", { n: aim.cost }));
  return parts.join(", ");
}

/** The same choice as large targets under the thumb. @param {TableView} view @param {any[]} aims */
export function dock(view, aims) {
  return h(
    "nav",
    { class: "dock", "aria-label": t("azul.dock"), key: "dock" },
    aims.map((aim) => {
      const floor = aim.line === FLOOR;
      return h(
        "button",
        {
          type: "button",
          class: ["dk", aim.legal ? "lit" : "shut"],
          "aria-disabled": aim.legal ? null : "true",
          key: aim.line,
          on: { click: () => choose(view, aim.action) },
        },
        h("small", null, floor ? t("azul.floor_short") : t("azul.line_short", { line: aim.line + 1 })),
        aim.legal ? dockMeaning(view, aim) : shortReason(view, aim),
      );
    }),
  );
}

/** @param {TableView} view @param {any} aim */
function dockMeaning(view, aim) {
  const loss = aim.cost > 0 && points(-aim.cost);
  if (aim.line === FLOOR) return loss || points(0);
  if (aim.completes) {
    return [aim.placed ? points(aim.placed.points) : h("b", null, "✓"), h("small", null, loss || t("azul.complete"))];
  }
  const held = heldIn(view, aim.line) + aim.fits;
  return [h("b", null, `${held}/${aim.line + 1}`), h("small", null, loss || t("azul.missing", { n: aim.line + 1 - held }))];
}
