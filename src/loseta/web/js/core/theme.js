/** Light or dark: as the system, or as chosen. The colours are in css/tokens.css. */

import { onPrefs, prefs } from "./prefs.js";

function apply() {
  if (prefs.theme) document.documentElement.dataset.theme = prefs.theme;
  else delete document.documentElement.dataset.theme;
}

export function startTheme() {
  apply();
  onPrefs(apply);
}

/** Whether the page is dark now. */
export function isDark() {
  return prefs.theme ? prefs.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
