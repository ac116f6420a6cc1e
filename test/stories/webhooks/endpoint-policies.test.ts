// Optional policies of an endpoint for failures: switch off, wait longer. Off by default, since the specification defines the retries.
import { expect, test } from "vitest";
import { aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { type Answer, aReceiver } from "../../support/clients/a-receiver.ts";
import { anAssignment, anEndpoint, offsetsOf } from "../../support/payments/a-webhook.ts";

const sandbox = sharedSandbox();
const later = (by: string) => sandbox().control("POST", "/clock/advance", { by });
const listed = async (endpoint: { id: string; path: string }) =>
  (await sandbox().control("GET", endpoint.path.replace(/\/[^/]*$/, ""))).items.find(
    ({ id }: { id: string }) => id === endpoint.id,
  );

test("R-134 after its configured number of consecutive dead deliveries, an endpoint is switched off; what is skipped is listed and can be replayed", async () => {
  let down = true;
  const endpoint = await anEndpoint(sandbox(), {
    answer: () => (down ? 500 : 200),
    types: ["address.assigned"],
    policy: { disable_after: 2 },
  });
  for (const owner of ["one", "two", "three"]) {
    await anAssignment(sandbox(), owner);
    await later("1h");
  }
  // The first two died on the ladder; the third was never tried.
  const [first, second, third] = await endpoint.deliveries();
  expect([first, second].map((one) => [one!.state, one!.attempts.length])).toEqual([
    ["dead", 6],
    ["dead", 6],
  ]);
  expect(first!.reason).toBe("6 attempts failed; the last: answered 500");
  const why = "its endpoint was switched off after 2 dead deliveries in a row";
  expect(third).toMatchObject({ state: "dead", attempts: [], reason: `skipped: ${why}` });
  expect(await listed(endpoint)).toMatchObject({ active: false, switched_off: why, disable_after: 2 });
  expect(endpoint.received).toHaveLength(12);

  const again = (input: object) => sandbox().control("POST", "/deliveries/redeliver", input);
  expect((await again({ endpoint_id: endpoint.id })).ids).toEqual([]);
  down = false;
  expect(await sandbox().control("PATCH", endpoint.path, { active: true })).toMatchObject({ switched_off: null });
  expect((await again({ endpoint_id: endpoint.id })).ids).toEqual([first!.id, second!.id, third!.id]);
  await sandbox().control("POST", "/run-until-idle");
  expect((await endpoint.deliveries()).map(({ state, reason }) => [state, reason])).toEqual(
    Array.from({ length: 3 }, () => ["delivered", null]),
  );
  // A replay is the event as it was: same id, same bytes.
  expect(new Set(endpoint.received.map(({ body }) => body)).size).toBe(3);
});

test("R-134 a delivery that arrives breaks the row, and an endpoint without the policy stays on whatever dies", async () => {
  const answers: Answer[] = [...Array.from({ length: 6 }, () => 500), 200, ...Array.from({ length: 6 }, () => 500)];
  const configured = await anEndpoint(sandbox(), {
    answer: (number) => answers[number - 1] ?? 200,
    types: ["address.assigned"],
    policy: { disable_after: 2 },
  });
  const plain = await anEndpoint(sandbox(), { answer: () => 500, types: ["address.assigned"] });
  for (const owner of ["a", "b", "c", "d"]) {
    await anAssignment(sandbox(), owner);
    await later("1h");
  }
  expect((await configured.deliveries()).map(({ state }) => state)).toEqual(["dead", "delivered", "dead", "delivered"]);
  expect((await plain.deliveries()).map(({ state }) => state)).toEqual(["dead", "dead", "dead", "dead"]);
  expect([(await listed(configured)).active, (await listed(plain)).active]).toEqual([true, true]);
});

test("R-143 I-36 an endpoint that heeds it is switched off by 410, with what was on its way to it", async () => {
  const endpoint = await anEndpoint(sandbox(), {
    answer: (number) => (number < 3 ? 503 : 410),
    types: ["address.assigned"],
    policy: { heed_gone: true },
  });
  await anAssignment(sandbox(), "early");
  await anAssignment(sandbox(), "late");
  await later("1h");
  const why = "its endpoint answered 410 and was switched off";
  expect(await listed(endpoint)).toMatchObject({ active: false, switched_off: why });
  const [early, late] = await endpoint.deliveries();
  expect([early, late].map((one) => one!.state)).toEqual(["dead", "dead"]);
  expect([early, late].map((one) => one!.reason)).toEqual([why, why]);
  // Both were tried, both again after ten seconds, where at least one answered 410; nothing followed.
  expect(endpoint.received.length).toBeLessThanOrEqual(4);
  const heard = endpoint.received.length;
  await anAssignment(sandbox(), "later");
  await later("1h");
  expect(endpoint.received).toHaveLength(heard);
  // Switched off by hand, nothing is written down for it any more.
  await sandbox().control("PATCH", endpoint.path, { active: false });
  const before = (await endpoint.deliveries()).length;
  await anAssignment(sandbox(), "much later");
  await sandbox().control("POST", "/run-until-idle");
  expect(await endpoint.deliveries()).toHaveLength(before);
});

test("R-143 Retry-After makes the wait of an endpoint that heeds it longer, in seconds or as a date, and never shorter", async () => {
  const answer =
    (retryAfter: string): Answer =>
    (response) =>
      response.writeHead(503, { "retry-after": retryAfter }).end();
  const asked = ["60", "1", new Date(Date.now() + 3_600_000).toUTCString(), "soon", "999999999"];
  const hearing = (policy: object) =>
    anEndpoint(sandbox(), {
      answer: (number) => answer(asked[number - 1] ?? "1"),
      types: ["address.assigned"],
      policy,
    });
  const [heeding, deaf] = [await hearing({ heed_retry_after: true }), await hearing({})];
  await anAssignment(sandbox(), "patient");
  await later("3d");
  const [patient] = await heeding.deliveries();
  const gaps = offsetsOf(patient!).map((at, index, all) => at - (all[index - 1] ?? 0));
  expect(gaps.toSpliced(3, 1)).toEqual([0, 60, 20, 80, 86_400]);
  // An HTTP date has no milliseconds, and some real time has passed since it was written.
  expect(gaps[3]).toBeGreaterThan(3_500);
  expect(gaps[3]).toBeLessThanOrEqual(3_600);
  expect(offsetsOf((await deaf.deliveries())[0]!)).toEqual([0, 10, 30, 70, 150, 310]);
});

test("R-133 a dead delivery says why: switched off, deleted, its tenant gone", async () => {
  const own = await aSandbox();
  const { tenant_id } = await own.control("POST", "/tenants", { name: "leaving" });
  const receiver = await aReceiver(() => 500);
  const at = (tenant: string) =>
    own.control("POST", `/tenants/${tenant}/webhook-endpoints`, { url: receiver.url, event_types: ["deposit.new"] });
  const [off, gone, orphan] = [await at(own.ready.tenant_id), await at(own.ready.tenant_id), await at(tenant_id)];
  for (const { id } of [off, gone])
    await own.control("POST", `/tenants/${own.ready.tenant_id}/webhook-endpoints/${id}/test`, { type: "deposit.new" });
  await own.control("POST", `/tenants/${tenant_id}/webhook-endpoints/${orphan.id}/test`, { type: "deposit.new" });
  await own.control("POST", "/run-until-idle");
  await own.control("PATCH", `/tenants/${own.ready.tenant_id}/webhook-endpoints/${off.id}`, { active: false });
  await own.control("DELETE", `/tenants/${own.ready.tenant_id}/webhook-endpoints/${gone.id}`);
  await own.control("DELETE", `/tenants/${tenant_id}`);
  const { items } = await own.control("GET", "/deliveries?state=dead");
  expect(items.map(({ reason, attempts }: { reason: string; attempts: [] }) => [reason, attempts.length])).toEqual([
    ["its endpoint was switched off", 1],
    ["its endpoint was deleted", 1],
    ["its tenant was deleted", 1],
  ]);
});

test.each([
  { disable_after: -1 },
  { disable_after: 1.5 },
  { heed_gone: "yes" },
  { heed_retry_after: null },
  { retry: true },
])("a policy that is none is refused: %j", async (policy) => {
  const path = `/tenants/${sandbox().ready.tenant_id}/webhook-endpoints`;
  const answer = await sandbox().admin("POST", path, { url: "http://127.0.0.1:4999/", ...policy });
  expect(answer.status).toBe(400);
});
