// Native coin that a contract hands on: what arrived inside of a call did arrive.
import { getAddress } from "viem";
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aUda, settlementsOf } from "../support/payments/a-uda.ts";
import { brokenInvariants } from "../support/worlds/invariants.ts";

test("I-27 a settlement that pays coin out by a sweep, on its own chain, was paid", async () => {
  const sandbox = await aSandbox();
  const uda = await aUda(sandbox.api, { network: "8453", asset: "ETH" });
  const order = { network: "base", asset: "ETH", amount: "0.5", to_address: getAddress(uda.address) };
  await sandbox.control("POST", "/deposits", order);
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(await settlementsOf(sandbox.api, uda.id)).toMatchObject([
    { status: "completed", routing: { provider: "internal" } },
  ]);
  expect(await brokenInvariants(sandbox)).toEqual([]);
});
