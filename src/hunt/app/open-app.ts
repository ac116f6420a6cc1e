// The app of an adapter for a story that `run` plays: started beside a sandbox whose default tenant delivers to it (U-20).

import type { WallClock } from "../../kernel/wall-clock.ts";
import type { AppTenant, AppUnderTest } from "../../scenario/app-under-test.ts";
import { control, HostFault } from "../../scenario/http-client.ts";
import { type Adapter, AdapterFault, checkAdapter } from "../adapter.ts";
import type { HuntSandbox, Processes } from "../host.ts";
import { BooksFault, creditedSums } from "../judge/books.ts";
import { textOf } from "../judge/decimal.ts";
import { fillVault } from "../world/fill-vault.ts";
import { AdaptedApp } from "./adapted-app.ts";
import { type ActValues, AppFault } from "./app.ts";

export type OpenAppOptions = {
  readonly sandbox: HuntSandbox;
  readonly processes: Processes;
  readonly wall: WallClock;
  /** An empty folder for `${folder}`. */
  readonly folder: string;
};

/** The webhook URL of a story's adapter, which the sandbox must deliver to. @throws HostFault for a wrong adapter, or one without it */
export function webhookOf(adapter: unknown): string {
  const { webhook } = adapterOf(adapter);
  if (webhook === undefined) throw new HostFault("options.app has no webhook: where does the app take webhooks?");
  return webhook;
}

/** The commands that the adapter of a story starts. @throws HostFault */
export function startedBy(adapter: unknown): string[] {
  const { app, reset, books, actions = {} } = adapterOf(adapter);
  const commands = [reset, app, books?.command, ...Object.values(actions).map(({ command }) => command)];
  return commands.filter((command) => command !== undefined);
}

/** Empties the app if the adapter says how, starts it and waits until it is ready. @throws HostFault when it cannot be started */
export async function openApp(
  adapter: unknown,
  { sandbox, processes, wall, folder }: OpenAppOptions,
): Promise<AppUnderTest & { close(): Promise<void> }> {
  const app = new AdaptedApp(adapterOf(adapter), { processes, wall, folder, guessed: () => {} });
  const { tenantId, vaultId, apiKey, webhookSecret, url, adminToken } = sandbox;
  const host = { url, adminToken };
  const { items } = await control(host, "GET", `/tenants/${tenantId}/webhook-endpoints`);
  const [endpoint] = items as { id: string; url: string }[];
  if (app.can("withdraw")) await fillVault(host, apiKey, vaultId, adapterOf(adapter).accepts ?? USUAL);
  await asHostFault(async () => {
    await app.reset();
    await app.start(sandbox.environment);
  });
  const tenant: AppTenant = {
    ...{ id: tenantId, vaultId, apiKey, secret: webhookSecret },
    ...{ endpointId: endpoint?.id ?? "", url: endpoint?.url ?? webhookOf(adapter) },
  };
  /** What the app calls its owners, and where they are paid, by their names in the story. */
  const known = new Map<string, { owner?: string; address?: string }>();
  return {
    tenant,
    async act(name, values) {
      if (!isAction(name)) throw new HostFault(`the adapter has no action ${name}`);
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      const story = values.owner ?? "";
      const {
        ok,
        status,
        address,
        owner = null,
        text,
      } = await app.act(name, { ...given, ...known.get(story) } as ActValues);
      if (name === "open") known.set(story, { ...(owner !== null && { owner }), ...(address !== null && { address }) });
      return { status: status ?? (ok ? 0 : "lost"), body: address === null ? { text } : { text, address } };
    },
    restart: () => asHostFault(() => app.restart()),
    async books(owner) {
      const books = await asHostFault(() => app.books({ owner, ...known.get(owner) }));
      const sums = books === null ? [] : (creditedSums(books) ?? books.balances ?? []);
      return sums.map(({ network, asset, amount }) => ({ network, asset, amount: textOf(amount) }));
    },
    close: () => app.stop(),
  };
}

/** What an app takes if its adapter does not say it. */
const USUAL = [{ network: "base", asset: "USDC" }];

const ACTIONS = ["open", "withdraw", "uda", "reconcile"] as const;

function isAction(name: string): name is (typeof ACTIONS)[number] {
  return ACTIONS.some((one) => one === name);
}

function adapterOf(value: unknown): Adapter {
  try {
    return checkAdapter(value);
  } catch (error) {
    if (error instanceof AdapterFault) throw new HostFault(`options.app: ${error.message}`);
    throw error;
  }
}

async function asHostFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppFault || error instanceof BooksFault) throw new HostFault(error.message);
    throw error;
  }
}
