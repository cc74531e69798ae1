/** Drawing the page again, at most once a frame, after anything has changed. */

/** @type {() => void} */
let paint = () => {};
let asked = false;

/** @param {() => void} how */
export function paintWith(how) {
  paint = how;
}

export function redraw() {
  if (asked) return;
  asked = true;
  // A page in the background gets no frames, but should be right when it is looked at.
  if (document.hidden) queueMicrotask(now);
  else requestAnimationFrame(now);
}

/** Draw at once: for what must be measured right afterwards. */
export function now() {
  asked = false;
  paint();
}
