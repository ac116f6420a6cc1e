// Where the built page at `/` is: beside the compiled code in the package; in a clone it is built at its first visit.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Log } from "../../kernel/log.ts";

const PACKED = new URL("../../dashboard/", import.meta.url);
const WORKER = new URL("../../../scripts/run/page-worker.ts", import.meta.url);

/** As the worker says it: it is no part of this program, which has no compiler. */
type PageMessage = { says: "building" } | { says: "built"; folder: string };

/**
 * The folder with `page.html` and `assets/`. In a clone a worker builds it once for the present sources (D-02), which takes some seconds of
 * its own thread; the sandbox goes on meanwhile.
 * @throws Error when there is neither a built page nor what builds it, and for a source that does not compile
 */
export async function pageFolder(log: Log): Promise<string> {
  if (existsSync(new URL("page.html", PACKED))) return fileURLToPath(PACKED);
  if (!existsSync(WORKER)) throw new Error("this package was made without the page: npm run build makes one with it");
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const worker = new Worker(WORKER);
  // A sandbox that stops does not wait for it.
  worker.unref();
  worker.on("message", (message: PageMessage) => {
    if (message.says === "built") resolve(message.folder);
    else log.warn({}, "the page at / is being built for these sources: some seconds, once");
  });
  worker.on("error", reject);
  worker.on("exit", (code) => reject(new Error(`the page was not built: its worker ended with code ${code}`)));
  return promise;
}
