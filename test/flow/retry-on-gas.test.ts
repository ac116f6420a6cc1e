// Native coin received by a gas station triggers retries for want of gas at once; everything else stays scheduled (H-22).
import { expect, test } from "vitest";
import { gasStationOn } from "../../src/domain/address/store.ts";
import { bringForward, nextCheckDelay, schedule, upcoming } from "../../src/domain/agenda.ts";
import { NATIVE } from "../../src/domain/network/network.ts";
import { DELEGATE_JOB, delegationRef } from "../../src/domain/uda/delegation.ts";
import { delegationOn, putDelegation } from "../../src/domain/uda/store.ts";
import { retryOnGas } from "../../src/flow/payments/retry-on-gas.ts";
import { aUda, aWorld } from "../support/worlds/a-world.ts";

const DAY = 86_400_000;

/** A UDA whose delegations failed for want of gas and are retried in an hour. */
function aDryWorld() {
  const world = aWorld();
  const uda = aUda(world);
  const refs = ["base", "polygon"].map((network) => {
    const row = delegationOn(world.db, uda.id, network)!;
    putDelegation(world.db, { ...row, state: "failed", tries: 9, error: "insufficient funds" });
    schedule(world.db, DELEGATE_JOB, delegationRef(uda.id, network), world.clock.now() + 3_600_000);
    return delegationRef(uda.id, network);
  });
  const station = gasStationOn(world.db, world.tenant.id, "base")!;
  const planned = (): [string, number][] =>
    upcoming(world.db, 50)
      .filter(({ ref }) => refs.includes(ref))
      .map(({ ref, due_at }) => [ref, due_at - world.clock.now()]);
  return { world, refs, station, planned };
}

test("native coin at a gas station brings forward the retries on its network, and none elsewhere", () => {
  const { world, refs, station, planned } = aDryWorld();
  world.write(() => retryOnGas(world, { addressId: station.id, asset: NATIVE, previous: 0n, current: 1n }));
  expect(planned()).toEqual([
    [refs[0], 0],
    [refs[1], 3_600_000],
  ]);
});

test.each([
  ["coin that went out", { previous: 2n, current: 1n }, {}],
  ["a token", { previous: 0n, current: 1n }, { token: true }],
  ["coin at a vault address", { previous: 0n, current: 1n }, { vault: true }],
])("%s changes nothing", (_name, change, { token = false, vault = false }: { token?: boolean; vault?: boolean }) => {
  const { world, refs, station, planned } = aDryWorld();
  const addressId = vault ? world.vaultOn("base").id : station.id;
  const asset = token ? world.asset("base", "USDC").key : NATIVE;
  world.write(() => retryOnGas(world, { addressId, asset, ...change }));
  expect(planned().toSorted()).toEqual(refs.map((ref) => [ref, 3_600_000]).toSorted());
});

test("bringing forward schedules no new job, and delays none", () => {
  const { world } = aDryWorld();
  const before = upcoming(world.db, 50);
  bringForward(world.db, "job", "nobody", world.clock.now());
  for (const { job, ref, due_at } of before) bringForward(world.db, job, ref, due_at + 1);
  expect(upcoming(world.db, 50)).toEqual(before);
});

test("the delay to the next check equals the time without progress, between the minimum and a day", () => {
  expect([0, 60_000, 90_000, DAY, 30 * DAY].map((still) => nextCheckDelay(60_000, still))).toEqual([
    ...[60_000, 60_000, 90_000],
    ...[DAY, DAY],
  ]);
});
