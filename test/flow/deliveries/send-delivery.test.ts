// Which answer counts when one attempt sends two requests, and when the second is not sent.
import { expect, test } from "vitest";
import type { Claimed } from "../../../src/flow/deliveries/delivery-attempt.ts";
import { sendAttempt } from "../../../src/flow/deliveries/send-delivery.ts";
import type { FlowDependencies, WebhookInput, WebhookResult } from "../../../src/flow/dependencies.ts";
import { required } from "../../../src/kernel/assert.ts";
import { createLog } from "../../../src/kernel/log.ts";
import { systemClock } from "../../../src/kernel/wall-clock.ts";

const APART_MS = 50;

type Sent = { webhook: WebhookInput; answer(status: number): void };

/** A sender whose requests the test answers; its clock moves a second with each look. */
function aSender() {
  const sent: Sent[] = [];
  const timers: (() => void)[] = [];
  let seconds = 0;
  const dependencies = {
    log: createLog("error", { write: (line) => expect(line).toBe("") }),
    wall: {
      ...systemClock,
      now: () => {
        seconds += 1;
        return seconds * 1_000;
      },
      after: (delayMs: number, run: () => void, options?: { unref?: boolean }) => {
        if (delayMs === APART_MS) timers.push(run);
        return systemClock.after(60_000, () => {}, options);
      },
    },
    sendWebhook: (webhook: WebhookInput) => {
      const { promise, resolve } = Promise.withResolvers<WebhookResult>();
      const answer = (status: number): void =>
        resolve({ ok: status < 300, status, durationMs: 1, error: "", response: "", headers: {} });
      sent.push({ webhook, answer });
      return promise;
    },
  } as unknown as FlowDependencies;
  return { sent, timers, dependencies };
}

function claimed(params: object): Claimed {
  return {
    event: { id: "e-1", body: "{}", sent: null },
    endpoint: { url: "http://127.0.0.1:9/hooks", secret: "whsec_mine", both_signatures: 0 },
    fault: { id: "f-1", effect: "at-once", params },
  } as unknown as Claimed;
}

/** Lets everything that is ready run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each([
  [[0, 1], 500],
  [[1, 0], 200],
])(
  "at-once: requests are answered in the order %j, and the status that came first, %i, counts",
  async (order, status) => {
    const { sent, dependencies } = aSender();
    const attempt = sendAttempt(dependencies, claimed({}), () => false);
    await settled();
    expect(sent).toHaveLength(2);
    expect(sent[1]?.webhook).toEqual(sent[0]?.webhook);
    expect(sent[0]?.webhook.signedAtSeconds).toBeDefined();
    let ended = false;
    void attempt.then(() => (ended = true));
    for (const index of order) {
      expect(ended).toBe(false);
      required(sent[index], "a request").answer([500, 200][index] ?? 0);
      await settled();
    }
    expect((await attempt).status).toBe(status);
  },
);

test("at-once: the second request is not sent into a world that was closed meanwhile", async () => {
  const { sent, timers, dependencies } = aSender();
  let closed = false;
  const attempt = sendAttempt(dependencies, claimed({ by: APART_MS }), () => closed);
  await settled();
  expect(sent).toHaveLength(1);
  closed = true;
  for (const run of timers) run();
  required(sent[0], "a request").answer(200);
  expect((await attempt).status).toBe(200);
  expect(sent).toHaveLength(1);
});
