// Whom the payments of a kept story go to: what `run` pays must be what the hunt paid (U-20).
import { expect, test } from "vitest";
import type { Adapter } from "../../../src/hunt/adapter.ts";
import type { HuntStep } from "../../../src/hunt/plan/step.ts";
import { Names } from "../../../src/hunt/story/names.ts";

const SEVERALLY: Adapter = { actions: { uda: { url: "http://x", addresses: "/list" } } };
const ALONE: Adapter = { actions: { uda: { url: "http://x", address: "/address" } } };
const OWN_NAMES: Adapter = { actions: { open: { url: "http://x", own_names: true }, ...SEVERALLY.actions } };

const open: HuntStep = { do: "open", owner: "a", network: "base" };
const uda: HuntStep = { do: "uda", owner: "a", network: "base" };
const pay = (network: string, amount = "1") => ({ do: "pay", owner: "a", asset: "USDC", network, amount }) as const;
const MINTED = "123456789012.345679";

/** Where the payments go, and what the steps before them save. */
function told(adapter: Adapter, steps: readonly HuntStep[]) {
  const names = new Names(adapter, steps);
  const saves: object[] = [];
  const paid: string[] = [];
  for (const step of steps) {
    const row = step.do === "open" ? names.open("a", "base") : step.do === "uda" ? names.uda("a", "base") : {};
    if ("save" in row) saves.push(row["save"] as object);
    if (step.do !== "pay") continue;
    const payee = names.payee("a", step.network);
    paid.push("to" in payee ? payee.to : "owner");
  }
  return { saves, paid, address: (network: string) => names.address("a", network) };
}

const [base, bsc] = ["base", "bsc"].map((network) => `\${wallet_a_${network}}`) as [string, string];

test.each<[string, Adapter, HuntStep[], string[], object[]]>([
  ["a wallet", ALONE, [open, pay("base")], ["owner"], []],
  ["a wallet elsewhere", ALONE, [open, pay("bsc")], [base], [{ wallet_a_base: "address" }]],
  ["a universal address", SEVERALLY, [uda, pay("base"), pay("bsc")], ["owner", "owner"], []],
  [
    "both, in this order: what was given last is paid",
    SEVERALLY,
    [open, pay("base"), uda, pay("bsc"), pay("base")],
    [base, bsc, base],
    [{ wallet_a_base: "address" }, { wallet_a_bsc: "addresses.bsc", wallet_a_base: "addresses.base" }],
  ],
  [
    "both, the second without a list",
    ALONE,
    [open, uda, pay("bsc")],
    [base],
    [{ wallet_a_base: "address" }, { wallet_a_base: "addresses.base" }],
  ],
  [
    "a universal address of an owner with another name",
    OWN_NAMES,
    [uda, pay("base"), pay("bsc")],
    [base, bsc],
    [{ wallet_a_base: "addresses.base", wallet_a_bsc: "addresses.bsc" }],
  ],
])("a payment to %s names the address where the owner alone does not say it", (_, adapter, steps, paid, saves) => {
  const { paid: seen, saves: saved } = told(adapter, steps);
  expect(seen).toEqual(paid);
  expect(saved.map((one) => Object.entries(one).toSorted())).toEqual(
    saves.map((one) => Object.entries(one).toSorted()),
  );
});

test("an amount that is minted goes to an address that a step before saved, whichever kind it is", () => {
  const universal = told(SEVERALLY, [uda, pay("base", MINTED), pay("bsc", MINTED)]);
  expect(universal.saves).toEqual([{ wallet_a_base: "addresses.base", wallet_a_bsc: "addresses.bsc" }]);
  expect([universal.address("base"), universal.address("bsc")]).toEqual([base, bsc]);
  const elsewhere = told(ALONE, [open, pay("bsc", MINTED)]);
  expect(elsewhere.saves).toEqual([{ wallet_a_base: "address" }]);
  expect(elsewhere.address("bsc")).toBe(base);
});
