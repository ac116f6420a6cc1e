// Worlds that begin from an empty app and a snapshot of the sandbox: exact, and dearer than owners of their own (U-10).
import { control } from "../../scenario/http-client.ts";
import type { Setting } from "./setting.ts";

/** The id of a snapshot of the sandbox as it was prepared. @throws HostFault */
export async function prepared({ host }: Setting): Promise<string> {
  const { id } = await control(host, "POST", "/snapshots", {});
  return String(id);
}

/**
 * Ends the app, restores the sandbox, empties the app and starts it again: ids repeat after a restore, and an app that kept its books would take
 * the new deposits for known ones.
 * @throws HostFault, AppFault
 */
export async function beginAnew({ host, app, sandbox, cursors }: Setting, snapshot: string): Promise<void> {
  await app.stop();
  await control(host, "POST", `/snapshots/${snapshot}/restore`, {});
  // Deliveries are those of the snapshot again; the request log goes on.
  cursors.delivery = 0;
  const { items } = await control(host, "GET", "/requests?surface=v1&limit=1");
  cursors.request = (items as { sequence: number }[])[0]?.sequence ?? cursors.request;
  await app.reset();
  await app.start(sandbox.environment);
}
