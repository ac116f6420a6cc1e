// What a start reports: URLs, and the keys and accounts of the default tenant.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { developmentAccounts } from "../chains/address.ts";
import type { Config } from "../config/options.ts";
import { newestAnnounced } from "../domain/outbox.ts";
import type { OpenedWorld } from "./create-world.ts";

/** What `start` prints when the sandbox is ready; scripts rely on the member names. */
export type ReadyInfo = {
  pid: number;
  url: string;
  api_base_url: string;
  admin_url: string;
  dashboard_url: string;
  rpc: Record<string, string>;
  tenant_id: string;
  api_key: string;
  vault_id: string;
  webhook_secret: string;
  accounts: { address: string; private_key: string }[];
  admin_token?: string;
};

/** Everything but the process id, which only the command knows. */
export function readyInfo(
  origin: string,
  { defaultTenant, chains }: Pick<OpenedWorld, "defaultTenant" | "chains">,
  adminToken: string | null,
): Omit<ReadyInfo, "pid"> {
  return {
    url: origin,
    api_base_url: `${origin}/v1`,
    admin_url: `${origin}/admin`,
    dashboard_url: `${origin}/`,
    rpc: Object.fromEntries(chains.all.map(({ definition: { symbol } }) => [symbol, `${origin}/rpc/${symbol}`])),
    tenant_id: defaultTenant.tenantId,
    api_key: defaultTenant.apiKey,
    vault_id: defaultTenant.vaultId,
    webhook_secret: defaultTenant.webhookSecret,
    accounts: developmentAccounts().map(({ address, privateKey }) => ({ address, private_key: privateKey })),
    ...(adminToken === null ? {} : { admin_token: adminToken }),
  };
}

/** The virtual time (ms) of a world, and the number of events it has announced. */
export function resumePoint({ world: { clock, db } }: OpenedWorld): { at: number; events: number } {
  return { at: clock.peek(), events: newestAnnounced(db) };
}

/** Opens the port of the configuration. Rejects with the server's own error (and its `code`). */
export function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** The URL at which this machine reaches the server; a wildcard address is given as loopback. */
export function originOf(server: Server, { host }: Config): string {
  const { port } = server.address() as AddressInfo;
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
