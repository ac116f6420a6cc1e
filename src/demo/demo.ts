// `start --demo`: fills a new sandbox with a history by calls of its public APIs. The seed decides all of it.
import { isoTime } from "../kernel/clock.ts";
import { DemoActions, type DemoHost } from "./actions.ts";
import { customersOf } from "./customers.ts";
import { PAST, PRESENT } from "./history.ts";

export type DemoInput = {
  host: DemoHost;
  seed: number;
  /** Whether the clock runs afterwards. */
  runs: boolean;
  /** The end of the history (Unix ms), read after the past is played; null: wherever the past ends. */
  present?: (() => number) | null;
  /** Called with the title of each step before it is played. */
  report?(title: string): void;
};

/**
 * Plays the history and returns a summary. Undefined, and nothing done, for a world that already has events (`--data`).
 * @throws DemoFault when the sandbox refuses a call
 */
export async function createDemo({
  host,
  seed,
  runs,
  present = null,
  report = () => {},
}: DemoInput): Promise<string | undefined> {
  const actions = new DemoActions(host, customersOf(seed));
  const { items } = await actions.admin("GET", "/events?limit=1");
  if (items.length > 0) return undefined;
  // The same calls give the same world only while the clock is frozen.
  await actions.admin("POST", "/clock/freeze");
  const modes: { network: string; mining: string }[] = (await actions.admin("GET", "/networks")).items;
  for (const { network } of modes) await actions.mining(network, "instant");
  for (const step of PAST) await play(actions, step, report);
  if (present !== null) await actions.admin("POST", "/clock/advance", { to: isoTime(present()) });
  for (const step of PRESENT) await play(actions, step, report);
  for (const { network, mining } of modes) {
    if (mining !== "instant") await actions.admin("PUT", `/networks/${network}/mining`, { mode: mining });
  }
  if (runs) await actions.admin("POST", "/clock/resume");
  return summary(actions);
}

async function play(
  actions: DemoActions,
  { title, play }: (typeof PAST)[number],
  report: (title: string) => void,
): Promise<void> {
  report(title);
  await play(actions);
}

async function summary(actions: DemoActions): Promise<string> {
  const tenants = (await actions.admin("GET", "/tenants")).items.length;
  const [deposits, payouts] = [await actions.count("/deposits"), await actions.count("/transfer/payout")];
  return `${tenants} tenants, ${deposits} deposits, ${payouts} payouts, settlements and webhooks; bsc waits until you mine its blocks`;
}
