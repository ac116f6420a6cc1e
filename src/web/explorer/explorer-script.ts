// The browser script of the explorer: it keeps a page live. Without it every page works, and is as of its opening.
import { THEME_SCRIPT } from "../looks/theme-script.ts";

/**
 * Every two seconds, but not while the page is hidden or text is selected. The request parses the answer itself, since no script here may
 * turn text into markup (D-80). What a reader opened stays open, and a page that did not change is left alone.
 */
export const EXPLORER_SCRIPT = `${THEME_SCRIPT}
(() => {
  const refresh = () => {
    if (document.body.dataset.live !== "yes" || document.hidden || !getSelection().isCollapsed) return;
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.onerror = () => document.body.classList.add("lost");
    request.onload = () => {
      const fresh = request.status < 500 && request.response && request.response.querySelector("main");
      document.body.classList.toggle("lost", !fresh);
      const main = document.querySelector("main");
      if (!fresh) return;
      const open = [...main.querySelectorAll("details")].map((one) => one.open);
      [...fresh.querySelectorAll("details")].forEach((one, at) => { one.open = open[at] === undefined ? one.open : open[at]; });
      if (fresh.outerHTML !== main.outerHTML) main.replaceWith(fresh);
    };
    request.open("GET", location.href);
    request.send();
  };
  setInterval(refresh, 2000);
})();
`;
