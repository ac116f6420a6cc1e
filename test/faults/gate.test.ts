// Fault injection: which fault fires, when, how often, and what it matches. Decided by count, never by chance.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allEffects, effectAt, GATES, type Gate, isGate } from "../../src/faults/catalogue.ts";
import { permanentFault, takeFault } from "../../src/faults/gate.ts";
import { deleteAllFaults, deleteFault, faultById, insertFault, listFaults } from "../../src/faults/store.ts";
import { type AWorld, aWorld } from "../support/worlds/a-world.ts";

type FaultFacts = {
  id?: string;
  gate?: Gate;
  effect?: string;
  match?: object;
  skip?: number;
  times?: number | null;
  params?: object;
};

function aFault(world: AWorld, facts: FaultFacts = {}): string {
  const {
    id = "f-1",
    gate = "routing.provider",
    effect = "refuse",
    match = {},
    skip = 0,
    times = null,
    params = {},
  } = facts;
  const row = {
    id,
    gate,
    effect,
    match: JSON.stringify(match),
    skip,
    times,
    params: JSON.stringify(params),
    seen: 0,
    hits: 0,
  };
  insertFault(world.db, row);
  return id;
}

const ROUTE = {
  ...{ provider: "lifi", scenario: "cross_chain_same_token", from: "ethereum", to: "arbitrum", asset: "USDC" },
  tenant_id: "t-1",
};

/** Passes the gate of providers; answers the effect that fired, or "". */
function ask(world: AWorld, facts: Partial<typeof ROUTE> = {}): string {
  return takeFault(world.db, "routing.provider", { ...ROUTE, ...facts })?.effect ?? "";
}

const counts = (world: AWorld, id = "f-1") => {
  const { seen, hits } = faultById(world.db, id)!;
  return { seen, hits };
};

test("without a fault nothing fires", () => {
  expect(ask(aWorld())).toBe("");
});

test("a fault fires with its effect, its name and its parameters", () => {
  const world = aWorld();
  aFault(world, { effect: "slow", params: { by: 90_000 } });
  expect(takeFault(world.db, "routing.provider", ROUTE)).toEqual({ id: "f-1", effect: "slow", params: { by: 90_000 } });
});

