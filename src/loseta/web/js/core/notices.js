/** System notifications: they say that it is the user's turn while the tab is hidden. */

import { prefer, prefs } from "./prefs.js";
import { play } from "./sound.js";
import { t } from "./text.js";

/** Whether this browser supports notifications. */
export function canNotify() {
  return "Notification" in globalThis;
}

/** Whether the user turned them on but the browser forbids them. */
export function isForbidden() {
  return canNotify() && Notification.permission === "denied";
}

/** Turn them on or off. Only here is the browser's permission requested. @param {boolean} on */
export async function wantNotices(on) {
  const allowed = on && canNotify() && (await Notification.requestPermission()) === "granted";
  prefer({ notices: allowed });
}

/**
 * It is the user's turn: play a sound and, if the tab is hidden, show a notification that leads back to it.
 * @param {string} about the game, and its players
 * @param {string} key a notification replaces the one with the same key
 * @param {() => void} [open] called when it is clicked
 */
export function callTurn(about, key, open) {
  play("turn");
  if (!document.hidden || !prefs.notices || !canNotify() || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(t("ui.your_turn"), { body: about, tag: `loseta-${key}`, icon: "/web/icons/icon-192.png" });
    notice.onclick = () => {
      window.focus();
      notice.close();
      open?.();
    };
  } catch {
    // Some phones allow notifications to installed apps only.
  }
}
