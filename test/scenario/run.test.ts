// The scenario runner: reports of failures, clean-up of a shared sandbox, and the receiver.
import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { checkScenario } from "../../src/scenario/check.ts";
import { HostFault } from "../../src/scenario/http-client.ts";
import { type Outcome, runScenario, type StepOutcome } from "../../src/scenario/run.ts";
import { type ASandbox, aSandbox, sharedSandbox } from "../support/a-sandbox.ts";

/** A reference `${name}`, as in a file. */
const ref = (name: string): string => `\${${name}}`;
const shared = sharedSandbox();

/** Runs these steps in the sandbox. */
async function tell(sandbox: ASandbox, steps: unknown[], options: object = {}, signal?: AbortSignal): Promise<Outcome> {
  const scenario = checkScenario({ title: "a story", about: "what it teaches", options, steps });
  const host = { url: sandbox.url, adminToken: null };
  return runScenario(scenario, { host, wall: systemClock, ...(signal && { signal }) });
}

const wallet = {
  title: "a wallet",
  call: "createWallet",
  body: { owner: "alice", network_symbol: "base" },
  status: 201,
  save: { address: "data.address" },
};
const deposit = { title: "a deposit", pay: { network: "base", asset: "USDC", amount: "5", to: ref("address") } };

const outcomes = ({ steps }: Outcome): string[] => steps.map(({ outcome }) => outcome);
const failure = ({ steps }: Outcome): StepOutcome => {
  const failed = steps.find(({ outcome }) => outcome === "failed");
  if (failed === undefined) throw new Error("no step failed");
  return failed;
};

test("a failed step reports number, title, expected and received values; later steps are not run", async () => {
  const told = await tell(shared(), [
    wallet,
    {
      title: "it holds 5",
      expect: { balances: [{ network: "base", asset: "USDC", address: ref("address"), amount: "5" }] },
    },
    deposit,
  ]);
  expect(told.outcome).toBe("failed");
  expect(outcomes(told)).toEqual(["passed", "failed", "not run"]);
  expect(failure(told)).toMatchObject({
    number: 2,
    title: "it holds 5",
    differences: [{ at: "balances[0].amount", expected: '"5"', seen: '"0"' }],
  });
});

test.each([
  ["another status, with what the service said", { ...wallet, status: 200 }, "status", "201"],
  [
    "another answer",
    { ...wallet, answer: { data: { network_symbol: "bsc" } } },
    "answer.data.network_symbol",
    '"base"',
  ],
  [
    "another header",
    { ...wallet, answer_headers: { "x-ratelimit-limit": "100" } },
    "answer_headers.x-ratelimit-limit",
    '"100000"',
  ],
  ["nothing to save", { ...wallet, save: { x: "data.nothing" } }, "save.x", "nothing"],
  ["an answer where none was to come", { ...wallet, status: "lost" }, "status", "201"],
  [
    "a transfer that the sandbox refuses",
    { ...deposit, pay: { ...deposit.pay, to: ref("account_1"), asset: "DOGE" } },
    "pay",
    "DOGE",
  ],
  [
    "a transfer of more than the account has",
    { ...deposit, pay: { ...deposit.pay, to: ref("account_1"), from: ref("account_2"), amount: "99999999" } },
    "pay",
    "",
  ],
  ["a fault that is none", { title: "x", fault: { gate: "api.request", effect: "explode" } }, "fault", "explode"],
  ["events that did not come", { title: "x", expect: { events: [{ type: "deposit.new" }] } }, "events", "0: nothing"],
] as const)("told as a difference: %s", async (_, step, at, seen) => {
  const { differences } = failure(await tell(shared(), [step]));
  expect(differences[0]?.at).toBe(at);
  expect(differences[0]?.seen).toContain(seen);
});

test("after a run a shared sandbox is as before: clock running, mining modes unchanged, no fault left", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  await sandbox.control("PUT", "/networks/bsc/mining", { mode: "interval", block_time: "7s" });
  const before = await sandbox.control("GET", "/status");
  const told = await tell(
    sandbox,
    [
      { title: "a fault", fault: { gate: "routing.provider", effect: "refuse", times: null } },
      {
        title: "another",
        call: "createFault",
        body: { gate: "api.request", effect: "close", match: { operation_id: "getQuote" } },
        status: 201,
      },
      { title: "a mode", call: "PUT /admin/networks/base/mining", body: { mode: "interval" }, status: 200 },
      { title: "a failure", call: "GET /v1/vault", status: 201 },
    ],
    { mining: "manual" },
  );
  expect(outcomes(told)).toEqual(["passed", "passed", "passed", "failed"]);
  const after = await sandbox.control("GET", "/status");
  const modes = ({ networks }: { networks: any[] }) =>
    networks.map(({ network, mining, block_time_ms }) => ({ network, mining, block_time_ms }));
  expect(modes(after)).toEqual(modes(before));
  expect(after.clock.mode).toBe("running");
  expect(after.faults).toEqual([]);
});

