// The report as a pure function of what was seen: order, what never came, parameters, and what the caller ignores.
import { describe, expect, test } from "vitest";
import { Recorder } from "../../src/contract/recorder/recorder.ts";
import { withoutRules } from "../../src/contract/report/document.ts";
import { reportOf } from "../../src/contract/report/report.ts";
import { LEVELS, type Rule } from "../../src/contract/rules/rule.ts";
import { observation } from "./a-client.ts";

const FACTS = { at: 0, readings: {}, strict: null };

/** A rule that finds one thing of its level in each request. */
const ruleOf = (id: string, level: Rule["level"]): Rule => ({
  ...{ id, level, name: "n", what: "w", why: "y", mend: "m" },
  judge: () => ({
    request: (seen, notify) =>
      notify({ title: "t", operationId: seen.operationId, place: { at: 1, clock: null }, evidence: "e" }),
    notJudged: () => `${id} saw nothing`,
  }),
});

describe("the report", () => {
  test("names errors first, then warnings, then notes; among these by their id", () => {
    const rules = [
      ruleOf("CF-13", "note"),
      ruleOf("CF-12", "error"),
      ruleOf("CF-11", "warning"),
      ruleOf("CF-10", "error"),
    ];
    const recorder = new Recorder(rules, { environment: "sandbox" }, 0);
    for (const id of ["listWallets", "getWallet"]) recorder.request(observation(id));
    const { findings } = reportOf(recorder, FACTS);
    expect(findings.map(({ level }) => LEVELS.indexOf(level))).toEqual([0, 0, 0, 0, 1, 1, 2, 2]);
    expect(findings.slice(0, 4).map(({ id }) => id)).toEqual([
      ...["CF-10:getWallet", "CF-10:listWallets", "CF-12:getWallet", "CF-12:listWallets"],
    ]);
  });

  test("an event that was announced and never taken was never delivered", () => {
    const recorder = new Recorder([], { environment: "sandbox" }, 0);
    recorder.announced({ tenantId: "t1", type: "deposit.new" });
    expect(reportOf(recorder, FACTS).never_delivered).toContain("deposit.new");
    recorder.delivery({
      ...{
        deliveryId: 1,
        tenantId: "t1",
        endpointId: "e",
        eventId: "w",
        type: "deposit.new",
        resourceId: "r",
        attempt: 1,
      },
      ...{ at: 1, clock: 0, durationMs: 1, status: 200, error: "", outcome: "delivered", fault: null },
    });
    expect(reportOf(recorder, FACTS).never_delivered).not.toContain("deposit.new");
  });

  test("a list parameter is the same with and without its brackets; a name that the operation lacks has no provenance", () => {
    const recorder = new Recorder([], { environment: "sandbox" }, 0);
    recorder.request(observation("listWallets", { search: "filter=owner:a&colour=red" }));
    recorder.request(observation("listWallets", { search: "filter[]=owner:a" }));
    const [operation] = reportOf(recorder, FACTS).operations;
    expect(operation?.members).toEqual([
      { in: "query", name: "filter", sent: 1, provenance: "inferred" },
      { in: "query", name: "colour", sent: 1, provenance: null },
      { in: "query", name: "filter[]", sent: 1, provenance: "inferred" },
    ]);
  });

  test("--ignore leaves out what a rule found, and also that it was not judged", () => {
    const recorder = new Recorder([ruleOf("CF-10", "error"), ruleOf("CF-11", "note")], { environment: "sandbox" }, 0);
    recorder.request(observation("listWallets"));
    const report = withoutRules(reportOf(recorder, FACTS), ["CF-10"]);
    expect(report.findings.map(({ rule }) => rule)).toEqual(["CF-11"]);
    expect(report.not_judged).toEqual([{ rule: "CF-11", why: "CF-11 saw nothing" }]);
  });
});
