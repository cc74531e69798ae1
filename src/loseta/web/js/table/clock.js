/** A player's clock. It is drawn from the server's last message, and runs by itself in between. */

import { h } from "../core/h.js";
import { t } from "../core/text.js";

/** @param {number} ms */
export function timeText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const days = Math.floor(seconds / 86_400);
  if (days > 1) return t("table.days", { n: days });
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** @param {import("../types.js").ClockInfo} info @param {number} seat */
export function clock(info, seat) {
  const running = info.running.includes(seat);
  const used = running ? performance.now() - info.received : 0;
  const left = info.left_ms[seat] - used;
  return h(
    "span",
    { class: ["clock", running && "on", left < 20_000 && "short"], role: "timer", "aria-label": t("table.clock", { time: timeText(left) }) },
    timeText(left),
  );
}
