// A world that is replaced in the middle of a suite (reset, restore) takes nothing from the report, and what is open with it (C-10).
import { expect, test } from "vitest";
import type { DeliverySeen } from "../../src/contract/delivery-seen.ts";
import type { Observation } from "../../src/contract/observation.ts";
import { Recorder } from "../../src/contract/recorder/recorder.ts";
import { RULES } from "../../src/contract/rules/table.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { observation } from "./a-client.ts";

const RECORD = "019b76da-a800-7000-8000-0001ee877a99";
const PAYMENT = { vault_id: "v", asset: "USDC", network_symbol: "base", to_address: "0xA", amount: "10" };

type Step = Observation | DeliverySeen | "another world";

function seen(operationId: string, at: number, facts: Partial<Observation> = {}): Observation {
  const { requestBody } = facts;
  const text = requestBody === undefined ? {} : { requestText: JSON.stringify(requestBody) };
  return observation(operationId, { at, durationMs: 0, ...text, ...facts });
}
const pay = (at: number, reference: string, facts: Partial<Observation> = {}): Observation =>
  seen("createPayout", at, { requestBody: { ...PAYMENT, reference_id: reference }, status: 201, ...facts });
const wallet = (at: number, facts: Partial<Observation> = {}): Observation =>
  seen("createWallet", at, { requestBody: { owner: RECORD, network_symbol: "base" }, status: 201, ...facts });
const LOST = { status: null, cut: "instead-of-reply" } as const;
const FAILED = { status: 500, injected: true };
const delivery = (at: number): DeliverySeen => ({
  ...{ deliveryId: at, tenantId: "t1", endpointId: "e1", eventId: "ev1", type: "deposit.confirmed" },
  ...{ resourceId: RECORD, attempt: 1, at, clock: 0, durationMs: 0, sentAt: [at], status: 200, error: "" },
  ...{ outcome: "delivered", fault: null },
});

function found(steps: readonly Step[]): string[] {
  const recorder = new Recorder(RULES, { environment: "sandbox" }, 0);
  for (const step of steps) {
    if (step === "another world") recorder.worldEnded(1_000_000);
    else if ("deliveryId" in step) recorder.delivery(step);
    else recorder.request(step);
  }
  const all = recorder.findings(1_000_000);
  return all.filter(({ rule }) => rule !== "CF-12").map(({ rule, count }) => `${rule} x${count}`);
}

/** What one client would be guilty of in one world, and what an innocent one does in two worlds with the same ids. */
const ACROSS: readonly (readonly [string, string, readonly Step[], readonly Step[]])[] = [
  [
    "CF-05",
    "a call before the end of a rate window of the world before",
    [seen("listWallets", 0, { status: 429, replyHeaders: { "Retry-After": "30" }, injected: true })],
    [seen("listWallets", 5_000)],
  ],
  [
    "CF-06",
    "the same request again at a fixed pace",
    [0, 100, 200].map((at) => wallet(at, FAILED)),
    [300, 400].map((at) => wallet(at, FAILED)),
  ],
  ["CF-07", "the same payment under another reference", [pay(0, "a", LOST)], [pay(2_000, "b")]],
  ["CF-10", "the same question", many(0, 20), many(20, 20)],
  ["CF-11", "the same wallet", [wallet(0, FAILED)], [wallet(1_000)]],
  ["CF-16", "the same webhook", [delivery(0), wallet(100)], [delivery(1_000), wallet(1_100)]],
];

function many(from: number, count: number): Observation[] {
  return Array.from({ length: count }, (_, at) => seen("getVaultTotal", (from + at) * 50));
}

test.each(ACROSS)("%s: %s in another world is no finding, and is one in the same world", (rule, _, before, after) => {
  const isFound = (steps: readonly Step[]) => found(steps).some((one) => one.startsWith(rule));
  expect(isFound([...before, ...after])).toBe(true);
  expect(isFound([...before, "another world", ...after])).toBe(false);
});

const NEXT = { replyText: '{"success":true,"data":[],"pagination":{"has_next":true}}' };
test.each<[string, readonly Observation[]]>([
  ["CF-07 x1", [pay(0, "a", LOST), pay(2_000, "b")]],
  ["CF-08 x1", [wallet(0, FAILED)]],
  ["CF-09 x1", [seen("listWallets", 0, NEXT)]],
])("%s: what is open when a world ends is told once, as in a report", (finding, steps) => {
  expect(found(steps)).toContain(finding);
  expect(found([...steps, "another world"])).toContain(finding);
  expect(found([...steps, "another world", "another world"])).toContain(finding);
});

test("C-10 the report goes on over a reset and a restore; what contract run judges by also when the report is begun anew", async () => {
  const sandbox = await aSandbox({ reading: ["error_text=other"] });
  const ask = async (): Promise<void> => {
    for (const path of ["/vault", "/nothing"])
      await fetch(`${sandbox.ready.api_base_url}${path}`, { headers: { "x-api-key": sandbox.ready.api_key } });
  };
  const report = () => sandbox.control("GET", "/contract");
  await ask();
  const { id } = await sandbox.control("POST", "/snapshots", {});
  await sandbox.control("POST", "/reset", {});
  await ask();
  await sandbox.control("POST", `/snapshots/${id}/restore`, {});
  await ask();
  const met = { "error_text=other": 3 };
  expect(await report()).toMatchObject({ requests: 6, since_start: { requests: 6, webhooks: 0, met } });
  await sandbox.control("DELETE", "/contract");
  expect(await report()).toMatchObject({ requests: 0, since_start: { requests: 6, webhooks: 0, met } });
});
