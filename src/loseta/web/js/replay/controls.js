/** The controls to step through a game. */

import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { iconButton } from "../ui/controls.js";
import { SPEEDS } from "./autoplay.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {Game} game */
export function controls(game) {
  const { at, last } = game;
  return h(
    "nav",
    { class: "steps", "aria-label": t("replay.steps"), key: "steps" },
    iconButton("first", t("replay.first"), () => game.stepTo(0), { disabled: at === 0 }),
    iconButton(game.autoplay.running ? "pause" : "play", t(game.autoplay.running ? "replay.pause" : "replay.play"), () => game.autoplay.toggle(), { class: "btn flat autoplay", key: "autoplay", disabled: last === 0 }),
    iconButton("back", t("replay.back"), () => game.stepTo(at - 1), { disabled: at === 0 }),
    h("input", {
      type: "range",
      class: "slider",
      min: "0",
      max: String(last),
      value: String(at),
      "aria-label": t("replay.step"),
      "aria-valuetext": t("replay.step_of", { n: at, all: last }),
      on: { input: (/** @type {{target: HTMLInputElement}} */ event) => game.stepTo(Number(event.target.value)) },
    }),
    iconButton("forward", t("replay.forward"), () => game.stepTo(at + 1), { disabled: at === last }),
    iconButton("last", t("replay.last"), () => game.stepTo(last), { disabled: at === last }),
    h("span", { class: "nw dim s" }, t("replay.step_of", { n: at, all: last })),
    h(
      "select",
      {
        class: "choice speed",
        name: "replay-speed",
        "aria-label": t("replay.speed"),
        title: t("replay.speed"),
        value: String(game.autoplay.speed),
        on: { change: (/** @type {{target: HTMLSelectElement}} */ { target }) => game.autoplay.choose(Number(target.value)) },
      },
      SPEEDS.map((speed) => h("option", { value: String(speed), selected: speed === game.autoplay.speed, key: speed }, t("replay.times", { n: speed }))),
    ),
  );
}

/** The rounds, as buttons under their parts of the chart. @param {Game} game */
export function roundBar(game) {
  const { rounds, last } = game;
  const here = game.roundAt(game.at);
  return h(
    "div",
    { class: "round-bar", role: "group", "aria-label": t("replay.rounds"), key: "rounds" },
    rounds.map(({ round, ply }, i) => {
      const steps = Math.max(1, (rounds[i + 1]?.ply ?? last) - (i ? ply : 0));
      const name = t("table.round", { n: round });
      return h(
        "button",
        {
          type: "button",
          class: ["round-button", i === here && "here"],
          "aria-current": i === here ? "true" : null,
          key: ply,
          style: { "flex-grow": String(steps) },
          "aria-label": name,
          on: { click: () => game.stepTo(ply) },
        },
        h("span", { class: "round-name" }, name),
        h("span", { class: "round-number" }, String(round)), // a short round has no room for more
      );
    }),
  );
}

/** @param {KeyboardEvent} event @param {Game} game */
export function stepKey(event, game) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (/** @type {Element} */ (event.target).closest?.("[role=radiogroup], .panel")) return false;
  const sliding = /** @type {Element} */ (event.target).closest?.(".slider");
  switch (event.key) {
    case "ArrowLeft":
      if (!sliding) game.stepTo(game.at - 1);
      return !sliding;
    case "ArrowRight":
      if (!sliding) game.stepTo(game.at + 1);
      return !sliding;
    case " ":
      if (/** @type {Element} */ (event.target).closest?.("button, a, summary, label")) return false;
      game.autoplay.toggle();
      return true;
    case "Home":
      game.stepTo(0);
      return true;
    case "End":
      game.stepTo(game.last);
      return true;
    case "PageUp":
      game.jumpRound(-1);
      return true;
    case "PageDown":
      game.jumpRound(1);
      return true;
    case "Escape":
      if (!game.variation) return false;
      game.stepTo(game.at);
      return true;
  }
  return false;
}
