/** The table's menu, besides the game: phrases, resigning, computer players that stand in. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { button } from "../ui/controls.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */

/** @param {TableSession} session @param {() => void} close */
export function tableMenu(session, close) {
  if (session.me === null || session.table.status !== "playing") return null;
  const own = session.table.seats[session.me];
  const people = session.table.seats.filter((seat) => seat.kind === "person");
  const absent = people.filter((seat) => mayStandIn(session, seat));
  return h(
    "div",
    { class: "table-menu" },
    own.stands_in && !own.out && button(t("menu.come_back"), () => session.command("come_back"), { class: "main" }),
    absent.map((seat) =>
      button(t("menu.stand_in", { name: session.names[seat.seat] }), () => session.command("stand_in", { seat: seat.seat }), {
        key: seat.seat,
      }),
    ),
    people.length > 1 && phrases(session, close),
    !own.out && resign(session),
  );
}

/** @param {TableSession} session @param {import("../types.js").SeatInfo} seat */
function mayStandIn(session, seat) {
  const after = session.about.limits.absent_seconds * 1000;
  return seat.seat !== session.me && !seat.present && !seat.stands_in && !seat.out && (seat.absent_ms ?? 0) >= after;
}

/** @param {TableSession} session @param {() => void} close */
function phrases(session, close) {
  const say = (/** @type {string} */ phrase) => {
    session.command("say", { phrase });
    close(); // the status line shows the phrase
  };
  return h(
    "section",
    { class: "menu-part" },
    h("h3", { id: "menu-say" }, t("menu.say")),
    h(
      "div",
      { class: "row phrases", role: "group", "aria-labelledby": "menu-say" },
      Object.entries(session.about.phrases).map(([key, text]) => button(text, () => say(key), { key })),
    ),
  );
}

/** @param {TableSession} session */
function resign(session) {
  /** @param {boolean} value */
  const ask = (value) => {
    session.resigning = value;
    redraw();
  };
  if (!session.resigning) {
    return h("section", { class: "menu-part" }, button([icon("flag"), t("menu.resign")], () => ask(true)));
  }
  return h(
    "section",
    { class: "menu-part row" },
    h("span", null, t("menu.resign_sure")),
    button(t("menu.resign"), () => {
      ask(false);
      session.command("resign");
    }, { class: "main" }),
    button(t("menu.no"), () => ask(false)),
  );
}