test("a scenario's faults at the service and at webhooks affect no other tenant", async () => {
  const sandbox = shared();
  const told = await tell(sandbox, [
    {
      title: "the service is down",
      fault: { gate: "api.request", effect: "status", params: { status: 500 }, times: null },
    },
    { title: "for this tenant", call: "GET /v1/vault", status: 500 },
    {
      title: "not for another",
      call: "POST /admin/tenants",
      body: { name: "other" },
      status: 201,
      save: { key: "data.api_key" },
    },
    { title: "whose call is answered", call: "GET /v1/vault", as: ref("key"), status: 200 },
    { title: "nobody is nobody", call: "GET /v1/vault", as: "nobody", status: 401 },
  ]);
  expect(outcomes(told)).toEqual(Array(5).fill("passed"));
  // A key is used, but never printed.
  expect(told.steps[2]?.saved).toEqual({});
});

test("the receiver verifies signatures, counts duplicates by webhook-id, and responds as the scenario says", async () => {
  const told = await tell(shared(), [
    { title: "it is down", receiver: { answers: 503 } },
    wallet,
    {
      title: "refused",
      expect: { webhooks: [{ type: "address.assigned", verified: true, duplicate: false, answered: 503 }] },
    },
    { title: "it hangs up", receiver: { answers: "hang up" } },
    { title: "ten seconds pass", travel: { by: "10s" } },
    { title: "it is back", receiver: { answers: 200 } },
    { title: "twenty more", travel: { until_idle: "1m" } },
    {
      title: "both came again with the same id",
      expect: {
        webhooks: [
          { duplicate: true, answered: "hang up" },
          { duplicate: true, answered: 200 },
        ],
        deliveries: [
          {
            type: "address.assigned",
            state: "delivered",
            attempts: [{ status: 503 }, { status: null }, { status: 200 }],
          },
        ],
      },
    },
  ]);
  expect(failureOf(told)).toBeUndefined();
});

test("a forged, old or truncated webhook is reported with its mistake", async () => {
  const fault = (effect: string) => ({ title: effect, fault: { gate: "webhook.delivery", effect } });
  const told = await tell(shared(), [
    fault("wrong-secret"),
    wallet,
    fault("stale-timestamp"),
    wallet,
    fault("truncate"),
    wallet,
    {
      title: "three that no client may believe",
      expect: {
        webhooks: [
          { type: "address.assigned", verified: "signature-mismatch" },
          { type: "address.assigned", verified: "timestamp-too-old" },
          { type: "", verified: "signature-mismatch" },
        ],
      },
    },
  ]);
  expect(failureOf(told)).toBeUndefined();
});

test("events, webhooks and saved values are those of the run alone, in repeated runs in one sandbox", async () => {
  const steps = [
    wallet,
    deposit,
    {
      title: "all that happened",
      expect: {
        events: [
          { type: "address.assigned" },
          { type: "deposit.new", payload: { owner: "alice", amount: "5" } },
          "...",
          { type: "deposit.confirmed" },
          "...",
        ],
        webhooks: ["...", { type: "deposit.confirmed", verified: true }, "..."],
      },
    },
    { title: "nothing since", expect: { events: [], webhooks: [] } },
  ];
  const first = await tell(shared(), steps);
  const second = await tell(shared(), steps);
  expect([first.outcome, second.outcome]).toEqual(["passed", "passed"]);
  expect(second.tenant_id).not.toBe(first.tenant_id);
});

test("a scenario that needs another seed is refused before it starts, and a stopped run ends after its step", async () => {
  await expect(tell(shared(), [wallet], { seed: 99 })).rejects.toThrow(HostFault);
  const stop = new AbortController();
  stop.abort();
  const told = await tell(shared(), [wallet], {}, stop.signal);
  expect([told.outcome, ...outcomes(told)]).toEqual(["failed", "not run"]);
});

test("without a sandbox the runner says so", async () => {
  const scenario = checkScenario({ title: "a story", about: "x", steps: [wallet] });
  const host = { url: "http://127.0.0.1:9", adminToken: null };
  await expect(runScenario(scenario, { host, wall: systemClock })).rejects.toThrow(/127\.0\.0\.1:9/);
});

function failureOf({ steps }: Outcome): StepOutcome | undefined {
  return steps.find(({ outcome }) => outcome === "failed");
}
