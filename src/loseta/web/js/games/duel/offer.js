/** Plates on offer: the display, the stack, and the plates drawn from it; bag and tower. */

import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { choose } from "../shared/hand.js";
import { supply as supplyOf } from "../shared/supply.js";
import { aloud, points } from "../shared/tiles.js";
import { COLOURS, read } from "./actions.js";
import { asked } from "./hand.js";
import { back, plate, plateName, typeName, typeOf } from "./plates.js";

/** @typedef {import("./actions.js").TableView} TableView */

/** @param {TableView} view */
export function offer(view) {
  const { display } = view.state;
  return h(
    "div",
    { class: "offer", role: "group", "aria-label": t("duel.offer"), key: "offer" },
    display.map((number) => open(view, number)),
    Array.from({ length: Math.max(0, view.box.display - display.length) }, (_, i) => gone(view, i)),
    stack(view),
  );
}

/** Whether the plates are buttons: in a decision that may take one, even if it is illegal now. @param {TableView} view */
function asking(view) {
  return ["acquire", "opening"].includes(asked(view));
}

/** @param {TableView} view @param {number} number */
function open(view, number) {
  const action = `P${number}`;
  const drawn = plate(view.box, number);
  const caption = h("span", { class: "cap", "aria-hidden": "true" }, `${number} · `, t(typeOf(view.box, number) === "s" ? "duel.special" : "duel.wild"));
  const spot = { key: action, "data-spot": `plate-${number}` };
  if (!asking(view)) {
    return h("span", { class: "of", ...spot }, drawn, caption, aloud(plateName(view.box, number)));
  }
  const legal = view.legal.some((each) => each.action === action);
  return h(
    "button",
    {
      type: "button",
      class: ["of", legal ? "free" : "closed", view.hinted === action && "hinted"],
      ...spot,
      "data-take": action,
      "aria-disabled": legal ? null : "true",
      on: { click: () => choose(view, action) },
    },
    drawn,
    caption,
    aloud(t("duel.plate_take", { plate: plateName(view.box, number) })),
  );
}

/** An empty place of the display. @param {TableView} view @param {number} i */
function gone(view, i) {
  const held = i === 0 && view.state.plate !== null && view.legal.length > 0 && view.state.hand.length === 0;
  return h(
    "span",
    { class: "of", key: `gone${i}`, "aria-hidden": "true" },
    h("span", { class: "plate none" }),
    h("span", { class: "cap" }, held ? t("duel.in_hand") : "\u00a0"),
  );
}

/** @param {TableView} view */
function stack(view) {
  const { size, top, cost } = view.state.stack;
  const drawing = ["acquire", "draw"].includes(asked(view));
  const legal = view.legal.some((each) => each.kind === "draw");
  const left = t("duel.stack_left", { n: size });
  if (!size) {
    return h("span", { class: "of deck", key: "stack", "data-spot": "stack" }, h("span", { class: "plate none" }), h("span", { class: "cap" }, left));
  }
  const face = [
    back(top === "s" ? "s" : "w", { class: ["pile-of", size > 6 && "high"] }),
    h("span", { class: "cap", "aria-hidden": "true" }, left, drawing && legal && cost > 0 && [", ", points(-cost)]),
  ];
  const name = t("duel.stack_name", { n: size, type: typeName(view.box, top) });
  if (!drawing) return h("span", { class: "of deck", key: "stack", "data-spot": "stack", role: "img", "aria-label": name }, face);
  return h(
    "button",
    {
      type: "button",
      class: ["of deck", legal ? "free" : "closed", view.hinted === "draw" && "hinted"],
      key: "stack",
      "data-spot": "stack",
      "aria-disabled": legal ? null : "true",
      on: { click: () => choose(view, "draw") },
    },
    face,
    aloud(t("duel.draw_label", { stack: name, n: cost })),
  );
}

/** The dome spaces on which another player has placed a plate since the user's last turn. @param {TableView} view @param {number} seat @returns {Set<number>} */
export function freshPlates(view, seat) {
  const fresh = new Set();
  for (const frame of view.recent) {
    const action = read(frame.action ?? "");
    if (frame.seat === seat && action?.kind === "place_plate") fresh.add(action.space);
  }
  return fresh;
}

/** @param {TableView} view */
export function supply({ state }) {
  return supplyOf(t("duel.supply"), COLOURS, [
    { name: t("play.bag"), counts: state.bag, spot: "bag" },
    { name: t("duel.tower"), counts: state.tower, spot: "tower" },
  ]);
}
