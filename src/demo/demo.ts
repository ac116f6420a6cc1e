// `start --demo`: a world with a history, told to a new sandbox through the doors that everybody has. The seed decides all of it.
import { isoTime } from "../kernel/clock.ts";
import { DemoActions, type DemoHost } from "./actions.ts";
import { customersOf } from "./customers.ts";
import { PAST, PRESENT } from "./history.ts";

export type DemoInput = {
  host: DemoHost;
  seed: number;
  /** Whether the clock runs afterwards. */
  runs: boolean;
  /** When the present is (Unix ms), asked for when the past is told; null: where the past ends. */
  present?: (() => number) | null;
  /** Hears each act before it is played. */
  tell?(act: string): void;
};

/**
 * Grows the demo and answers what is there. A world that has a life already (`--data`) is left alone: undefined.
 * @throws DemoFault when the sandbox does not do what it is asked
 */
export async function growDemo({
  host,
  seed,
  runs,
  present = null,
  tell = () => {},
}: DemoInput): Promise<string | undefined> {
  const stage = new DemoActions(host, customersOf(seed));
  const { items } = await stage.admin("GET", "/events?limit=1");
  if (items.length > 0) return undefined;
  // One order of calls gives one world only while the clock stands still.
  await stage.admin("POST", "/clock/freeze");
  const modes: { network: string; mining: string }[] = (await stage.admin("GET", "/networks")).items;
  for (const { network } of modes) await stage.mining(network, "instant");
  for (const act of PAST) await play(stage, act, tell);
  if (present !== null) await stage.admin("POST", "/clock/advance", { to: isoTime(present()) });
  for (const act of PRESENT) await play(stage, act, tell);
  for (const { network, mining } of modes) {
    if (mining !== "instant") await stage.admin("PUT", `/networks/${network}/mining`, { mode: mining });
  }
  if (runs) await stage.admin("POST", "/clock/resume");
  return summary(stage);
}

async function play(
  stage: DemoActions,
  { title, play }: (typeof PAST)[number],
  tell: (act: string) => void,
): Promise<void> {
  tell(title);
  await play(stage);
}

async function summary(stage: DemoActions): Promise<string> {
  const tenants = (await stage.admin("GET", "/tenants")).items.length;
  const [deposits, payouts] = [await stage.count("/deposits"), await stage.count("/transfer/payout")];
  return `${tenants} tenants, ${deposits} deposits, ${payouts} payouts, settlements and webhooks; bsc waits for blocks that you mine`;
}
