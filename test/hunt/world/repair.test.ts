// Which worlds the repair job decides at rest: it runs where it may help, and only what the app cannot know without asking is not waited for (U-13).
import { expect, test } from "vitest";
import type { HuntStep } from "../../../src/hunt/plan/step.ts";
import { isRepairedAnyway, isToRepair } from "../../../src/hunt/world/repair.ts";
import type { Setting } from "../../../src/hunt/world/setting.ts";
import { World } from "../../../src/hunt/world/world.ts";

const breach = { rule: "B-05", level: "error", owner: null, what: "less" } as const;
const usdc = { network: "base", asset: "USDC" } as const;
const withdraw: HuntStep = { do: "withdraw", owner: "a", id: "w1", amount: "1", ...usdc };
const lost: HuntStep = { do: "fault", gate: "api.request", effect: "close", match: { operation_id: "createPayout" } };
const limited: HuntStep = {
  do: "fault",
  gate: "api.request",
  effect: "close",
  match: { operation_id: "createWallet" },
};

type Case = { can?: boolean; dead?: true; pending?: true; steps?: HuntStep[] };

function ended({ can = true, dead, pending, steps = [] }: Case) {
  const app = { can: (action: string) => can && action === "reconcile" };
  const world = new World({ app, cursors: {} } as unknown as Setting, 1);
  if (dead) world.deliveries = [{ state: "dead", attempts: [] }] as unknown as World["deliveries"];
  if (pending) {
    world.withdrawals.set("w1", { id: "w1", owner: "a", called: "a", amount: "1", to: "0x1", ...usdc });
    const withdrawals = [{ id: "w1", state: "pending" as const, word: "pending" }];
    world.books.set("a", { credits: null, sums: null, balances: null, withdrawals });
  }
  return { world, steps };
}

test.each<[string, Case, { repaired: boolean; anyway: boolean }]>([
  ["nothing died and nothing is pending", {}, { repaired: false, anyway: false }],
  ["a webhook died", { dead: true }, { repaired: true, anyway: true }],
  ["a webhook died, and there is no repair job", { dead: true, can: false }, { repaired: false, anyway: false }],
  [
    "a withdrawal is pending that webhooks tell of",
    { pending: true, steps: [withdraw] },
    { repaired: true, anyway: false },
  ],
  ["… whose order was lost", { pending: true, steps: [lost, withdraw] }, { repaired: true, anyway: true }],
  [
    "… behind another request that was lost",
    { pending: true, steps: [limited, withdraw] },
    { repaired: true, anyway: false },
  ],
  ["… behind a restart", { pending: true, steps: [withdraw, { do: "restart" }] }, { repaired: true, anyway: true }],
  ["… behind a repair", { pending: true, steps: [{ do: "reconcile" }, withdraw] }, { repaired: true, anyway: true }],
  ["a restart, and nothing is pending", { steps: [{ do: "restart" }] }, { repaired: false, anyway: false }],
])("%s", (_, about, { repaired, anyway }) => {
  const one = ended(about);
  expect(isToRepair(one, [breach])).toBe(repaired);
  expect(isRepairedAnyway(one)).toBe(anyway);
  expect(isToRepair(one, [])).toBe(false);
});
