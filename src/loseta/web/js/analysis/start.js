/** How an analysis begins: a new game, a position set up by hand or pasted, a file. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { button, segmented } from "../ui/controls.js";

/** @typedef {import("./handover.js").Source} Source */
/** @typedef {import("../types.js").About} About */

/** A record begins with its tags, a position with the name of its game. @param {string} text @returns {Source} */
export function sourceIn(text) {
  const whole = text.trim();
  if (whole.startsWith("[")) return { record: `${whole}\n` };
  return { tree: { game: whole.split(/\s/, 1)[0], position: whole.replace(/\s+/g, " "), names: [], nodes: [] } };
}

/** The user's input so far. @type {{text: string, game: string, options: import("../types.js").Options}} */
const wanted = { text: "", game: "", options: {} };

/** @param {Partial<typeof wanted>} changes */
function want(changes) {
  Object.assign(wanted, changes);
  redraw();
}

/** The choice of the game and its options. @param {About} about */
function choices(about) {
  const game = wanted.game || Object.keys(about.games)[0];
  const { card, options } = about.games[game];
  const chosen = Object.fromEntries(card.options.map(({ name }) => [name, options[name].includes(wanted.options[name]) ? wanted.options[name] : options[name][0]]));
  const view = h(
    "div",
    { class: "row start-choices", key: "choices" },
    segmented(t("home.game"), "start-game", Object.keys(about.games).map((name) => [name, t(`game.${name}`)]), game, (value) => want({ game: value, options: {} })),
    card.options.map(({ name, label, value }) =>
      segmented(label(), `start-${name}`, options[name].map((each) => [each, value(each)]), chosen[name], (each) => want({ options: { ...chosen, [name]: each } })),
    ),
  );
  return { game, options: chosen, view };
}

/**
 * @param {{open: (source: Source) => void, file: (file: File) => void, setUp: (game: string, options: import("../types.js").Options) => void, about: About, trouble: string, busy: boolean}} page
 */
export function startCards({ open, file, setUp, about, trouble, busy }) {
  const paste = () => wanted.text.trim() && open(sourceIn(wanted.text));
  const { game, options, view } = choices(about);
  return [
    trouble && h("p", { class: "bad", role: "alert", key: "trouble" }, trouble),
    h("h2", { key: "new" }, t("analysis.begin")),
    view,
    h(
      "div",
      { class: "row", key: "games" },
      button([icon("deal"), t("analysis.new_game")], () => open({ tree: { game, options, position: "", names: [], nodes: [] } }), { class: "main", disabled: busy }),
      button([icon("pen"), t("analysis.set_up")], () => setUp(game, options), { disabled: busy }),
    ),
    h("h2", { key: "paste" }, t("analysis.paste")),
    h("textarea", {
      class: "comment paste",
      rows: "4",
      key: "text",
      spellcheck: "false",
      "aria-label": t("analysis.paste"),
      placeholder: t("analysis.paste_text"),
      value: wanted.text,
      on: { input: (/** @type {{target: HTMLTextAreaElement}} */ { target }) => want({ text: target.value }) },
    }),
    h(
      "div",
      { class: "row", key: "acts" },
      button([icon("scales"), t("analysis.go")], paste, { class: "main paste-go", disabled: busy || !wanted.text.trim() }),
      h(
        "label",
        { class: "btn file-button" },
        icon("log"),
        t("analysis.file_open"),
        h("input", {
          type: "file",
          accept: ".txt,text/plain",
          on: {
            change: (/** @type {{target: HTMLInputElement}} */ { target }) => {
              const chosen = target.files?.[0];
              target.value = "";
              if (chosen) file(chosen);
            },
          },
        }),
      ),
    ),
  ];
}
