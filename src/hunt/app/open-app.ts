// The app of an adapter for a story that `run` plays: started beside a sandbox whose default tenant delivers to it (U-20).

import type { ActionValues, AppTenant } from "../../scenario/app-under-test.ts";
import type { FollowedApp } from "../../scenario/followed-app.ts";
import { control, HostFault } from "../../scenario/http-client.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { type Adapter, acceptsOf } from "../adapter.ts";
import type { HuntHost, HuntSandbox } from "../host.ts";
import { AdapterFault, checkAdapter } from "../hunt-file.ts";
import { BooksFault, creditedSums } from "../judge/books.ts";
import { textOf } from "../judge/decimal.ts";
import { prepare } from "../world/setting.ts";
import { StoryJudge } from "../world/story-judge.ts";
import { stepsOf } from "../world/story-world.ts";
import { AdaptedApp } from "./adapted-app.ts";
import { AppFault } from "./app.ts";

export type OpenAppOptions = {
  readonly sandbox: HuntSandbox;
  readonly host: HuntHost;
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

/**
 * Empties the app if the adapter says how, starts it and waits until it is ready; what the story does is judged by the rules of the hunt.
 * @throws HostFault when it cannot be started
 */
export async function openApp(
  story: Scenario,
  { sandbox, host, folder }: OpenAppOptions,
): Promise<FollowedApp & { close(): Promise<void> }> {
  const adapter = adapterOf(story.options?.app);
  const { processes, wall } = host;
  const app = new AdaptedApp(adapter, { processes, wall, folder, guessed: () => {} });
  const parts = { hunt: host, sandbox, app, adapter, accepts: acceptsOf(adapter), run: "story", rulesOff: NO_RULES };
  // The vault is filled once the app answers: a webhook about it must not die.
  await asHostFault(async () => {
    await app.reset();
    await app.start(sandbox.environment);
  });
  const setting = await prepare({ ...parts, settleMs: SETTLE_MS });
  // A story that would fail by it looks what an app keeps back without any trouble; it must not learn that from its own mistake.
  setting.cursors.payouts.withdrawable = "all";
  const judge = new StoryJudge(setting, stepsOf(story));
  return {
    tenant: await tenantOf(sandbox, adapter),
    act: (name, values) => acted(app, judge, name, values),
    async restart() {
      await asHostFault(() => app.restart());
      judge.restarted();
    },
    async books(owner) {
      const books = await asHostFault(() => app.books(judge.namesOf(owner)));
      const sums = books === null ? [] : (creditedSums(books) ?? books.balances ?? []);
      return sums.map(({ network, asset, amount }) => ({ network, asset, amount: textOf(amount) }));
    },
    stepped: (step, next) => asHostFault(() => judge.stepped(step, next)),
    judge: (rules) => asHostFault(() => judge.judge(rules)),
    close: () => app.stop(),
  };
}

/** Wall ms that wrong books may take to become right, as long as `--settle` gives them without being asked. */
const SETTLE_MS = 2_000;
const NO_RULES: ReadonlySet<never> = new Set();

async function tenantOf(sandbox: HuntSandbox, adapter: Adapter): Promise<AppTenant> {
  const { tenantId, vaultId, apiKey, webhookSecret, url, adminToken } = sandbox;
  const { items } = await control({ url, adminToken }, "GET", `/tenants/${tenantId}/webhook-endpoints`);
  const [endpoint] = items as { id: string; url: string }[];
  return {
    ...{ id: tenantId, vaultId, apiKey, secret: webhookSecret },
    ...{ endpointId: endpoint?.id ?? "", url: endpoint?.url ?? webhookOf(adapter) },
  };
}

/** Asks the app, and tells the judge what it was asked. An app without an action `open` gets its wallets as in a hunt. */
async function acted(
  app: AdaptedApp,
  judge: StoryJudge,
  name: string,
  values: ActionValues,
): Promise<{ status: number | "lost"; body: unknown; refused?: string }> {
  if (!isAction(name)) throw new HostFault(`the adapter has no action ${name}`);
  const { owner = "", network = "base", asset = "USDC", id = "", amount = "", to = "" } = values;
  if (name === "open" && !app.can("open"))
    return { status: 0, body: { text: "opened by the runner", address: await judge.open(owner, network) } };
  if (name === "withdraw") judge.withdrew({ id, owner, network, asset, amount, to: to.toLowerCase() });
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const named = owner === "" ? {} : judge.namesOf(owner);
  const all = { ...given, ...named } as Record<string, string>;
  const opened = name === "open" ? await judge.ask(owner, network, all) : null;
  const { ok, status, address, addresses, text } = opened ?? (await app.act(name, all));
  if (name === "uda") judge.gotUda(owner, network, address, addresses);
  if (name === "withdraw") judge.answered(id, { ok, status });
  // A universal address may come as one for each network: a step that pays there names its own.
  const found = opened?.found ?? address ?? addresses[network] ?? Object.values(addresses)[0] ?? null;
  const body = { text, ...(found !== null && { address: found }), addresses: placesOf(network, address, addresses) };
  const refused = refusedAs(name, { ok, text, found });
  return { status: status ?? (ok ? 0 : "lost"), body, ...(refused === null ? {} : { refused }) };
}

/** The addresses of an answer by network; one that it gives alone is that of the network that was asked for. */
function placesOf(network: string, address: string | null, addresses: Readonly<Record<string, string>>) {
  return { ...addresses, ...(address !== null && { [network]: address }) };
}

/** What came instead of what was asked for; null where it is that. */
function refusedAs(name: string, { ok, text, found }: { ok: boolean; text: string; found: string | null }) {
  if (!ok) return text;
  return (name === "open" || name === "uda") && found === null ? `${text}, without an address` : null;
}

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