describe("counting", () => {
  test("a fault without a number fires for ever", () => {
    const world = aWorld();
    aFault(world);
    expect(Array.from({ length: 5 }, () => ask(world))).toEqual(Array.from({ length: 5 }, () => "refuse"));
    expect(counts(world)).toEqual({ seen: 5, hits: 5 });
  });

  test("a fault lets the first ones pass, fires its number of times, and is seen on", () => {
    const world = aWorld();
    aFault(world, { skip: 2, times: 3 });
    expect(Array.from({ length: 7 }, () => ask(world))).toEqual(["", "", "refuse", "refuse", "refuse", "", ""]);
    expect(counts(world)).toEqual({ seen: 7, hits: 3 });
  });

  test("holds for every number that is let pass and every number that fires", () => {
    fc.assert(
      fc.property(fc.nat(6), fc.option(fc.nat(6)), fc.nat(20), (skip, times, passages) => {
        const world = aWorld();
        aFault(world, { skip, times });
        const fired = Array.from({ length: passages }, () => ask(world) !== "");
        const expected = fired.map((_fired, index) => index >= skip && (times === null || index < skip + times));
        expect(fired).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test("what does not match is not counted", () => {
    const world = aWorld();
    aFault(world, { match: { provider: "relay" }, times: 1 });
    ask(world);
    expect(counts(world)).toEqual({ seen: 0, hits: 0 });
    expect(ask(world, { provider: "relay" })).toBe("refuse");
  });

  test("a rolled-back passage was none", () => {
    const world = aWorld();
    aFault(world, { times: 1 });
    const failing = () =>
      world.write(() => {
        ask(world);
        throw new RangeError("stopped");
      });
    expect(failing).toThrow(RangeError);
    expect(counts(world)).toEqual({ seen: 0, hits: 0 });
    expect(ask(world)).toBe("refuse");
  });
});

describe("matching", () => {
  test.each([
    [{ provider: "lifi" }, "refuse"],
    [{ provider: "LiFi" }, "refuse"],
    [{ provider: "lifi", asset: "usdc", to: "arbitrum" }, "refuse"],
    [{ provider: "lifi", asset: "USDT" }, ""],
    [{ from: "arbitrum" }, ""],
    [{ unknown: "lifi" }, ""],
    [{ provider: "" }, ""],
    [{}, "refuse"],
  ])("%j against a USDC route of lifi from Ethereum to Arbitrum: %j", (match, effect) => {
    const world = aWorld();
    aFault(world, { match });
    expect(ask(world)).toBe(effect);
  });

  test("a fault of one gate never fires at another", () => {
    const world = aWorld();
    aFault(world, { gate: "api.request", effect: "status" });
    expect(ask(world)).toBe("");
    expect(counts(world)).toEqual({ seen: 0, hits: 0 });
  });

  test("at a passage where an effect cannot happen its faults wait, uncounted", () => {
    const world = aWorld();
    const request = { operation_id: "createPayout", tenant_id: world.tenant.id, owner: "", to_address: "" };
    aFault(world, { gate: "api.request", effect: "after-commit-close", times: 1 });
    expect(takeFault(world.db, "api.request", request, ["status", "delay", "close"])).toBeUndefined();
    expect(counts(world)).toEqual({ seen: 0, hits: 0 });
    expect(takeFault(world.db, "api.request", request, ["after-commit-close"])?.effect).toBe("after-commit-close");
  });
});

describe("several faults at one gate", () => {
  test("the older one fires first; when it has fired out the next takes over", () => {
    const world = aWorld();
    aFault(world, { id: "f-1", effect: "refuse", times: 1 });
    aFault(world, { id: "f-2", effect: "fail", times: 1 });
    expect([ask(world), ask(world), ask(world)]).toEqual(["refuse", "fail", ""]);
  });

  test("a fault that does not fire yet does not block the next one", () => {
    const world = aWorld();
    aFault(world, { id: "f-1", effect: "refuse", skip: 1 });
    aFault(world, { id: "f-2", effect: "fail" });
    expect([ask(world), ask(world)]).toEqual(["fail", "refuse"]);
  });
});

test("a fault that is taken away fires no more", () => {
  const world = aWorld();
  for (const id of ["f-1", "f-2", "f-3"]) aFault(world, { id });
  expect([deleteFault(world.db, "f-1"), deleteFault(world.db, "f-1")]).toEqual([true, false]);
  expect(listFaults(world.db).map(({ id }) => id)).toEqual(["f-2", "f-3"]);
  expect(deleteAllFaults(world.db)).toBe(2);
  expect(ask(world)).toBe("");
});

describe("the table of gates", () => {
  test("is closed: what it does not name is no gate, whatever objects carry by birth", () => {
    expect(Object.keys(GATES).every(isGate)).toBe(true);
    for (const name of ["", "chain", "toString", "__proto__", "constructor", "API.REQUEST"])
      expect(isGate(name)).toBe(false);
  });

  test("says for every gate what it can be narrowed to, what can happen and what it is", () => {
    for (const { match, effects, about } of Object.values(GATES)) {
      expect(new Set(match).size).toBe(match.length);
      expect(Object.keys(effects).length).toBeGreaterThan(0);
      expect(about).not.toBe("");
    }
  });

  test("says for every effect what it does", () => {
    for (const { row } of allEffects()) expect(row.about).not.toBe("");
    expect(new Set(allEffects().map(({ gate, effect }) => `${gate} ${effect}`)).size).toBe(allEffects().length);
    expect(effectAt("api.request", "close")).toBeDefined();
    expect([effectAt("api.request", "stuck"), effectAt("api.request", "toString")]).toEqual([undefined, undefined]);
  });
});

test("a fault is permanent once it has fired, with no end of its own and none before it; the query counts nothing", () => {
  const world = aWorld();
  const permanent = () => permanentFault(world.db, "routing.provider", ROUTE)?.effect;
  const first = aFault(world, { effect: "fail", times: 1 });
  aFault(world, { id: "f-2", skip: 1, match: { provider: "lifi" } });
  expect([ask(world), permanent()]).toEqual(["fail", undefined]);
  expect([ask(world), permanent()]).toEqual(["", undefined]);
  expect([ask(world), permanent()]).toEqual(["refuse", "refuse"]);
  expect(permanentFault(world.db, "routing.provider", { ...ROUTE, provider: "relay" })).toBeUndefined();
  expect([counts(world, first), counts(world, "f-2")]).toEqual([
    { seen: 3, hits: 1 },
    { seen: 2, hits: 1 },
  ]);
  deleteFault(world.db, "f-2");
  expect(permanent()).toBeUndefined();
});
