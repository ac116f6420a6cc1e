// Scenarios of the control API: the list, one by name, one that is sent, and what is refused.
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { builtInNames, builtInText } from "../../src/scenario/built-in.ts";
import { aSandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";

const shared = sharedSandbox();

test("the list says what each scenario teaches and how many steps it has", async () => {
  const { items } = await shared().control("GET", "/scenarios");
  expect(items.map(({ name }: { name: string }) => name)).toEqual(builtInNames());
  const happy = items.find(({ name }: { name: string }) => name === "happy-path");
  expect(happy).toMatchObject({ options: { mining: "manual" }, steps: 11 });
  expect(happy.about).toContain("deposit.confirmed");
});

test("a scenario runs by its name in this sandbox, with a tenant of its own", async () => {
  const { control } = shared();
  const { items: before } = await control("GET", "/tenants");
  const outcome = await control("POST", "/scenarios/run", { name: "happy-path" });
  expect(outcome).toMatchObject({ title: "A deposit, from the wallet to the webhook", outcome: "passed" });
  expect(outcome.steps).toHaveLength(11);
  expect(outcome.steps[1]).toMatchObject({ number: 2, kind: "pay", outcome: "passed", differences: [] });
  const { items: after } = await control("GET", "/tenants");
  expect(after.map(({ tenant_id }: any) => tenant_id)).toEqual([
    ...before.map(({ tenant_id }: any) => tenant_id),
    outcome.tenant_id,
  ]);
  // The data of the run remains: the deposit is that of the scenario's tenant.
  const deposits = await control("GET", "/deposits?state=confirmed");
  expect(deposits.items).toContainEqual(
    expect.objectContaining({ tenant_id: outcome.tenant_id, tx_id: outcome.steps[1].saved.tx }),
  );
});

test("a scenario that is sent runs as well; a failed one is an answer and not an error", async () => {
  const scenario = {
    title: "Nothing is there",
    about: "x",
    steps: [{ title: "a payout", call: "getPayout", path: { id: "none" }, status: 200 }],
  };
  const { status, body } = await shared().admin("POST", "/scenarios/run", { scenario });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    outcome: "failed",
    steps: [{ outcome: "failed", differences: [{ at: "status", expected: "200", seen: "404" }, { at: "answer" }] }],
  });
});

test("two requests at once run one after the other: neither is affected by the other's time travel", async () => {
  const { control } = shared();
  const look = { title: "what time it is", call: "getClock", status: 200 };
  const steps = [
    { ...look, save: { began: "data.now" } },
    ...Array(8).fill(look),
    { ...look, answer: { data: { now: `\${${"began"}}` } } },
  ];
  const waits = { title: "Stands still", about: "x", steps };
  const travels = { title: "Travels", about: "x", steps: Array(8).fill({ title: "a minute", travel: { by: "1m" } }) };
  const both = await Promise.all([waits, travels].map((scenario) => control("POST", "/scenarios/run", { scenario })));
  expect(both.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
});

test("a running scenario shows its steps as they are done, and afterwards those of the last one", async () => {
  const sandbox = await aSandbox();
  const { tenant_id } = sandbox.ready;
  const look = (): Promise<any> => sandbox.control("GET", "/scenarios/run");
  expect(await look()).toEqual({ running: false, title: null, of: 0, steps: [] });
  // The step that pays waits until its webhook, which the test holds, is answered.
  const held: ServerResponse[] = [];
  const receiver = await aReceiver(() => (response) => void held.push(response));
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  const endpoint = { url: receiver.url, event_types: ["deposit.new"] };
  await sandbox.control("POST", `/tenants/${tenant_id}/webhook-endpoints`, endpoint);
  const body = { tenant_id, owner: "alice", network: "base", asset: "USDC", amount: "1" };
  const steps = [
    { title: "what time it is", call: "getClock", status: 200 },
    { title: "a deposit", call: "createDeposit", body, status: 201 },
    { title: "what time it is then", call: "getClock", status: 200 },
  ];
  const ending = sandbox.control("POST", "/scenarios/run", { scenario: { title: "Waits", about: "x", steps } });
  await receiver.until(1);
  expect(await look()).toMatchObject({
    running: true,
    title: "Waits",
    of: 3,
    steps: [{ number: 1, outcome: "passed" }],
  });
  held[0]?.end();
  const { outcome, steps: all } = await ending;
  expect(outcome).toBe("passed");
  expect(await look()).toEqual({ running: false, title: "Waits", of: 3, steps: all });
});

test("a sandbox with an admin token runs scenarios with it, and its running clock keeps running", async () => {
  const sandbox = await aSandbox({ clock: "running", adminToken: "let-me-in" });
  const run = async (authorization: string) => {
    const response = await fetch(`${sandbox.ready.admin_url}/scenarios/run`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify({ name: "underpayment" }),
    });
    return { status: response.status, body: (await response.json()) as any };
  };
  expect((await run("Bearer wrong")).status).toBe(401);
  expect((await run("Bearer let-me-in")).body.data.outcome).toBe("passed");
  const status = await fetch(`${sandbox.ready.admin_url}/clock`, { headers: { authorization: "Bearer let-me-in" } });
  expect(((await status.json()) as any).data.mode).toBe("running");
});

test.each([
  ["neither", {}, 400, undefined],
  ["both", { name: "happy-path", scenario: {} }, 400, undefined],
  ["a name that is none", { name: "../worlds/default" }, 404, { known: expect.arrayContaining(["happy-path"]) }],
  ["a member that is none", { file: "happy-path" }, 400, { known: ["name", "scenario"], unknown: "file" }],
  [
    "a misspelt member inside",
    { scenario: { title: "x", about: "y", steps: [{ title: "z", mine: { netwrk: "base" } }] } },
    400,
    { at: "/steps/0/mine/netwrk", allowed: ["network", "blocks"] },
  ],
  [
    "another seed",
    { scenario: { ...JSON.parse(builtInText("happy-path") ?? ""), options: { seed: 99 } } },
    400,
    undefined,
  ],
])("refused, with nothing done: %s", async (_, input, status, details) => {
  const { control, admin } = shared();
  const before = await control("GET", "/tenants");
  const answer = await admin("POST", "/scenarios/run", input);
  expect(answer.status).toBe(status);
  expect(answer.body.success).toBe(false);
  expect(answer.body.details).toEqual(details);
  expect(await control("GET", "/tenants")).toEqual(before);
});
