/** Paying with bonus chips: they are chosen in any order; the server lists the sets that pay. */

import { inline, tileName } from "../../art/pieces.js";
import { icon } from "../../art/icons.js";
import { rich, t } from "../../core/text.js";
import { button } from "../../ui/controls.js";
import { choose } from "../shared/hand.js";
import { tiledRow } from "./actions.js";
import { confirmed } from "./hand.js";
import { chip, chipName } from "./plates.js";

/** @typedef {import("./actions.js").TableView} TableView */

/** The user's chosen chips, as indices into all of them. @param {TableView} view @returns {number[]} */
export function chosenChips(view) {
  if (view.hand?.kind === "chips") return view.hand.places;
  const own = view.state.boards[/** @type {number} */ (view.me)].chips;
  /** @type {number[]} */
  const places = [];
  for (const face of view.state.spent) {
    places.push(own.findIndex((each, i) => each === face && !places.includes(i)));
  }
  return places;
}

/** @param {TableView} view @param {number[]} places @returns {string[]} in the order of faces, as they are stored */
function facesOf(view, places) {
  const own = view.state.boards[/** @type {number} */ (view.me)].chips;
  return [...places].sort((a, b) => a - b).map((place) => own[place]);
}

/** Whether one list of faces contains another. @param {string[]} all @param {string[]} some */
function holds(all, some) {
  const left = [...all];
  return some.every((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The actions of the payment that is chosen, or null. @param {TableView} view @returns {string[] | null} */
export function payment(view) {
  const faces = facesOf(view, chosenChips(view)).join();
  return view.state.payments.find((each) => each.chips.join() === faces)?.actions ?? null;
}

/** Choose a chip, or put it back. @param {TableView} view @param {number} place */
export function toggleChip(view, place) {
  const now = chosenChips(view);
  const next = now.includes(place) ? now.filter((each) => each !== place) : [...now, place];
  const faces = facesOf(view, next);
  if (view.state.payments.some((each) => holds(each.chips, faces))) view.setHand({ kind: "chips", places: next });
  else view.say(t("duel.step.no_payment"), "D4.4");
}

/** @param {TableView} view */
export function pay(view) {
  const actions = payment(view);
  if (actions) confirmed(view, ...actions);
  else view.say(t("duel.step.not_enough"), "D4.4");
}

/** @param {TableView} view @returns {import("./steps.js").Step} */
export function payStep(view) {
  const own = view.state.boards[/** @type {number} */ (view.me)];
  const row = tiledRow(view.state);
  const colour = own.lines[row][0];
  const missing = row + 1 - own.lines[row].length;
  const places = chosenChips(view);
  const ready = payment(view) !== null;
  return {
    kind: "pay",
    title: t("duel.step.pay", { line: row + 1, n: missing, colour: tileName(colour, missing) }),
    note: rich("duel.step.pay_note", { tile: inline(colour) }),
    items: own.chips.map((face, place) => {
      const on = places.includes(place);
      return chip(face, {
        tag: "button",
        type: "button",
        class: ["pickable", on && "on"],
        "aria-pressed": String(on),
        "aria-label": chipName(face),
        key: place,
        on: { click: () => toggleChip(view, place) },
      });
    }),
    buttons: [
      button([icon("check"), places.length ? t("duel.step.pay_with", { n: places.length }) : t("duel.step.pay_none")], () => pay(view), {
        class: ready ? "main small" : "small",
        "aria-disabled": ready ? null : "true",
        key: "pay",
      }),
      view.legal.some((each) => each.kind === "decline") &&
        button(t("duel.step.decline"), () => choose(view, "$-"), { class: "small", key: "decline" }),
    ],
  };
}
