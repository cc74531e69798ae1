/** The settings: language, theme, tiles, how moves are made, motion, sound, notifications. */

import { tile } from "../art/pieces.js";
import { h } from "../core/h.js";
import { canNotify, isForbidden, wantNotices } from "../core/notices.js";
import { prefer, prefs } from "../core/prefs.js";
import { chooseLanguage, language, LANGUAGES, t } from "../core/text.js";
import { segmented } from "./controls.js";

/** @param {string} label @param {import("../core/h.js").Child} control @param {string} [tiles] shown below it */
function line(label, control, tiles = "") {
  const shown = tiles && h("span", { class: "setting-tiles", "aria-hidden": "true" }, [...tiles].map((letter) => tile(letter)));
  return h("div", { class: "setting" }, h("span", { class: "setting-name" }, label), control, shown);
}

/** From which loss on the coach asks. */
export function coachChoice() {
  return segmented(
    t("coach.title"),
    "coach",
    ["", "small", "medium", "large"].map((least) => [least, t(least ? `coach.least_${least}` : "settings.off")]),
    prefs.coach,
    (value) => prefer({ coach: /** @type {typeof prefs.coach} */ (value) }),
  );
}

export function settings() {
  return h(
    "div",
    { class: "settings" },
    line(
      t("settings.language"),
      segmented(
        t("settings.language"),
        "lang",
        Object.entries(LANGUAGES),
        language(),
        (value) => chooseLanguage(value),
      ),
    ),
    line(
      t("settings.theme"),
      segmented(
        t("settings.theme"),
        "theme",
        [
          ["", t("settings.theme_system")],
          ["light", t("settings.theme_light")],
          ["dark", t("settings.theme_dark")],
        ],
        prefs.theme,
        (value) => prefer({ theme: /** @type {typeof prefs.theme} */ (value) }),
      ),
    ),
    line(
      t("settings.tiles"),
      segmented(
        t("settings.tiles"),
        "tiles",
        [
          ["", t("settings.tiles_painted")],
          ["geometric", t("settings.tiles_geometric")],
        ],
        prefs.tiles,
        (value) => prefer({ tiles: /** @type {typeof prefs.tiles} */ (value) }),
      ),
      "BYRKWT",
    ),
    line(
      t("settings.moves"),
      segmented(
        t("settings.moves"),
        "moves",
        [
          ["once", t("settings.moves_once")],
          ["undo", t("settings.moves_undo")],
          ["confirm", t("settings.moves_confirm")],
        ],
        prefs.moves,
        (value) => prefer({ moves: /** @type {typeof prefs.moves} */ (value) }),
      ),
    ),
    line(t("coach.title"), [coachChoice(), h("span", { class: "dim s" }, t("coach.text"))]),
    line(
      t("settings.speed"),
      segmented(
        t("settings.speed"),
        "speed",
        [
          ["0", t("settings.speed_off")],
          ["0.5", "½×"],
          ["1", "1×"],
          ["2", "2×"],
        ],
        String(prefs.speed),
        (value) => prefer({ speed: Number(value) }),
      ),
    ),
    line(
      t("settings.sound"),
      segmented(
        t("settings.sound"),
        "sound",
        [
          ["off", t("settings.off")],
          ["on", t("settings.on")],
        ],
        prefs.sound ? "on" : "off",
        (value) => prefer({ sound: value === "on" }),
      ),
    ),
    canNotify() &&
      line(
        t("settings.notices"),
        [
          segmented(
            t("settings.notices"),
            "notices",
            [
              ["no", t("settings.off")],
              ["yes", t("settings.on")],
            ],
            prefs.notices ? "yes" : "no",
            (value) => wantNotices(value === "yes"),
          ),
          h("span", { class: "dim s" }, t(isForbidden() ? "settings.notices_forbidden" : "settings.notices_text")),
        ],
      ),
  );
}
