/** Drawing the page again, at most once a frame, after anything has changed. */

/** How the page is painted, and whether that is due. */
const painter = { paint: () => {}, due: false };

/** @param {() => void} how */
export function paintWith(how) {
  painter.paint = how;
}

export function redraw() {
  if (painter.due) return;
  painter.due = true;
  // A page in the background gets no frames, but should be right when it is looked at.
  if (document.hidden) queueMicrotask(now);
  else requestAnimationFrame(now);
}

/** Draw at once: for what must be measured right afterwards. */
export function now() {
  painter.due = false;
  painter.paint();
}
