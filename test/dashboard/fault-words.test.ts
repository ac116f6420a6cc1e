// A fault of the form in words: its sentence, its command, the body that is sent, and what is missing (D-41).
import { expect, test } from "vitest";
import {
  bodyOf,
  commandOf,
  type Draft,
  EMPTY_DRAFT,
  isOptional,
  isUsedUp,
  missingIn,
  ordinal,
  sentenceOf,
} from "../../src/dashboard/faults/fault-words.ts";
import { allEffects } from "../../src/faults/catalogue.ts";

const gate = { gate: "webhook.delivery", about: "", match: ["type", "owner"], effects: [] };
const status = { effect: "status", about: "", params: ["status"] };
const draft = (part: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, params: { status: "503" }, ...part });

test.each([
  [1, "1st"],
  [2, "2nd"],
  [3, "3rd"],
  [4, "4th"],
  [11, "11th"],
  [12, "12th"],
  [13, "13th"],
  [21, "21st"],
  [111, "111th"],
  [1_002, "1,002nd"],
])("ordinal number of %i is %s", (value, words) => {
  expect(ordinal(value)).toBe(words);
});

test.each([
  [{ after: 0, times: 1 }, "The next block"],
  [{ after: 1, times: 1 }, "The 2nd block"],
  [{ after: 0, times: 2 }, "The 1st to the 2nd block"],
  [{ after: 1, times: 5 }, "The 2nd to the 6th block"],
  [{ after: 0, times: null }, "Every block"],
  [{ after: 2, times: null }, "Every block, from the 3rd on"],
])("the sentence of %j is %s", (counts, words) => {
  expect(sentenceOf({ gate: "chain.mine", match: {}, ...counts })).toBe(words);
});

test("the body holds what this gate and effect know, with numbers where they are numbers", () => {
  const match = { type: "deposit.new", owner: " ", provider: "relay" };
  const params = { status: "503", by: "5s" };
  expect(bodyOf(gate, status, draft({ match, params, after: "2", times: "7" }))).toEqual({
    ...{ gate: "webhook.delivery", effect: "status", after: 2, times: 7 },
    match: { type: "deposit.new" },
    params: { status: 503 },
  });
  expect(bodyOf(gate, status, draft({ isForever: true, times: "7" })).times).toBe(null);
});

test("the command is quoted for a shell, and names the sandbox where it is not the default one", () => {
  const body = bodyOf(gate, status, draft({ match: { owner: "it's $HOME" }, isForever: true }));
  const command =
    "cpsandbox fault add webhook.delivery status --match 'owner=it'\\''s $HOME' --times forever --param status=503";
  expect(commandOf(body, "http://127.0.0.1:4010")).toBe(command);
  expect(commandOf(body, "http://localhost:4999")).toBe(`${command} --url http://localhost:4999`);
});

test.each([
  [{ params: {} }, /^Fill in status/],
  [{ after: "-1" }, /^After:/],
  [{ after: "1.5" }, /^After:/],
  [{ times: "0" }, /^Times:/],
  [{ times: "1000001" }, /^Times:/],
])("%j cannot be armed", (part, words) => {
  expect(missingIn("webhook.delivery", status, draft(part))).toMatch(words);
});

test("a fault with all that it needs can be armed, for ever too", () => {
  expect(missingIn("webhook.delivery", status, draft({}))).toBe(undefined);
  expect(missingIn("webhook.delivery", status, draft({ isForever: true, times: "" }))).toBe(undefined);
});

test("the parameters that may be empty are those of the catalogue", () => {
  for (const { gate: at, effect, row } of allEffects()) {
    for (const param of row.needs ?? []) expect(isOptional(at, effect, param)).toBe(false);
    for (const param of row.may ?? []) expect(isOptional(at, effect, param)).toBe(true);
  }
});

test("a fault is used up after its last time, one without an end never", () => {
  expect(isUsedUp({ times: 2, hits: 1 })).toBe(false);
  expect(isUsedUp({ times: 2, hits: 2 })).toBe(true);
  expect(isUsedUp({ times: null, hits: 99 })).toBe(false);
});
