/** Starts the page. */

import { loadPieces } from "./art/pieces.js";
import { startDragging } from "./core/drag.js";
import { draw } from "./core/h.js";
import { paintWith } from "./core/redraw.js";
import { later, otherwise, page, route, startRouter } from "./core/router.js";
import { showTab } from "./core/tab.js";
import { startLanguage } from "./core/text.js";
import { startTheme } from "./core/theme.js";
import { games, loadView } from "./games/index.js";
import { homePage } from "./pages/home.js";
import { lostPage } from "./pages/lost.js";
import { closePanel } from "./ui/panel.js";

// The addresses are also in server/http/page.py.
route(/^\/$/, homePage);
route(/^\/table\/([^/]+)$/, later(async () => (await import("./pages/table.js")).tablePage));
route(/^\/replay(?:\/([^/]+))?$/, later(async () => (await import("./pages/replay.js")).replayPage));
route(/^\/analysis(?:\/([^/]+))?$/, later(async () => (await import("./pages/analysis.js")).analysisPage));
route(/^\/learn(?:\/([^/]+))?$/, later(async () => (await import("./pages/learn.js")).learnPage));
route(/^\/puzzles$/, later(async () => (await import("./pages/puzzles.js")).puzzlesPage));
route(/^\/puzzles\/([^/]+)$/, later(async () => (await import("./pages/puzzle.js")).puzzlePage));
route(/^\/numbers$/, later(async () => (await import("./pages/numbers.js")).numbersPage));
route(/^\/mistakes(?:\/([^/]+))?$/, later(async () => (await import("./pages/mistakes.js")).mistakesPage));
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
  if ((event.key === "Escape" && closePanel()) || page()?.key?.(event)) event.preventDefault();
});

// Nothing can be shown without these; index.html has a sentence for that case, shown at once.
const modern = CSS.supports("color", "light-dark(#000, #fff)") && CSS.supports("selector(:has(a))");
if (!modern) {
  document.documentElement.classList.add("old");
  throw new Error("this browser is too old for the page");
}

startTheme();
// All pages need the games; if this fails, the page itself shows the error.
await Promise.all([startLanguage(), loadPieces(), games().catch(() => null)]);
startDragging();
startRouter();

// A visitor of the home page will soon open a table: fetch its scripts while the browser is idle.
setTimeout(async () => {
  import("./pages/table.js").catch(() => {});
  const about = await games().catch(() => null);
  for (const game of Object.keys(about?.games ?? {})) loadView(game);
}, 300);
