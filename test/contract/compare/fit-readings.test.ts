// Every reading of the wire is found from answers that speak it, alone and together with others (C-63).
import { describe, expect, it } from "vitest";
import { type Chosen, Expectations } from "../../../src/contract/compare/expected.ts";
import { fitReadings } from "../../../src/contract/compare/fit.ts";
import type { Subject } from "../../../src/contract/compare/recorded.ts";
import { wireRewording } from "../../../src/contract/compare/rewording.ts";
import type { Shape } from "../../../src/contract/compare/value-shape.ts";
import { serviceDocument } from "../../../src/spec/document.ts";

const rewording = wireRewording(serviceDocument);
const expectations = new Expectations(serviceDocument, rewording);
/** Answers that each reading of the wire touches, and no more: every one costs time. */
const OPERATIONS = [
  "listUdas",
  "getUda",
  "listUdaSettlements",
  "getPayout",
  "listDeposits",
  "listTransactions",
  "getWallet",
];
const subjects: Subject[] = [
  ...OPERATIONS.map((operation) => ({ kind: "reply" as const, operation, status: 200 })),
  ...["deposit.new", "transaction.confirmed"].map((type) => ({ kind: "webhook" as const, type })),
];
/** What a service looks like that speaks these readings. */
const spoken = (chosen: Chosen): Shape[] => subjects.map((subject) => expectations.shape(subject, chosen));

/** An empty list shows nothing of what it could hold, so it is told by a fact of the answer. */
const BY_FACT = ["uda_deposit_addresses=empty"];
const all = rewording.readings.flatMap(({ name, values }) => values.slice(1).map((value) => `${name}=${value}`));

describe("a reading that a service speaks", () => {
  it.each(all.filter((one) => !BY_FACT.includes(one)))("%s is found, and no other", (one) => {
    const [name = "", value = ""] = one.split("=");
    const { chosen, comparison } = fitReadings(expectations, spoken({ [name]: value }));
    expect(chosen).toEqual({ [name]: value });
    expect(comparison.differences).toEqual([]);
  });

  it("is found among nine others", () => {
    const chosen = {
      ...{
        record: "top-level",
        list_array: "named",
        nested_names: "long",
        absent_time: "omitted",
        absent_text: "null",
      },
      ...{
        time_text: "seconds",
        usd_text: "six",
        amount_text: "padded",
        address_case: "lower",
        network_symbol: "ticker",
      },
    };
    expect(fitReadings(expectations, spoken(chosen)).chosen).toEqual(chosen);
  });
});
