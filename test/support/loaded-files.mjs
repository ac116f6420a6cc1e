// Preloaded with `--import`: when the process ends, it writes the files and the modules of Node that were loaded to the file LOADED_FILES.
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

/** @type {string[]} */
const files = [];

registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) files.push(url);
    return next(url, context);
  },
});

process.on("exit", () => {
  const { moduleLoadList } = /** @type {{ moduleLoadList: string[] }} */ (/** @type {unknown} */ (process));
  writeFileSync(String(process.env["LOADED_FILES"]), JSON.stringify({ files, node: moduleLoadList }));
});
