// `open_values=new` of webhooks: one of a type nobody knows comes beside genuine ones, and is known to be the reading's (H-77, C-21).
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { anAssignment, anEndpoint } from "../../support/payments/a-webhook.ts";

const ADDED = "notice.added_later";

async function threeOwners(sandbox: ASandbox): Promise<void> {
  for (const owner of ["alice", "bob", "carol", "dave"]) await anAssignment(sandbox, owner);
  await sandbox.control("POST", "/run-until-idle", { advance: true });
}

test("it is signed, comes with the first event and then every third, and no list of events has it", async () => {
  const sandbox = await aSandbox({ reading: ["open_values=new"] });
  const endpoint = await anEndpoint(sandbox);
  await threeOwners(sandbox);
  expect(endpoint.types().toSorted()).toEqual([...Array(4).fill("address.assigned"), ADDED, ADDED]);
  expect(endpoint.verdicts()).toEqual(Array(6).fill("ok"));
  const added = endpoint.received.filter(({ json }) => json.type === ADDED);
  expect(added[0]!.json).toEqual({
    ...{ id: added[0]!.headers["webhook-id"], version: "1", type: ADDED, time: expect.stringMatching(/^\d{4}-/) },
    payload: { id: "00000000-0000-7000-8000-000000000000", note: "ignore event types that you do not know" },
  });
  const { items: events } = await sandbox.control("GET", "/events");
  expect(events.map(({ type }: { type: string }) => type)).toEqual(Array(4).fill("address.assigned"));
  const { items: deliveries } = await sandbox.control("GET", `/deliveries?type=${ADDED}`);
  expect(deliveries).toHaveLength(2);
  expect(deliveries[0]).toMatchObject({ state: "delivered", resource_id: "open_values=new", body: added[0]!.body });
  const explained = await sandbox.control("POST", "/signature/explain", {
    ...{ body: added[0]!.body, headers: added[0]!.headers, secret: endpoint.secret },
  });
  expect(JSON.stringify(explained)).toContain('"verdict":"valid"');
  expect(sandbox.contract.readings.met().map(({ name, value }) => `${name}=${value}`)).toEqual(["open_values=new"]);
});

test("a receiver that refuses it gets it again, and the report says whose it is", async () => {
  const sandbox = await aSandbox({ reading: ["open_values=new"] });
  const endpoint = await anEndpoint(sandbox, {
    answer: (_number, { json }) => (json.type === ADDED ? 400 : 200),
  });
  await anAssignment(sandbox);
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(endpoint.types().filter((type) => type === ADDED)).toHaveLength(6);
  const { findings } = await sandbox.control("GET", "/contract");
  expect(findings.map(({ rule, evidence }: any) => `${rule} ${evidence}`)).toEqual([
    `CF-15 ${ADDED} (a type that the reading open_values=new adds) was answered 400`,
  ]);
  const page = await fetch(`${sandbox.ready.admin_url}/contract/report?format=markdown`);
  expect(await page.text()).toContain("the reading open\\_values=new adds this type");
});

test("an endpoint of chosen types does not get it, faults are not spent on it, and other readings leave it as it is", async () => {
  const sandbox = await aSandbox({ reading: ["open_values=new", "extra_members=some", "time_text=seconds"] });
  const chosen = await anEndpoint(sandbox, { types: ["address.assigned"] });
  await anAssignment(sandbox, "alice");
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(chosen.types()).toEqual(["address.assigned"]);
  await sandbox.control("DELETE", chosen.path);
  const all = await anEndpoint(sandbox);
  await sandbox.control("POST", "/faults", { gate: "webhook.delivery", effect: "drop", times: 2 });
  await anAssignment(sandbox, "bob");
  await sandbox.control("POST", "/run-until-idle");
  expect(all.types()).toEqual([ADDED]);
  expect(Object.keys(all.received[0]!.json)).toEqual(["id", "version", "type", "time", "payload"]);
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(all.types()).toEqual([ADDED, "address.assigned"]);
});

test("without the reading, and for another tenant, there is none; in strict mode it comes too", async () => {
  const sandbox = await aSandbox({ strict: "inferred" });
  const endpoint = await anEndpoint(sandbox);
  sandbox.contract.readings.set({ open_values: "new" }, "another");
  await anAssignment(sandbox, "alice");
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(endpoint.types()).toEqual(["address.assigned"]);
  sandbox.contract.readings.set({ open_values: "new" });
  await anAssignment(sandbox, "bob");
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(endpoint.types()).toContain(ADDED);
});
