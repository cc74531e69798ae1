/** Notices of the system: they say that it is one's turn while the tab is not looked at. */

import { prefer, prefs } from "./prefs.js";
import { play } from "./sound.js";
import { t } from "./text.js";

/** Whether this browser has such notices at all. */
export function canNotify() {
  return "Notification" in globalThis;
}

/** Whether the user wanted them and the browser forbids them. */
export function isForbidden() {
  return canNotify() && Notification.permission === "denied";
}

/** Switch them on or off. The browser asks for its permission only here. @param {boolean} on */
export async function wantNotices(on) {
  const allowed = on && canNotify() && (await Notification.requestPermission()) === "granted";
  prefer({ notices: allowed });
}

/**
 * It is the user's turn: a sound, and where the tab is hidden a notice that leads back to it.
 * @param {string} about what is played, and with whom
 * @param {string} key notices with the same one replace each other
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
    // Some phones allow notices to installed apps only.
  }
}
