// Three worlds without trouble, played as a hunt plays them: what was derived must hold there too (U-03).
import type { Adapter } from "../adapter.ts";
import { AdaptedApp } from "../app/adapted-app.ts";
import type { HuntHost } from "../host.ts";
import { HuntSession } from "../hunt-session.ts";
import { assemble, plainPlan, plainWithdrawal } from "../plan/assemble.ts";
import type { HuntStep } from "../plan/step.ts";
import type { Trouble } from "../plan/troubles/trouble.ts";

/** Wall ms that books may take to come to rest. */
const SETTLE_MS = 2_000;

/** `why`: what is wrong in the first world that is not right; null when all are. @throws AppFault, HostFault */
export async function trial(adapter: Adapter, host: HuntHost): Promise<{ worlds: number; why: string | null }> {
  const folder = host.temporaryFolder();
  const { processes, wall } = host;
  const app = new AdaptedApp(adapter, { processes, wall, folder, guessed: () => {} });
  const session = new HuntSession({ adapter, app, seed: host.freshSeed(), settleMs: SETTLE_MS, deep: false }, host);
  const plans = plansOf(adapter);
  try {
    await session.open();
    for (const [index, steps] of plans.entries()) {
      const { breaches, why } = await session.play(steps);
      const wrong = breaches.find(({ level }) => level === "error")?.what ?? why;
      if (wrong !== null) return { worlds: index + 1, why: wrong };
    }
    return { worlds: plans.length, why: null };
  } finally {
    await session.close();
    host.removeFolder(folder);
  }
}

/** The plain world, the plain world with a withdrawal, and with a universal address, as far as the app can. */
function plansOf({ accepts = [], actions = {} }: Adapter): (readonly HuntStep[])[] {
  const usual = accepts[0] ?? { network: "base", asset: "USDC" };
  const withdraw = actions.withdraw === undefined ? plainPlan(usual).steps : plainWithdrawal(usual);
  const uda = actions.uda === undefined ? plainPlan(usual).steps : [...assemble([UDA], usual).steps, SETTLE];
  return [plainPlan(usual).steps, withdraw, uda];
}

const UDA: Trouble = { name: "uda", family: "app", at: "uda" };
const SETTLE: HuntStep = { do: "settle" };
