// What all worlds of a hunt share: the sandbox, the app, the adapter, and where the reading of earlier worlds ended.
import { control, type Host } from "../../scenario/http-client.ts";
import type { Adapter } from "../adapter.ts";
import type { App } from "../app/app.ts";
import type { HuntHost, HuntSandbox } from "../host.ts";
import type { PayoutCursor } from "../judge/own-payouts.ts";
import type { RuleId } from "../judge/rule.ts";
import { deliveriesAfter } from "../judge/truth.ts";
import type { Blunt } from "../options.ts";
import type { Place } from "../plan/step.ts";
import { fundSolvers, givePlenty } from "./plenty.ts";

export type Setting = {
  readonly hunt: HuntHost;
  readonly sandbox: HuntSandbox;
  readonly host: Host;
  readonly app: App;
  readonly adapter: Adapter;
  /** The places that the app credits, as the service names them; the first is the usual one. */
  readonly accepts: readonly Place[];
  /** Distinguishes the owners of this run from those of earlier ones, since an app keeps its books. */
  readonly run: string;
  /** A further key of the tenant: faults and reports of the app's key do not touch it. */
  readonly ownKey: string;
  readonly endpointId: string | null;
  /** Where the vault that the app pays from is paid, by network. */
  readonly vaults: ReadonlyMap<string, string>;
  /** Rules that are not judged: a hunter without one of them must find less (U-82). */
  readonly rulesOff: ReadonlySet<RuleId>;
  /** What is taken from the judge to see it fail. */
  readonly blunt?: Blunt;
  /** Wall ms that books may take to come to rest. */
  readonly settleMs: number;
  /** The last delivery and request of earlier worlds, and the cursors of the last answer of `judge`. */
  readonly cursors: { delivery: number; request: number; judged: unknown; readonly payouts: PayoutCursor };
};

/** Wallets that can be assigned on a network: a world in which none is left would pass unseen (U-16). */
const POOL = 1_000_000;

/** Prepares a sandbox for worlds: full pools, a full vault, a key of the hunt's own. @throws HostFault */
export async function prepare(
  parts: Omit<Setting, "host" | "ownKey" | "endpointId" | "vaults" | "cursors">,
): Promise<Setting> {
  const { url, adminToken, tenantId } = parts.sandbox;
  const host: Host = { url, adminToken };
  const tenant = `/tenants/${tenantId}`;
  const { api_key } = await control(host, "POST", `${tenant}/keys`, {});
  const { items: endpoints } = await control(host, "GET", `${tenant}/webhook-endpoints`);
  const { items: networks } = await control(host, "GET", "/networks");
  for (const { network } of networks as { network: string }[])
    await control(host, "PUT", `${tenant}/wallet-pool`, { network, remaining: POOL });
  const [endpoint] = endpoints as { id: string }[];
  if (parts.app.can("uda")) await fundSolvers(host);
  const vaults = await givePlenty(host, String(api_key), parts.sandbox.vaultId, parts.accepts);
  // What the app made of the money of its vault belongs to no world: a trouble of its own shows it.
  const delivery = (await deliveriesAfter(host, 0)).at(-1)?.id ?? 0;
  return {
    ...parts,
    host,
    ownKey: String(api_key),
    endpointId: endpoint?.id ?? null,
    vaults,
    cursors: {
      delivery,
      request: 0,
      judged: undefined,
      payouts: { after: undefined, usual: 0, withdrawable: "unknown" },
    },
  };
}

/** Where the app gets money that it names no place for. */
export function usualPlace({ accepts }: Pick<Setting, "accepts">): Place {
  return accepts[0] ?? { network: "base", asset: "USDC" };
}
