/** Azul Duel on a phone: one half of a factory enlarged, and the other actions in the dock. */

import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { enlarge, zoom } from "../../table/zoom.js";
import { button } from "../../ui/controls.js";
import { choose, explain, refusal } from "../shared/hand.js";
import { colourButtons } from "../shared/source.js";
import { LARGE, MOONS, takeText, tilesAt } from "./actions.js";
import { asked } from "./hand.js";
import { LINES } from "./lines.js";
import { enlargedFactory, factoryName, legalChip } from "./middle.js";
import { offer } from "./offer.js";
import { chip, chipName } from "./plates.js";

/** @typedef {import("./actions.js").TableView} TableView */
/** @typedef {import("../../core/h.js").Child} Child */

/** What is enlarged: a half of a factory (sun-2, moon-0), the plates or the chips. @param {TableView} view */
export function enlarged(view) {
  const [what, number] = (view.memory.enlarged ?? "").split("-");
  const close = () => enlarge(view.memory, null);
  const n = Number(number);
  switch (what) {
    case "sun":
      if (!view.state.suns[n]) return null;
      return zoom(view.memory, {
        title: factoryName(n),
        piece: [enlargedFactory(view, n), note(t(n === LARGE ? "duel.thumb.rest_large" : "duel.thumb.rest_small"))],
        choices: colourButtons(view, n, LINES, close),
      });
    case "moon":
      return zoom(view.memory, {
        title: factoryName(n),
        piece: [enlargedFactory(view, n), note(t(view.state.moons[n] ? "duel.thumb.all_moons" : "duel.thumb.chip_note"))],
        choices: [colourButtons(view, MOONS, LINES, close), n !== LARGE && chipButton(view, view.state.chips[n - 1])],
      });
    case "plates":
      return zoom(view.memory, { title: t("duel.offer"), piece: offer(view), choices: null });
    case "chips":
      return zoom(view.memory, { title: t("duel.thumb.chip"), piece: note(t("duel.thumb.chip_note")), choices: faces(view).map((face) => chipButton(view, face)) });
  }
  return null;
}

/** @param {string} text */
function note(text) {
  return h("p", { class: "zoom-note", key: "note" }, text);
}

/** The chips that lie face up. @param {TableView} view @returns {string[]} */
function faces(view) {
  return view.state.chips.flatMap((face) => (face === null || face === "?" ? [] : [face]));
}

/** @param {TableView} view @param {string | null} face */
function chipButton(view, face) {
  if (!face || face === "?" || view.ahead) return null;
  const take = () => {
    enlarge(view.memory, null);
    choose(view, `+${face}`);
  };
  return button([chip(face, { "aria-hidden": "true" }), h("span", { class: "unseen" }, chipName(face))], take, {
    key: `chip${face}`,
    "aria-disabled": legalChip(view, face) ? null : "true",
  });
}

/**
 * One of the other actions of a turn.
 * @typedef {{place: string, title: string, legal: boolean, what: string, ask: string}} Way  `what` it offers, or an action to `ask` why it is not possible
 */

/** @param {TableView} view @returns {Way[]} */
function ways(view) {
  const { state, legal } = view;
  const [face] = faces(view);
  const onMoons = tilesAt(state, MOONS);
  const first = state.display[0];
  return [
    {
      place: `moon-${LARGE}`,
      title: t("duel.thumb.moons"),
      legal: legal.some((each) => each.kind === "take" && each.source === MOONS),
      what: t(onMoons ? "duel.thumb.tops" : "duel.thumb.no_moons"),
      ask: onMoons ? takeText(MOONS, onMoons[0], LINES.floor) : "",
    },
    {
      place: "plates",
      title: t("duel.thumb.plate"),
      legal: legal.some((each) => each.kind === "take_plate" || each.kind === "draw"),
      what: t("duel.thumb.tokens", { n: state.boards[view.me ?? 0].tokens }),
      ask: first === undefined ? "draw" : `P${first}`,
    },
    {
      place: "chips",
      title: t("duel.thumb.chip"),
      legal: legal.some((each) => each.kind === "take_chip"),
      what: face ? t("duel.thumb.chips", { n: faces(view).length }) : t("duel.thumb.no_chip"),
      ask: face ? `+${face}` : "",
    },
  ];
}

/** The other actions of a turn as large buttons; an impossible one says why. @param {TableView} view */
export function wayDock(view) {
  return h(
    "nav",
    { class: "dock ways", "aria-label": t("duel.thumb.ways"), key: "dock" },
    ways(view).map(({ place, title, legal, what, ask }) => {
      const why = legal || !ask ? what : refusal(view, ask) || t("play.not_possible");
      const tap = () => {
        if (legal) enlarge(view.memory, place);
        else if (ask) explain(view, ask);
        else view.say(what);
      };
      return h(
        "button",
        { type: "button", class: ["dk", legal ? "open" : "shut"], "aria-disabled": legal ? null : "true", "data-enlarges": place, key: place, on: { click: tap } },
        h("b", null, title),
        h("small", null, why),
      );
    }),
  );
}

/** Whether a turn begins, or is chosen ahead: then the halves of factories are buttons. @param {TableView} view */
export function begins(view) {
  return asked(view) === "acquire" || Boolean(view.ahead);
}
