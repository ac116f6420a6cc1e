// The browser script of the theme (D-92): what a reader chose on any page holds on all of them, and before the first paint.

/**
 * Reads and writes what `src/dashboard/shell/tastes.ts` keeps, adds the button to the header, and follows another tab. `dark-mode` is the
 * class that the viewer of the API reference looks at. Without the script the system decides.
 */
export const THEME_SCRIPT = `"use strict";
(() => {
  const KEY = "sandbox-tastes";
  const NEXT = { system: "light", light: "dark", dark: "system" };
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const tastes = () => {
    try { return JSON.parse(localStorage.getItem(KEY) || "{}") || {}; } catch { return {}; }
  };
  const chosen = () => (NEXT[tastes().theme] === undefined ? "system" : tastes().theme);
  let button;
  const apply = () => {
    const theme = chosen();
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.classList.toggle("dark-mode", theme === "dark" || (theme === "system" && dark.matches));
    if (button === undefined) return;
    button.textContent = "\\u25d0 " + theme;
    button.setAttribute("aria-label", "Theme: " + theme + ". Change to " + NEXT[theme]);
  };
  apply();
  dark.addEventListener("change", apply);
  addEventListener("storage", apply);
  document.addEventListener("DOMContentLoaded", () => {
    button = document.createElement("button");
    button.type = "button";
    button.addEventListener("click", () => {
      localStorage.setItem(KEY, JSON.stringify({ ...tastes(), theme: NEXT[chosen()] }));
      apply();
    });
    document.querySelector(".bar").append(button);
    apply();
  });
})();
`;
