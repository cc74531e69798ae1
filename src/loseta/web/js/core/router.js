/**
 * The router: which page is shown for the path of the address. Links to our own paths are followed
 * without loading the document again.
 */

import { redraw } from "./redraw.js";

/**
 * @typedef {object} Page
 * @property {() => import("./h.js").Child} view                         draws the page
 * @property {() => string} title
 * @property {() => boolean} [turn]                   whether it is the user's turn, here or at another table
 * @property {() => void} [drawn]                     called after every drawing
 * @property {() => void} [leave]                     called when another page is shown
 * @property {(event: KeyboardEvent) => boolean | void} [key]   returns true if the page has handled the key
 */

/** @type {{pattern: RegExp, make: (...parts: string[]) => Page}[]} */
const routes = [];
/** The current page, and the function that makes the page for unknown addresses. @type {{page: Page | null, lost: (() => Page) | null}} */
const now = { page: null, lost: null };

/**
 * @param {RegExp} pattern of a path; its groups are passed to `make`
 * @param {(...parts: string[]) => Page} make
 */
export function route(pattern, make) {
  routes.push({ pattern, make });
}

/** @param {() => Page} make makes the page for unknown addresses */
export function otherwise(make) {
  now.lost = make;
}

/**
 * Load a page whose code is fetched when it is needed.
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
        // The server is briefly unavailable; a module that failed can be fetched again.
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

/** A decoded part of an address; null if it is invalid. @param {string | undefined} part */
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
