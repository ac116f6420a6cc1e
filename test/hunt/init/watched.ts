// `hunt init` for tests: an app is started, and the requests of a file are its customer.

import { join } from "node:path";
import { freePort } from "../../../src/cli/hunt/free-port.ts";
import type { Adapter } from "../../../src/hunt/adapter.ts";
import { readCurlFile } from "../../../src/hunt/init/curl-file.ts";
import { type InitResult, init } from "../../../src/hunt/init/init.ts";
import { hostOf } from "../a-hunt.ts";

export async function watched(
  app: string,
  port: number,
  text: string,
  told: string[],
  env: Adapter["env"] = {},
): Promise<InitResult> {
  const adapter = { app, webhook: `http://127.0.0.1:${port}/webhooks`, env };
  const host = {
    ...hostOf(port, told),
    tell: (line: string) => void told.push(line),
    enough: Promise.withResolvers<void>().promise,
  };
  return init({ adapter, requests: readCurlFile(text) }, host);
}

/** The command that starts the app of `shaped-app.ts`. */
export const SHAPED_APP = `${process.execPath} ${join(import.meta.dirname, "shaped-app.ts")}`;

/** @param shape one of `shaped-app.ts` */
export async function ofShape(shape: string, text: string, told: string[] = []): Promise<InitResult> {
  return watched(SHAPED_APP, await freePort(), text, told, { SHAPE: shape });
}
