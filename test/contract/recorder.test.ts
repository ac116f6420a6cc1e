// The recorder counts by tenant, operation and status, and holds a bounded number of names, findings and tenants (C-10).
import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_MEMBER_NAMES } from "../../src/contract/recorder/counts.ts";
import { Findings, MAX_FINDINGS } from "../../src/contract/recorder/findings.ts";
import { MAX_TENANTS, Recorder } from "../../src/contract/recorder/recorder.ts";
import { LEVELS, type Rule } from "../../src/contract/rules/rule.ts";
import { observation } from "./a-client.ts";

const RULE: Rule = {
  ...{ id: "CF-99", level: "warning", name: "n", what: "w", why: "y", mend: "m" },
  judge: () => ({}),
};
const place = { requestId: "req_1", at: 1, clock: 0 };
const recorderOf = (...rules: Rule[]): Recorder => new Recorder(rules, { environment: "sandbox" }, 0);

test("calls are counted by operation and status, answers of faults apart, members by name", () => {
  const recorder = recorderOf();
  const body = { owner: "anna", network_symbol: "base", extra: { deep: [{ x: 1 }, { x: 2 }] } };
  recorder.request(observation("createWallet", { requestBody: body, status: 201, search: "a=1&a=2" }));
  recorder.request(observation("createWallet", { status: 500, injected: true }));
  recorder.request(observation("createWallet", { status: null, cut: "now", injected: true }));
  recorder.request(observation(null));
  const { requests, operations } = recorder.counts();
  expect(requests).toBe(4);
  const { calls, statuses, members } = operations.get("createWallet") ?? {};
  expect([calls, [...(statuses ?? [])]]).toEqual([
    3,
    [
      [201, { calls: 1, injected: 0 }],
      [500, { calls: 1, injected: 1 }],
      [0, { calls: 1, injected: 1 }],
    ],
  ]);
  const sent = [...(members?.values() ?? [])].map(({ in: where, name }) => `${where} ${name}`);
  expect(sent).toEqual(["query a", "body owner", "body network_symbol", "body extra"]);
});

test("a tenant's counts are its own, and the sum is that of all", () => {
  const recorder = recorderOf();
  fc.assert(
    fc.property(fc.array(fc.nat(3), { maxLength: 30 }), (calls) => {
      recorder.forget(0);
      for (const tenant of calls) recorder.request(observation("listWallets", { tenantId: `t${tenant}` }));
      for (const tenant of [0, 1, 2, 3])
        expect(recorder.counts(`t${tenant}`).requests).toBe(calls.filter((one) => one === tenant).length);
      expect(recorder.counts().requests).toBe(calls.length);
    }),
  );
});

test("what the 100 tenants used last did is kept apart, what others did is added up, and nothing is lost", () => {
  const ended: string[] = [];
  const rule: Rule = {
    ...RULE,
    judge: () => ({
      atReport: (_, notify) => notify({ title: "t", operationId: null, place, evidence: "e" }),
    }),
  };
  const recorder = recorderOf(rule);
  for (let tenant = 0; tenant < 150; tenant += 1) {
    recorder.request(observation("listWallets", { tenantId: "t0" }));
    recorder.request(observation("listWallets", { tenantId: `t${tenant}` }));
  }
  expect(recorder.counts().requests).toBe(300);
  expect(recorder.counts("t0").requests).toBe(151);
  expect(recorder.counts("t1").requests).toBe(0);
  expect(recorder.counts(`t${150 - MAX_TENANTS + 1}`).requests).toBe(1);
  // The findings that only a report tells were told when their tenant was forgotten.
  for (const { tenantId } of recorder.findings(0)) ended.push(String(tenantId));
  expect(new Set(ended)).toEqual(new Set(Array.from({ length: 150 }, (_, tenant) => `t${tenant}`)));
});

test("an operation has at most 200 names of members, each at most 64 characters, whatever is sent", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 200 }), { minLength: 200, maxLength: 280 }), (names) => {
      const recorder = recorderOf();
      for (const part of [names.slice(0, 140), names.slice(140)]) {
        const requestBody = Object.fromEntries(part.map((name) => [name, 1]));
        recorder.request(observation("createWallet", { requestBody }));
      }
      const members = [...(recorder.counts().operations.get("createWallet")?.members.values() ?? [])];
      expect(members.length).toBeLessThanOrEqual(MAX_MEMBER_NAMES);
      expect(Math.max(...members.map(({ name }) => name.length))).toBeLessThanOrEqual(64);
    }),
    { numRuns: 30 },
  );
});

