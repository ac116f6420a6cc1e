// Apps that are not told where to pay: they pay where they usually do, and no order is about another place (U-22, U-51).
import { expect, test } from "vitest";
import { AdaptedApp } from "../../src/hunt/app/adapted-app.ts";
import { hunt } from "../../src/hunt/hunt.ts";
import type { Abilities } from "../../src/hunt/plan/troubles/trouble.ts";
import { troublesOf } from "../../src/hunt/plan/troubles.ts";
import { isPayableAt } from "../../src/hunt/world/orders.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { FunctionApp } from "../../src/testing/hunt/function-app.ts";
import { aCopy, hostOf, processes } from "./a-hunt.ts";

const at = (name: string): string => `\${${name}}`;
const usual = { network: "base", asset: "USDC" };

test("a right shop whose orders say no place is found to be right, and what is left out is said", async () => {
  const { adapter: given, port, remove } = await aCopy({ mistake: "pays-where-it-usually-does" });
  const { withdraw, ...actions } = given.actions ?? {};
  const body = { id: at("id"), owner: at("owner"), amount: at("amount"), to: at("to") };
  const adapter = { ...given, actions: { ...actions, withdraw: { ...withdraw, body } } };
  try {
    const report = await hunt(
      {
        ...{ adapter, seed: 1, phases: ["singles"], budgetMs: 300_000, maxWorlds: 40, most: 3, settleMs: 500 },
        ...{ deep: false, only: ["payout of", "several in every"], without: [] },
      },
      hostOf(port, []),
    );
    expect([report.hindrance, report.findings.map(({ rule, what }) => `${rule} ${what}`)]).toEqual([null, []]);
    expect(report.left_out).toContain(
      "no withdrawals elsewhere: an order of the action withdraw names no network or no asset",
    );
    expect(report.worlds.singles).toBeGreaterThan(4);
  } finally {
    remove();
  }
}, 150_000);

test.each([
  [{ body: { to: at("to"), network: at("network"), asset: at("asset") } }, true, true],
  [{ body: { to: at("to"), asset: at("asset") } }, false, true],
  [{ url: `http://127.0.0.1/pay?chain=${at("network")}` }, true, false],
  [{ command: `pay --from ${at("address")} ${at("to")}` }, true, false],
  [{ body: { to: at("to") } }, false, false],
])("an order %j names the network: %s, the asset: %s", (action, network, asset) => {
  const parts = { processes: processes({}), wall: systemClock, folder: "", guessed: () => {} };
  const app = new AdaptedApp(
    { actions: { withdraw: action } },
    parts as unknown as ConstructorParameters<typeof AdaptedApp>[1],
  );
  expect([app.namesInOrders("network"), app.namesInOrders("asset")]).toEqual([network, asset]);
  const setting = { app, accepts: [usual] };
  expect(isPayableAt(setting, usual)).toBe(true);
  expect(isPayableAt(setting, { network: "bsc", asset: "USDC" })).toBe(network);
  expect(isPayableAt(setting, { network: "base", asset: "ETH" })).toBe(asset);
});

test.each([
  ["reads both", ({ to, network, asset }: Record<string, string>) => [to, network, asset], true, true],
  ["reads the asset", (order: Record<string, string>) => order["asset"], false, true],
  ["takes all of it", ({ to, ...rest }: Record<string, string>) => [to, rest], true, true],
  ["reads neither", ({ to, amount }: Record<string, string>) => [to, amount], false, false],
])("a function of a test suite that %s is told the network: %s, the asset: %s", async (_, withdraw, network, asset) => {
  const functions = { app: () => null, webhook: "http://127.0.0.1:1/", withdraw: withdraw as never };
  const app = new FunctionApp(functions, { wall: systemClock, guessed: () => {} });
  // Until it was called, nobody knows.
  expect([app.namesInOrders("network"), app.namesInOrders("asset")]).toEqual([true, true]);
  await app.act("withdraw", { to: "0x1", amount: "1", network: "base", asset: "USDC" });
  expect([app.namesInOrders("network"), app.namesInOrders("asset")]).toEqual([network, asset]);
});

test("U-22 where an app can only pay in one place, no trouble orders in another one", () => {
  const abilities: Abilities = {
    ...{ withdraw: true, uda: true, restart: true, reconcile: true, deep: true, legs: true, pageSize: 5, usual },
    ...{ operations: new Map([["createPayout", "withdraw"]]), others: [{ network: "bsc", asset: "USDC" }] },
  };
  const ordered = (more: Partial<Abilities>) =>
    JSON.stringify(troublesOf({ ...abilities, ...more })).match(/"do":"withdraw"[^}]*"network":"bsc"/g)?.length ?? 0;
  expect(ordered({})).toBeGreaterThan(0);
  expect(ordered({ payable: [] })).toBe(0);
});
