/**
 * Which page is shown: by the path of the address. Links with a path of ours are followed without
 * loading the page again.
 */

import { redraw } from "./redraw.js";

/**
 * @typedef {object} Page
 * @property {() => import("./h.js").Child} view                         what to draw
 * @property {() => string} title
 * @property {() => boolean} [turn]                   whether it is the user's turn, here or at a table of theirs
 * @property {() => void} [drawn]                     called after every drawing
 * @property {() => void} [leave]                     called when another page is shown
 * @property {(event: KeyboardEvent) => boolean | void} [key]   true: it was for this page
 */

/** @type {{pattern: RegExp, make: (...parts: string[]) => Page}[]} */
const routes = [];
/** The page that is open, and the one for addresses that are none. @type {{page: Page | null, lost: (() => Page) | null}} */
const now = { page: null, lost: null };

/**
 * @param {RegExp} pattern of a path; its groups are given to `make`
 * @param {(...parts: string[]) => Page} make
 */
export function route(pattern, make) {
  routes.push({ pattern, make });
}

/** @param {() => Page} make the page for addresses that are none */
export function otherwise(make) {
  now.lost = make;
}

/**
 * A page whose code is fetched when it is wanted.
 * @param {() => Promise<(...parts: string[]) => Page>} load
 * @returns {(...parts: string[]) => Page}
 */
export function later(load) {
  return (...parts) => {
    /** @type {Page | null} */
    let loaded = null;
    let left = false;
    const fetchIt = () => {
      load().then(
        (make) => {
          if (left) return;
          loaded = make(...parts);
          redraw();
        },
        // The server is away for a moment; a module that failed can be asked for again.
        () => left || setTimeout(fetchIt, 1000),
      );
    };
    fetchIt();
    return {
      view: () => loaded?.view() ?? null,
      title: () => loaded?.title() ?? "",
      turn: () => loaded?.turn?.() ?? false,
      drawn: () => loaded?.drawn?.(),
      leave: () => {
        left = true;
        loaded?.leave?.();
      },
      key: (event) => loaded?.key?.(event),
    };
  };
}

export function page() {
  return now.page;
}

function open() {
  now.page?.leave?.();
  now.page = null;
  for (const { pattern, make } of routes) {
    const match = pattern.exec(location.pathname);
    if (match) {
      const parts = match.slice(1).map(decoded);
      if (!parts.includes(null)) now.page = make(.../** @type {string[]} */ (parts));
      break;
    }
  }
  now.page ??= now.lost ? now.lost() : null;
  scrollTo(0, 0);
  redraw();
}

/** A part of an address; null where it is none. @param {string | undefined} part */
function decoded(part) {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Show another page. @param {string} path @param {{replace?: boolean}} [how] */
export function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  open();
}

export function startRouter() {
  addEventListener("popstate", open);
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/web/")) return;
    event.preventDefault();
    go(link.pathname + link.hash);
  });
  open();
}
