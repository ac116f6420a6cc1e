// The files beside the compiled code that it reads at run time.
import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const src = join(root, "src");

/** The files of the API viewer that `/docs` serves, with their licence; the package contains nothing else of it. */
const VIEWER = ["swagger-ui-bundle.js", "swagger-ui.css", "swagger-ui-bundle.js.LICENSE.txt", "LICENSE", "NOTICE"];

/** The page at `/` is built, not copied. */
const PAGE = join(src, "dashboard");

/** Copies into `dist` what is not there yet: the files of src/ that are not TypeScript (migrations), and the API viewer. */
export function copyAssets(dist: string): void {
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(ts|tsx)$/.test(entry.name) || entry.parentPath.startsWith(PAGE)) continue;
    const from = join(entry.parentPath, entry.name);
    const to = from.replace(src, dist);
    if (!existsSync(to)) cpSync(from, to);
  }
  for (const name of VIEWER)
    cpSync(join(root, "node_modules/swagger-ui-dist", name), join(dist, "web/reference/swagger-ui", name));
}
