// Requests wait for the recorder and the log until there are enough of them, or until somebody looks: nobody can tell.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Backlog } from "../../src/contract/backlog.ts";
import { ContractState } from "../../src/contract/contract.ts";
import type { DeliverySeen } from "../../src/contract/delivery-seen.ts";
import type { Observation } from "../../src/contract/observation.ts";
import { Recorder } from "../../src/contract/recorder/recorder.ts";
import { RULES } from "../../src/contract/rules/table.ts";
import { observation } from "./a-client.ts";

function contractOf(failures: unknown[] = []): ContractState {
  return new ContractState({
    ...{ environment: "sandbox", now: () => 0, requestLog: 200, secrets: [] },
    failed: (error) => failures.push(error),
  });
}

const MANY = 100;
const requests = (count: number, facts: Partial<Observation> = {}): Observation[] =>
  Array.from({ length: count }, () => observation("listVaults", facts));

test("many requests are taken in one go, each once and in their order", () => {
  const taken: string[] = [];
  const sizes: number[] = [];
  const backlog = new Backlog(({ requestId }) => taken.push(requestId));
  const all = requests(MANY);
  for (const seen of all) {
    const before = taken.length;
    backlog.add(seen);
    if (taken.length > before) sizes.push(taken.length - before);
  }
  backlog.workOff();
  backlog.workOff();
  expect(taken).toEqual(all.map(({ requestId }) => requestId));
  expect(sizes.length).toBeGreaterThan(0);
  expect(Math.min(...sizes)).toBeGreaterThan(1);
});

test("long texts do not wait: what waits is bounded in number and in characters (C-10)", () => {
  const long = "x".repeat(100 * 1_024);
  for (const facts of [{ replyText: long }, { requestText: long }]) {
    let [added, taken, most] = [0, 0, 0];
    const backlog = new Backlog(() => (taken += 1));
    for (const seen of requests(MANY, facts)) {
      backlog.add(seen);
      added += 1;
      most = Math.max(most, added - taken);
    }
    expect(most * long.length).toBeLessThan(1_024 * 1_024);
  }
});

test.each([1, 31, 32, 33, MANY])("who looks after %i requests finds every one of them", (count) => {
  const contract = contractOf();
  for (const seen of requests(count)) contract.observe(seen);
  expect(contract.recorder.counts().requests).toBe(count);
  expect(contract.requests.length).toBe(count);
  contract.forget(1);
  expect(contract.recorder.counts().requests).toBe(0);
});

test("what came before a count begins anew is forgotten, what came after it is counted", () => {
  const contract = contractOf();
  for (const seen of requests(5)) contract.observe(seen);
  contract.forget(1);
  contract.observe(observation("listVaults"));
  expect(contract.recorder.counts().requests).toBe(1);
});

test("an error in one request is told, and loses no other of those that waited with it", () => {
  const failures: unknown[] = [];
  const contract = contractOf(failures);
  const broken = Object.defineProperty(observation("listVaults"), "tenantId", {
    get: () => {
      throw new Error("a mistake");
    },
  });
  for (const seen of [...requests(3), broken, ...requests(3)]) contract.observe(seen);
  expect([contract.recorder.counts().requests, contract.requests.length]).toEqual([6, 6]);
  expect(failures).toHaveLength(2);
});

/** What an app and its receiver may do: `look` asks for the findings. */
type Step = { readonly request?: Observation; readonly delivery?: DeliverySeen; readonly look?: true };

const body = { vault_id: "v", asset: "USDC", network_symbol: "base", to_address: "0xA", amount: "10" };
const delivered = (at: number): DeliverySeen => ({
  ...{ deliveryId: at, tenantId: "t1", endpointId: "e1", eventId: `ev${at % 3}`, type: "transaction.confirmed" },
  ...{ resourceId: "d1", attempt: 1, at, clock: 0, durationMs: 0, sentAt: [at], status: 200, error: "" },
  ...{ outcome: "delivered", fault: null },
});
const step = fc.constantFrom<(at: number) => Step>(
  (at) => ({ request: observation("listPayouts", { at }) }),
  (at) => ({ request: paid(at, "a", { status: null, cut: "instead-of-reply" }) }),
  (at) => ({ request: paid(at, "b", { status: 201 }) }),
  (at) => ({ request: observation("listVaults", { at, status: 500, injected: true }) }),
  (at) => ({ request: observation("listVaults", { at, ignored: ["lim"] }) }),
  (at) => ({ delivery: delivered(at) }),
  () => ({ look: true }),
);

function paid(at: number, reference: string, facts: Partial<Observation>): Observation {
  const requestBody = { ...body, reference_id: reference };
  return observation("createPayout", { at, requestBody, requestText: JSON.stringify(requestBody), ...facts });
}

function play({ request, delivery }: Step, contract: ContractState, atOnce: Recorder): void {
  if (request !== undefined) contract.observe(request);
  if (request !== undefined) atOnce.request(request);
  if (delivery !== undefined) contract.delivered(delivery);
  if (delivery !== undefined) atOnce.delivery(delivery);
}

test("findings are those of a recorder that sees each request at once, whenever somebody looks (property)", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (makers) => {
      const contract = contractOf();
      const atOnce = new Recorder(RULES, { environment: "sandbox" }, 0);
      for (const [index, make] of makers.entries()) {
        const step = make(index * 700);
        play(step, contract, atOnce);
        if (step.look) expect(contract.recorder.findings(index * 700)).toEqual(atOnce.findings(index * 700));
      }
      expect(contract.recorder.findings(100_000)).toEqual(atOnce.findings(100_000));
    }),
    { numRuns: 200 },
  );
});
