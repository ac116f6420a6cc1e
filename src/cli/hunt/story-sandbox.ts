// A sandbox with the app of a story beside it, for `run`: the default tenant delivers to the app (U-20).
import { openApp, startedBy, webhookOf } from "../../hunt/app/open-app.ts";
import { escapeControl } from "../../kernel/escape-control.ts";
import type { FollowedApp } from "../../scenario/followed-app.ts";
import type { Host } from "../../scenario/http-client.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { OwnCall } from "../command.ts";
import { refuseRealKeys } from "./adapter-of.ts";
import { cliHost } from "./host.ts";

/**
 * Starts both, calls `play`, and ends both. The commands of the adapter are printed before any of them runs (U-70). The sandbox has a seed
 * of its own: an app that keeps its books would take the deposits of an earlier run for known ones.
 * @throws HostFault when the app cannot be started; CommandError for a key of the real service in the environment
 */
export async function withApp<T>(
  { io, create, signal }: Pick<OwnCall<object>, "io" | "create"> & { readonly signal: AbortSignal },
  story: Scenario,
  play: (host: Host, app: FollowedApp) => Promise<T>,
): Promise<T> {
  refuseRealKeys(io.environment);
  const adapter = story.options?.app;
  const commands = startedBy(adapter);
  for (const command of commands) io.err(escapeControl(`this story runs: ${command}`).concat("\n"));
  const host = cliHost(io, create, signal);
  const sandbox = await host.startSandbox({ seed: host.freshSeed(), webhook: webhookOf(adapter) });
  const folder = host.temporaryFolder();
  let app: Awaited<ReturnType<typeof openApp>> | undefined;
  try {
    app = await openApp(story, { sandbox, host, folder });
    return await play({ url: sandbox.url, adminToken: sandbox.adminToken }, app);
  } finally {
    await app?.close();
    host.killAll();
    await sandbox.close();
    host.removeFolder(folder);
  }
}
