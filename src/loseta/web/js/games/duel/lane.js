/** What a line would mean for the tiles in the hand, written where the eye is; it is the target, too. */

import { inline, tileName } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { has, rich, t } from "../../core/text.js";
import { BROKEN, count, tilesAt } from "./actions.js";
import { bringsStart, choose, explain } from "./hand.js";
import { aloud } from "./plates.js";
import { points, run } from "./points.js";

/** @typedef {import("../game-view.js").TableView} TableView */

/** @param {TableView} view @param {number} line @param {any} aim @returns {any} */
export function effect(view, line, aim) {
  if (!aim) return null;
  const name = line === BROKEN ? t("duel.broken") : t("duel.line", { line: line + 1 });
  const said = aim.legal ? spoken(view, aim) : (aim.refusal?.sentence ?? t("duel.not_possible"));
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
    aloud(`${name}: ${said}`),
    h(
      "span",
      { class: "what", "aria-hidden": "true" },
      h("kbd", { class: "key" }, line === BROKEN ? "0" : String(line + 1)),
      h("span", { class: "why" }, aim.legal ? meaning(view, aim) : shortReason(view, aim)),
    ),
  );
}

/** @param {TableView} view @param {any} aim */
function loss(view, aim) {
  if (aim.cost <= 0) return null;
  const why = aim.breaks > 0 && aim.line !== BROKEN ? t("duel.breaks", { n: aim.breaks }) : bringsStart(view) && aim.line !== BROKEN ? t("duel.with_start_short") : "";
  return h("span", { class: "loss" }, points(-aim.cost), " ", why);
}

/** @param {TableView} view @param {any} aim */
function meaning(view, aim) {
  if (aim.line === BROKEN) return [h("span", { class: "gain" }, t("duel.broken")), loss(view, aim)];
  const held = heldIn(view, aim.line) + aim.fits;
  if (aim.lost) {
    return [h("span", { class: "gain bad" }, t("duel.will_break")), loss(view, aim)];
  }
  if (!aim.completes) {
    return [
      h("b", null, t("duel.of", { held, size: aim.line + 1 })),
      h("span", { class: "dim because" }, t("duel.missing", { n: aim.line + 1 - held })),
      loss(view, aim),
    ];
  }
  if (!aim.placed) return [h("span", { class: "gain" }, t("duel.waits")), loss(view, aim)];
  return [
    h("span", { class: "gain" }, points(aim.placed.points), " ", t("duel.complete")),
    h("span", { class: "dim because" }, run(aim.placed)),
    loss(view, aim),
  ];
}

/** @param {TableView} view @param {number} line */
function heldIn(view, line) {
  return view.me === null ? 0 : view.state.boards[view.me].lines[line].length;
}

/** The reason in two or three words; the whole sentence goes to the status line. @param {TableView} view @param {any} aim */
function shortReason(view, aim) {
  const key = `duel.short.${(aim.refusal?.reason ?? "").replace("duel.", "")}`;
  if (!aim.refusal || !has(key) || view.me === null) return h("span", { class: "dim" }, aim.refusal?.sentence ?? "");
  const held = view.state.boards[view.me].lines[aim.line]?.[0];
  return h("span", { class: "dim" }, t(key, { held: held ? tileName(held, 2) : "" }));
}

/** The same as `meaning`, for the ear. @param {TableView} view @param {any} aim */
function spoken(view, aim) {
  const n = count(tilesAt(view.state, view.hand.source), view.hand.colour);
  const parts = [t("duel.lay_label", { n, colour: tileName(view.hand.colour, n) })];
  if (aim.lost) parts.push(t("duel.will_break"));
  else if (aim.completes) parts.push(aim.placed ? t("duel.complete") : t("duel.waits"));
  else if (aim.line !== BROKEN) parts.push(t("duel.of", { held: heldIn(view, aim.line) + aim.fits, size: aim.line + 1 }));
  if (aim.completes && aim.placed) parts.push(`${t("duel.gain_label", { n: aim.placed.points })}, ${run(aim.placed)}`);
  if (aim.breaks > 0 && aim.line !== BROKEN) parts.push(t("duel.breaks", { n: aim.breaks }));
  if (aim.cost > 0) parts.push(t("duel.cost_label", { n: aim.cost }));
  return parts.join(", ");
}

/** The same choice as large targets under the thumb. @param {TableView} view @param {any[]} aims */
export function dock(view, aims) {
  return h(
    "nav",
    { class: "dock seven", "aria-label": t("duel.dock"), key: "dock" },
    aims.map((aim) =>
      h(
        "button",
        {
          type: "button",
          class: ["dk", aim.legal ? "lit" : "shut"],
          "aria-disabled": aim.legal ? null : "true",
          key: aim.line,
          on: { click: () => choose(view, aim.action) },
        },
        h("small", null, aim.line === BROKEN ? t("duel.broken_short") : t("duel.line_short", { line: aim.line + 1 })),
        aim.legal ? dockMeaning(view, aim) : dockRefusal(view, aim),
      ),
    ),
  );
}

/** A picture takes less room than the name of a colour. @param {TableView} view @param {any} aim */
function dockRefusal(view, aim) {
  const held = view.me === null ? "" : (view.state.boards[view.me].lines[aim.line]?.[0] ?? "");
  if (aim.refusal?.reason !== "duel.line_holds" || !held) return shortReason(view, aim);
  return h("span", { class: "dim" }, rich("duel.only", { tile: inline(held, 2) }));
}

/** @param {TableView} view @param {any} aim */
function dockMeaning(view, aim) {
  const costs = aim.cost > 0 && points(-aim.cost);
  if (aim.line === BROKEN) return costs || points(0);
  if (aim.lost) return [h("b", { class: "bad" }, "✗"), h("small", null, t("duel.breaks_short"))];
  if (!aim.completes) {
    const held = heldIn(view, aim.line) + aim.fits;
    return [h("b", null, `${held}/${aim.line + 1}`), h("small", null, costs || t("duel.missing", { n: aim.line + 1 - held }))];
  }
  if (!aim.placed) return [h("b", null, "✓"), h("small", null, costs || t("duel.waits_short"))];
  return [points(aim.placed.points), h("small", null, costs || t("duel.complete"))];
}
