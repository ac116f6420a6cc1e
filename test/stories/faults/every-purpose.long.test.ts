// Every effect of chain.submit on every transaction the platform sends: it ends well or as documented, is paid once at
// most, nothing hangs, and the books equal the chains (H-22, H-25, R-072…R-085).
import { expect, test } from "vitest";
import { GATES } from "../../../src/faults/catalogue.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { PURPOSES, purposeOf, WHOLE_PAYMENT } from "../../support/payments/a-purpose.ts";
import { differences, lanesBroken } from "../../support/worlds/ledger.ts";

type Name = keyof typeof PURPOSES;
const names = Object.keys(PURPOSES) as Name[];
const effects = Object.keys(GATES["chain.submit"].effects) as (keyof (typeof GATES)["chain.submit"]["effects"])[];
const rows = names.flatMap((name) => effects.map((effect) => [effect, name] as const));

/** A permanent fault is tested on one row a purpose. */
const permanent = rows.filter(([, name]) => purposeOf(name) === name);

/** What fails a payment for good: it was mined and came to nothing. */
const FATAL: readonly string[] = ["revert", "out-of-gas"];

/** The bytes never got there, and the other provider's route pays a little less. */
const OTHER_PROVIDER: readonly string[] = [...FATAL, "no-gas-money", "nonce-too-low"];
const LESS = 10_000n;

const settles = (name: Name): boolean => ["fill", "sweep", "delegate"].includes(purposeOf(name));

function statusAtTheEnd(name: Name, fatal: boolean): string {
  if (settles(name))
    return `completed, claim ${name === "internal sweep" ? "of none" : "confirmed"}, 0 left, delegated`;
  if (name === "refill") return fatal ? "confirmed after confirmed, failed" : "confirmed after confirmed";
  return fatal ? "failed" : "confirmed";
}

/** Of a transfer of everything the fees of the attempt that won decide what arrives. */
function isWhole(name: Name, paid: bigint): boolean {
  const all = WHOLE_PAYMENT[name];
  return name === "whole transfer" ? paid > (all * 99n) / 100n && paid < all : paid === all;
}

async function settled(sandbox: ASandbox, name: Name, fault: object) {
  const { network, before, begin } = PURPOSES[name];
  await before?.(sandbox);
  const match = { network, purpose: purposeOf(name) };
  await sandbox.control("POST", "/faults", { gate: "chain.submit", match, ...fault });
  return begin(sandbox);
}

const toTheEnd = (sandbox: ASandbox, limit: string) =>
  sandbox.control("POST", "/run-until-idle", { advance: true, limit });

test.each(rows)("%s meets a %s once", async (effect, name) => {
  const sandbox = await aSandbox();
  const ending = await settled(sandbox, name, { effect });
  expect((await toTheEnd(sandbox, "1d")).pending).toEqual([]);

  const { status, error, paid } = await ending();
  const fatal = FATAL.includes(effect);
  const fails = fatal && (purposeOf(name) === "payout" || purposeOf(name) === "transfer");
  expect(status).toBe(statusAtTheEnd(name, fatal));
  expect(error).toBe(fails ? "transaction reverted" : "");
  if (fails) expect(paid).toBe(0n);
  else if (name === "fill" && OTHER_PROVIDER.includes(effect)) expect(paid).toBe(WHOLE_PAYMENT.fill - LESS);
  else expect(isWhole(name, paid)).toBe(true);
  expect((await sandbox.control("GET", "/faults")).items).toMatchObject([{ hits: 1 }]);
  expect(await differences(sandbox)).toEqual([]);
  expect(await lanesBroken(sandbox)).toEqual([]);
});

test.each(permanent)("%s meets a %s repeatedly, until the fault is deleted", async (effect, name) => {
  const sandbox = await aSandbox();
  const ending = await settled(sandbox, name, { effect, times: null });
  await toTheEnd(sandbox, "10m");
  const meanwhile = await ending();
  await sandbox.control("DELETE", "/faults");
  expect((await toTheEnd(sandbox, "1d")).pending).toEqual([]);

  const { status, error, paid } = await ending();
  expect(status).toMatch(/^(confirmed|failed|completed)/);
  // Failed means that nothing was paid and nothing can be; paid means once.
  const failed = status.startsWith("failed");
  expect([failed, failed ? paid : 0n]).toEqual([error !== "", 0n]);
  if (!failed) expect(paid === WHOLE_PAYMENT.fill - LESS || isWhole(name, paid)).toBe(true);
  // A final state that was reported is never revoked.
  if (/^(confirmed|failed|completed)/.test(meanwhile.status))
    expect(status.split(",")[0]).toBe(meanwhile.status.split(",")[0]);
  expect(await differences(sandbox)).toEqual([]);
  expect(await lanesBroken(sandbox)).toEqual([]);
});
