// Warnings about receivers: one line says enough, however often a receiver fails, and a receiver that hangs is named by that alone.
import { expect, test } from "vitest";
import type { Claimed } from "../../src/flow/deliveries/delivery-attempt.ts";
import { ReceiverWarnings } from "../../src/flow/deliveries/receiver-warnings.ts";
import type { FlowDependencies, WebhookResult } from "../../src/flow/dependencies.ts";
import { createLog } from "../../src/kernel/log.ts";
import { FakeWall } from "./a-loop.ts";

function someWarnings() {
  const wall = new FakeWall();
  const lines: string[] = [];
  const log = createLog("warn", { write: (text: string) => void lines.push(JSON.parse(text).msg) });
  const warnings = new ReceiverWarnings({ wall, log, webhookTimeoutMs: 60 } as unknown as FlowDependencies);
  const ended = (result: Partial<WebhookResult>, endpoint = "one"): void =>
    warnings.ended(
      { endpoint: { id: endpoint, url: "http://127.0.0.1:3000/a", heed_gone: 0 }, fault: undefined } as Claimed,
      { ok: false, status: null, durationMs: 1, error: "", response: "", headers: {}, ...result },
    );
  return { wall, lines, ended };
}

test("a receiver that fails every third time is named once a minute, with the number of failures in between", () => {
  const { wall, lines, ended } = someWarnings();
  const work = (attempts: number): void => {
    for (let number = 0; number < attempts; number += 1)
      ended(number % 3 === 2 ? { status: 500 } : { ok: true, status: 200 });
  };
  work(300);
  expect(lines).toEqual([expect.stringMatching(/was answered 500 .+at most once a minute\)$/)]);
  wall.nowMs += 60_000;
  work(300);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/\(.+; 99 more failed so since the last line\)$/);
});

test("another reason after a success, and another endpoint, are named at once; another reason before a success is not", () => {
  const { lines, ended } = someWarnings();
  ended({ status: 404 });
  ended({ status: 500 });
  ended({ ok: true, status: 200 });
  ended({ status: 503 });
  ended({ error: "connection refused (ECONNREFUSED)" }, "two");
  expect(lines).toEqual([
    expect.stringContaining("was answered 404"),
    expect.stringContaining("was answered 503"),
    expect.stringContaining("did not reach"),
  ]);
});

test("a time-out is what the sender ended, although the attempt took a moment less than the limit", () => {
  const { lines, ended } = someWarnings();
  ended({ timedOut: true, durationMs: 59, error: "no answer within 60 ms" });
  ended({ timedOut: true, durationMs: 61, error: "no answer within 60 ms" });
  expect(lines).toEqual([expect.stringContaining("--webhook-timeout")]);
  ended({ durationMs: 70, error: "the receiver hung up without an answer" }, "slow");
  expect(lines[1]).toContain("did not reach");
});
