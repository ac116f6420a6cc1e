// What a settlement's providers said, the table of states of each kind, and gas stations as records (D-20, D-25).
import { expect, test } from "vitest";
import { settlementMachine } from "../../../src/domain/settlement/machine.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aUda } from "../../support/payments/a-uda.ts";

type Item = { lane: string; what: string; title: string; [member: string]: any };
const shown = (asked: any[]) => asked.map(({ round, provider, answer, reason }) => [round, provider, answer, reason]);

async function aSettlement(effects: readonly string[]) {
  const sandbox = await aSandbox();
  const { control, api } = sandbox;
  for (const effect of effects) await control("POST", "/faults", { gate: "routing.provider", effect, times: 1 });
  await aUda(api, { owner: "carol" });
  await control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "100", owner: "carol" });
  await control("POST", "/run-until-idle", { advance: true });
  const [{ id }] = (await control("GET", "/settlements")).items;
  return { ...sandbox, id, record: () => control("GET", `/records/${id}`) };
}

test("a settlement names every provider that it asked, in rounds, with what it said, and those that it did not ask", async () => {
  const { record, id, control } = await aSettlement(["no-quote", "refuse", "fail"]);
  const { asked, state } = await record();
  expect(state).toBe("completed");
  expect(shown(asked)).toEqual([
    [1, "lifi", "refused", "no quote"],
    [1, "relay", "refused", "the route was refused"],
    [2, "lifi", "accepted", null],
    [2, "lifi", "failed", "the route failed"],
    [2, "relay", "accepted", null],
  ]);
  const { items } = await control("GET", `/records/${id}/timeline`);
  const own = items.filter(({ lane, ref }: Item) => lane === "state" && ref.id === id).map(({ title }: Item) => title);
  // Each answer stands before the transition that follows from it.
  expect(own).toEqual([
    "settlement created as created",
    "provider lifi, round 1: refuses",
    "settlement: created → retrying",
    "provider relay, round 1: refuses",
    "settlement: retrying → retrying",
    "provider lifi, round 2: accepts the route",
    "settlement: retrying → routing",
    "provider lifi, round 2: fails after it accepted",
    "settlement: routing → retrying",
    "provider relay, round 2: accepts the route",
    "settlement: retrying → routing",
    "settlement: routing → completed",
  ]);
  const refused = items.find(({ what }: Item) => what === "provider-refused");
  expect(refused).toMatchObject({ detail: "no quote", ref: { kind: "settlement", id } });
});

test("one that was accepted at once names who was not needed, and a retry begins another run", async () => {
  const { record } = await aSettlement([]);
  expect(shown((await record()).asked)).toEqual([
    [1, "lifi", "accepted", null],
    [1, "relay", "not_asked", null],
    [2, "lifi", "not_asked", null],
    [2, "relay", "not_asked", null],
  ]);
  const failed = await aSettlement(["no-quote", "no-quote", "no-quote", "no-quote"]);
  expect((await failed.record()).state).toBe("failed");
  await failed.control("POST", `/settlements/${failed.id}/retry`);
  await failed.control("POST", "/run-until-idle", { advance: true });
  const { asked, state } = await failed.record();
  expect(state).toBe("completed");
  expect(asked.map(({ run, answer }: Item) => `${run} ${answer}`)).toEqual([
    ...["1 refused", "1 refused", "1 refused", "1 refused"],
    ...["2 accepted", "2 not_asked", "2 not_asked", "2 not_asked"],
  ]);
  const { items } = await failed.control("GET", `/records/${failed.id}/timeline`);
  expect(items.map(({ title }: Item) => title)).toContain("provider lifi, round 1 of run 2: accepts the route");
});

test("a record has the table of states that the code uses, and null where no table leads it", async () => {
  const { record, control, ready } = await aSettlement([]);
  const { machine, asked } = await record();
  expect(asked).not.toBe(null);
  expect(machine.states).toEqual(settlementMachine.states);
  expect(machine.initial).toEqual(["created"]);
  expect(machine.moves).toContainEqual({
    ...{ name: "complete", from: ["routing"], to: "completed", emits: "uda.settlement.completed" },
  });
  expect(machine.moves).toContainEqual({ name: "requeue", from: ["failed"], to: "retrying", emits: null });
  const vault = await control("GET", `/records/${ready.vault_id}`);
  expect([vault.machine, vault.asked]).toEqual([null, null]);
});

test("gas stations are a kind: listed over all tenants, found by their address, with what came in and what they paid", async () => {
  const { control, id, ready } = await aSettlement([]);
  const other = await control("POST", "/tenants", { name: "other" });
  const all = await control("GET", "/gas-stations?network=polygon");
  expect(all.items.map(({ tenant_id, kind, symbol }: Item) => [tenant_id, kind, symbol])).toEqual([
    [other.tenant_id, "gas_station", "POL"],
    [ready.tenant_id, "gas_station", "POL"],
  ]);
  const [station] = (await control("GET", `/gas-stations?network=polygon&tenant_id=${ready.tenant_id}`)).items;
  expect((await control("GET", `/gas-stations?q=${station.address.slice(0, 20)}&network=polygon`)).items).toEqual([
    station,
  ]);
  const record = await control("GET", `/records/${station.id}`);
  expect(record).toMatchObject({ kind: "gas_station", state: null, machine: null, asked: null });
  expect(record.wire).toMatchObject({ id: station.id, balances: [{ symbol: "POL" }] });
  const { items } = await control("GET", `/records/${station.id}/timeline`);
  const paid = items.filter(({ what }: Item) => what === "balance-gas");
  expect(paid.length).toBeGreaterThan(0);
  expect(paid[0]).toMatchObject({
    lane: "chain",
    network: "polygon",
    title: expect.stringMatching(/^0\.\d+ POL paid for gas$/),
  });
  // The sweep of the settlement is among what it paid for.
  const claim = (await control("GET", "/claims")).items.find(({ settlement_id }: Item) => settlement_id === id);
  expect(paid.map(({ tx_id }: Item) => tx_id)).toContain(claim.tx_id);
  expect((await control("GET", `/records/${station.id}/money`)).items).toEqual([]);
});
