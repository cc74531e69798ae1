/** The keys of a table. The game's own keys are in its view. */

import { h } from "../core/h.js";
import { focusSoon } from "../core/keys.js";
import { t } from "../core/text.js";
import { keyHelp } from "../ui/key-help.js";
import { enlarge } from "./zoom.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */
/** The panels at the edge. @typedef {"log" | "settings" | "help" | "menu" | "more"} PanelName */

/**
 * @param {KeyboardEvent} event
 * @param {TableSession} session
 * @param {import("../games/game-view.js").TableView} view
 * @param {(which: PanelName) => void} toggle
 * @returns {boolean}
 */
export function tableKey(event, session, view, toggle) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const inside = /** @type {Element} */ (event.target).closest?.(".panel, [role=radiogroup]");
  const at = session.at ?? session.reached;
  switch (event.key) {
    case "Escape":
      if (session.memory.enlarged !== null) enlarge(session.memory, null);
      else if (session.hand || session.pending) putBack(session);
      else if (session.premove.action !== null) session.premove.drop();
      else if (session.at !== null) session.stepTo(null);
      else return false;
      return true;
    case "ArrowLeft":
      if (inside) return false;
      session.stepTo(at - 1);
      return true;
    case "ArrowRight":
      if (inside) return false;
      session.stepTo(at + 1);
      return true;
    case "Home":
      if (inside) return false;
      session.stepTo(0);
      return true;
    case "End":
      if (inside) return false;
      session.stepTo(null);
      return true;
    case "Enter":
      if (!session.pending || /** @type {Element} */ (event.target).closest?.("button, a")) return false;
      session.confirm();
      return true;
    case "?":
      toggle("help");
      return true;
  }
  if (inside) return false;
  if (session.gameView.key(event, view)) return true;
  switch (event.key.toLowerCase()) {
    case "u":
      session.undo();
      return true;
    case "h":
      if (view.legal.length && session.table.hints) session.queries.hint();
      return true;
    case "l":
      toggle("log");
      return true;
  }
  return false;
}

/** Drop what is held, and move the focus back to where it was taken from. @param {TableSession} session */
function putBack(session) {
  const { hand } = session;
  session.undo();
  if (hand?.colour) focusSoon(`button[data-take="${hand.source}${hand.colour}"]`);
}

const KEYS = ["arrows", "home_end", "u", "h", "l", "escape", "question"];

/** @param {TableSession} session */
export function tableHelp({ table: { game } }) {
  const intro = [
    h("p", null, t(`help.${game}.how`)),
    h("p", null, h("a", { href: `/learn/${game}`, target: "_blank", rel: "noopener" }, t("help.learn"))),
  ];
  return keyHelp(game, intro, KEYS.map((key) => [t(`help.key.${key}`), t(`help.does.${key}`)]));
}