test("at most 500 findings are kept, the more severe ones; how many found no room is told", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...LEVELS), { minLength: MAX_FINDINGS, maxLength: 700 }), (levels) => {
      const findings = new Findings();
      for (const [index, level] of levels.entries())
        findings.add(RULE, "t", { level, title: "t", operationId: "x", pointer: `p${index}`, place, evidence: "e" });
      const kept = findings.all;
      expect(kept).toHaveLength(MAX_FINDINGS);
      expect(findings.dropped).toBe(levels.length - MAX_FINDINGS);
      const errors = levels.filter((level) => level === "error").length;
      expect(kept.filter(({ level }) => level === "error")).toHaveLength(Math.min(errors, MAX_FINDINGS));
    }),
    { numRuns: 20 },
  );
});

test("a finding has its first and last place, a count, and the more severe telling", () => {
  const findings = new Findings();
  const notify = (level: "note" | "error", requestId: string): void =>
    void findings.add(RULE, "t", {
      ...{ level, title: level, operationId: "getPayout", pointer: "x".repeat(100), evidence: "e".repeat(1_000) },
      place: { requestId, at: 1, clock: 0 },
    });
  notify("note", "req_1");
  notify("error", "req_2");
  notify("note", "req_3");
  const [finding, ...others] = findings.all;
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ level: "error", title: "error", count: 3, rule: "CF-99" });
  expect([finding?.first.requestId, finding?.last.requestId]).toEqual(["req_1", "req_3"]);
  expect([finding?.pointer.length, finding?.evidence.length]).toEqual([64, 500]);
});

test("forgetting one tenant leaves the others; forgetting all begins anew", () => {
  const rule: Rule = {
    ...RULE,
    judge: () => ({ request: (_, notify) => notify({ title: "t", operationId: null, place, evidence: "e" }) }),
  };
  const recorder = recorderOf(rule);
  for (const tenantId of ["t1", "t2"]) recorder.request(observation("listWallets", { tenantId }));
  expect(recorder.hintsOf("req_1")).toEqual([
    { rule: "CF-99", text: "t" },
    { rule: "CF-99", text: "t" },
  ]);
  recorder.forget(5, "t1");
  expect(recorder.findings(9).map(({ tenantId }) => tenantId)).toEqual(["t2"]);
  expect([recorder.counts().requests, recorder.since]).toEqual([1, 0]);
  recorder.forget(7);
  expect([recorder.findings(9), recorder.counts().requests, recorder.since]).toEqual([[], 0, 7]);
});

test("a rule that could say nothing is told with its reason, and no longer once one tenant gave it something", () => {
  const rule: Rule = {
    ...RULE,
    judge() {
      let met = false;
      return {
        request(seen) {
          met ||= seen.status === 429;
        },
        notJudged: () => (met ? undefined : "no 429 was met"),
      };
    },
  };
  const recorder = recorderOf(rule);
  expect(recorder.notJudged()).toEqual([{ rule: "CF-99", why: "no 429 was met" }]);
  recorder.request(observation("listWallets"));
  expect(recorder.notJudged("t1")).toEqual([{ rule: "CF-99", why: "no 429 was met" }]);
  recorder.request(observation("listWallets", { tenantId: "t2", status: 429 }));
  expect(recorder.notJudged()).toEqual([]);
  expect(recorder.notJudged("t1")).toHaveLength(1);
});

test("a row of the log has at most five hints, and none of a report that began anew", () => {
  const rule: Rule = {
    ...RULE,
    judge: () => ({
      request(_, notify) {
        for (const pointer of "abcdefg") notify({ title: pointer, operationId: null, pointer, place, evidence: "e" });
      },
    }),
  };
  const recorder = recorderOf(rule);
  recorder.request(observation("listWallets"));
  expect(recorder.hintsOf("req_1").map(({ text }) => text)).toEqual(["a", "b", "c", "d", "e"]);
  recorder.forget(1);
  expect(recorder.hintsOf("req_1")).toEqual([]);
});

test("R-211 a key in the evidence of a finding is masked; what found no room is forgotten with the rest", () => {
  const findings = new Findings();
  for (let at = 0; at <= MAX_FINDINGS; at += 1) {
    const evidence = "sent sk_live_planted0123456789 there";
    findings.add(RULE, "t", { title: "t", operationId: null, pointer: `p${at}`, place, evidence });
  }
  expect([findings.all[0]?.evidence, findings.dropped]).toEqual(["sent sk_live_... there", 1]);
  findings.forget("t");
  expect([findings.all, findings.dropped]).toEqual([[], 1]);
  findings.forget();
  expect(findings.dropped).toBe(0);
});
