// What a hostile client sends harms neither the recorder nor the log, and a mistake in them harms no request.
import { expect, test } from "vitest";
import { ContractState } from "../../src/contract/contract.ts";
import { redactText } from "../../src/contract/requests/redact.ts";
import { meaningOf } from "../../src/contract/rules/sameness.ts";
import { observation } from "./a-client.ts";

const LEVELS = 40_000;

test.each([
  ["arrays", `{"a":${"[".repeat(LEVELS)}${"]".repeat(LEVELS)}}`],
  ["arrays behind a text of brackets", `{"b":"${"]".repeat(LEVELS)}","a":${"[".repeat(LEVELS)}${"]".repeat(LEVELS)}}`],
  ["arrays with a bracket in a text on each level", `{"a":${'["]",'.repeat(LEVELS)}0${"]".repeat(LEVELS)}}`],
  ["arrays behind an escaped quote", `{"b":"\\"","a":${"[".repeat(LEVELS)}${"]".repeat(LEVELS)}}`],
  ["arrays without an end", `{"a":${"[".repeat(LEVELS)}`],
])("R-201 a body of %s that nobody has read is judged by its operation alone", (_, requestText) => {
  const unread = observation("createWallet", { method: "POST", requestText });
  const empty = observation("createWallet", { method: "POST", requestText: "{}" });
  expect(meaningOf(unread)).toBe(meaningOf(empty));
});

test("brackets in texts are no levels", () => {
  const [one, other] = ["[", "{"].map((bracket) =>
    meaningOf(observation("createWallet", { requestText: JSON.stringify({ owner: bracket.repeat(LEVELS) }) })),
  );
  expect(one).not.toBe(other);
});

test("R-211 a key is hidden wherever it stands, also behind other letters", () => {
  const key = "sk_sandbox_939772935b4ee4acd1f77afc422a3dfb";
  for (const text of [`/wallets/owner/x${key}y`, `${key}`, `_whsec_${key.slice(11)}`, `1${key}`])
    expect(redactText(text, [])).not.toContain(key.slice(11, -4));
});

test("an error in a listener is reported, and ends neither the request nor the other listeners", () => {
  const failures: unknown[] = [];
  const contract = new ContractState({
    ...{ environment: "sandbox", now: () => 0, requestLog: 10, secrets: [] },
    failed: (error) => failures.push(error),
  });
  const mistake = new Error("a mistake");
  const heard: string[] = [];
  contract.listen(() => {
    throw mistake;
  });
  contract.listen(({ requestId }) => heard.push(requestId));
  contract.observe(observation("listVaults"));
  expect([failures, heard.length, contract.requests.length]).toEqual([[mistake], 1, 1]);
});
