/** Starts the page. */

import { loadPieces } from "./art/pieces.js";
import { startDragging } from "./core/drag.js";
import { draw } from "./core/h.js";
import { paintWith } from "./core/redraw.js";
import { later, otherwise, page, route, startRouter } from "./core/router.js";
import { showTab } from "./core/tab.js";
import { startLanguage } from "./core/text.js";
import { startTheme } from "./core/theme.js";
import { homePage } from "./pages/home.js";
import { lostPage } from "./pages/lost.js";

// The addresses are also in server/http/page.py.
route(/^\/$/, homePage);
route(/^\/table\/([^/]+)$/, later(async () => (await import("./pages/table.js")).tablePage));
route(/^\/replay(?:\/([^/]+))?$/, later(async () => (await import("./pages/replay.js")).replayPage));
route(/^\/learn(?:\/([^/]+))?$/, later(async () => (await import("./pages/learn.js")).learnPage));
otherwise(lostPage);

const app = /** @type {HTMLElement} */ (document.getElementById("app"));

paintWith(() => {
  const shown = page();
  if (!shown) return;
  draw(app, shown.view());
  showTab(shown.title(), shown.turn?.() ?? false);
  shown.drawn?.();
});

document.addEventListener("keydown", (event) => {
  const typing = /** @type {Element} */ (event.target).closest?.("input:not([type=radio]), textarea, select");
  if (typing && event.key !== "Escape") return;
  if (page()?.key?.(event)) event.preventDefault();
});

// Without these nothing would look right: the sentence of index.html stays, and is shown at once.
const modern = CSS.supports("color", "light-dark(#000, #fff)") && CSS.supports("selector(:has(a))");
if (!modern) {
  document.documentElement.classList.add("old");
  throw new Error("this browser is too old for the page");
}

startTheme();
await Promise.all([startLanguage(), loadPieces()]);
startDragging();
startRouter();

// Whoever looks at home will soon want a table; fetch it while nothing else is to be done.
setTimeout(() => import("./pages/table.js").catch(() => {}), 300);
