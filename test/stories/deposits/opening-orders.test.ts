// Story: an address is assigned at every possible moment while a payment to it is mined: the books agree with the chain each time (I-10).
import { Provider } from "@nomicfoundation/edr";
import type { Hex } from "viem";
import { expect, onTestFinished, test, vi } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { allDeposits, aWallet, payToken } from "../../support/payments/on-chain.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

/** The crossings to the engine that one payment makes are fewer, those of the invariant monitor beside it included: the last moments come after it. */
const MOMENTS = 18;

/** The addresses that the next wallets get: those of a sandbox with the same seed. */
async function nextAddresses(): Promise<Hex[]> {
  const twin = await aSandbox();
  const addresses: Hex[] = [];
  for (let number = 0; number < MOMENTS; number += 1) addresses.push((await aWallet(twin.api)).address as Hex);
  await twin.close();
  return addresses;
}

/** Requests a wallet at the crossing with this number from now on, from 0, and holds the crossing back until its row is written. */
function assignAt(sandbox: ASandbox, moment: number): { done(): Promise<unknown> } {
  const handle = Provider.prototype.handleRequest;
  const count = (): number => sandbox.store.all("select 1 from address").length;
  let left = moment;
  let asked: Promise<unknown> | undefined;
  const spy = vi.spyOn(Provider.prototype, "handleRequest").mockImplementation(async function (
    this: Provider,
    question,
  ) {
    left -= 1;
    if (left === -1) {
      const before = count();
      asked = aWallet(sandbox.api);
      while (count() === before) await new Promise((resolve) => setImmediate(resolve));
    }
    return handle.call(this, question);
  });
  onTestFinished(() => spy.mockRestore());
  return {
    done: async () => {
      spy.mockRestore();
      await (asked ?? aWallet(sandbox.api));
    },
  };
}

test("I-10 whenever an address is assigned while it is paid, the payment is a deposit or was there before, and nothing is missing", {
  timeout: 60_000,
}, async () => {
  const addresses = await nextAddresses();
  const sandbox = await aSandbox();
  for (const [moment, to] of addresses.entries()) {
    const assigning = assignAt(sandbox, moment);
    await payToken(sandbox, { network: "base", to, amount: "2" });
    await assigning.done();
    expect(await brokenInvariants(sandbox), `crossing ${moment}`).toEqual([]);
  }
  const openings = sandbox.store.all("select raw from opening_balance");
  const deposits = (await allDeposits(sandbox.api)).length;
  expect(openings.length + deposits).toBe(MOMENTS);
  expect([openings.length > 0, deposits > 0]).toEqual([true, true]);
  sandbox.store.run(
    "update opening_balance set raw = '2000001' where address_id = (select min(address_id) from opening_balance)",
  );
  expect(await brokenInvariants(sandbox)).toEqual(expect.arrayContaining([expect.stringContaining("I-10")]));
  sandbox.mayBreak(["I-07", "I-10"], "an opening balance was changed");
});
