/** Line drawings for buttons. */

import { h } from "../core/h.js";

const PATHS = /** @type {{[name: string]: string}} */ ({
  undo: "M9 4L4 9l5 5M4 9h9a5 5 0 0 1 0 10h-2",
  log: "M5 5h12M5 11h12M5 17h8",
  help: "M8 8a3.5 3.5 0 1 1 4.5 3.3c-1 .4-1.5 1-1.5 2.2M11 17.5v.1",
  hint: "M8 16h6M9 19h4M11 3a5.5 5.5 0 0 0-3 10v1h6v-1a5.5 5.5 0 0 0-3-10Z",
  gear: "M8 11a3 3 0 1 0 6 0a3 3 0 1 0-6 0M11 3v3M11 16v3M3 11h3M16 11h3M5.3 5.3l2.2 2.2M14.5 14.5l2.2 2.2M5.3 16.7l2.2-2.2M14.5 7.5l2.2-2.2",
  link: "M9 13a4 4 0 0 0 6 0l2-2a4 4 0 0 0-6-6l-1 1M13 9a4 4 0 0 0-6 0l-2 2a4 4 0 0 0 6 6l1-1",
  turn: "M17 6v5h-5M16.5 11A6 6 0 1 0 15 16",
  lock: "M8 10h6a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2ZM8 10V8a3 3 0 0 1 6 0v2",
  close: "M6 6l10 10M16 6L6 16",
  back: "M13 5l-6 6l6 6",
  forward: "M9 5l6 6l-6 6",
  first: "M16 5l-6 6l6 6M6 5v12",
  last: "M6 5l6 6l-6 6M16 5v12",
  check: "M4 12l5 5L18 6",
  copy: "M8 8h9v9H8ZM5 14V5h9",
  download: "M11 4v9M7 10l4 4l4-4M5 18h12",
  book: "M11 6C9 4.5 6 4.5 4 5v12c2-.5 5-.5 7 1c2-1.5 5-1.5 7-1V5c-2-.5-5-.5-7 1v12",
  cup: "M7 4h8v5a4 4 0 0 1-8 0ZM7 6H4c0 3 1 4.5 3.5 4.5M15 6h3c0 3-1 4.5-3.5 4.5M11 13v5M7 18h8",
  flag: "M6 19V4h10l-2 3.5L16 11H6",
  eye: "M3 11c4-6.5 12-6.5 16 0c-4 6.5-12 6.5-16 0M8.5 11a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0",
  more: "M4 6h14M4 11h14M4 16h14",
  clock: "M3.5 11a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0M11 6.5V11l3 2",
  play: "M7 4.5v13l10-6.5Z",
  people: "M8 11a3 3 0 1 0 0-6a3 3 0 0 0 0 6ZM2.5 18c.6-3 2.6-4.5 5.5-4.5s4.9 1.5 5.5 4.5M14 5.3a3 3 0 0 1 0 5.5M15.5 13.7c2.2.4 3.5 1.8 4 4.3",
  pause: "M7 4v14M15 4v14",
  picture: "M4 5h14v12H4ZM4 14l4-4l4 4l2-2l4 3M13.5 9v.1",
  home: "M4 11l7-7l7 7M6 9.5V18h10V9.5",
  sound: "M4 8.5v5h3.5l4.5 4v-13l-4.5 4ZM15 8.5a3.5 3.5 0 0 1 0 5M17.2 6a7 7 0 0 1 0 10",
  mute: "M4 8.5v5h3.5l4.5 4v-13l-4.5 4ZM15.5 8.8l4 4.4M19.5 8.8l-4 4.4",
  chat: "M4 5h14v9H10l-4 4v-4H4Z",
});

/** @param {string} name */
export function icon(name) {
  return h(
    "svg",
    { viewBox: "0 0 22 22", class: "icon", "aria-hidden": "true" },
    h("path", { d: PATHS[name] }),
  );
}
