// Stories of the gate webhook.delivery, attempts that arrive in full and of which sender or receiver thinks otherwise (R-144, I-33).
import type { ServerResponse } from "node:http";
import { expect } from "vitest";
import { systemClock, type WallClock } from "../../../src/kernel/wall-clock.ts";
import type { Answer } from "../../support/clients/a-receiver.ts";
import { faultStory } from "../../support/fault-story.ts";
import { anAssignment, anEndpoint, offsetsOf } from "../../support/payments/a-webhook.ts";

const gate = "webhook.delivery";

faultStory(
  "webhook.delivery",
  "answer-lost",
  "the receiver does its work and says so, and the event comes again ten seconds later under the same webhook-id",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox);
    await sandbox.control("POST", "/faults", { gate, effect: "answer-lost" });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "9s" });
    expect(endpoint.received).toHaveLength(1);
    expect(await endpoint.deliveries()).toMatchObject([{ state: "due" }]);
    await sandbox.control("POST", "/clock/advance", { by: "1s" });
    expect(endpoint.verdicts()).toEqual(["ok", "ok"]);
    const [one, again] = endpoint.received;
    expect(again?.headers["webhook-id"]).toBe(one?.headers["webhook-id"]);
    expect(again?.body).toBe(one?.body);
    const [delivery] = await endpoint.deliveries();
    expect(delivery?.state).toBe("delivered");
    expect(delivery?.attempts[0]).toMatchObject({
      status: null,
      duration_ms: 10_000,
      fault: "answer-lost",
      response: "",
    });
    expect(delivery?.attempts[0]?.error).toBe("no answer within 10000 ms");
    // The bytes that were sent can be looked up: the receiver has them.
    expect(delivery?.attempts[0]?.headers).toMatchObject({ "webhook-id": one?.headers["webhook-id"] });
    expect(delivery?.attempts[1]).toMatchObject({ status: 200, fault: null });
  },
);

faultStory(
  "webhook.delivery",
  "answer-lost",
  "what a lost answer says is lost too: 410 disables no endpoint, Retry-After moves no attempt, and after six the delivery is dead",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox, {
      answer: () => (response) => response.writeHead(410, { "retry-after": "3600" }).end(),
      policy: { heed_gone: true, heed_retry_after: true },
    });
    await sandbox.control("POST", "/faults", { gate, effect: "answer-lost", times: null });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    expect(endpoint.received).toHaveLength(6);
    const [delivery] = await endpoint.deliveries();
    expect(delivery?.state).toBe("dead");
    expect(offsetsOf(delivery!)).toEqual([0, 10, 30, 70, 150, 310]);
  },
);

faultStory(
  "webhook.delivery",
  "answer-lost",
  "a receiver that gives no answer has none to lose: the attempt fails for its own reason",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox, {
      answer: (number): Answer => (number === 1 ? (response) => response.destroy() : 200),
    });
    await sandbox.control("POST", "/faults", { gate, effect: "answer-lost" });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "10s" });
    const [delivery] = await endpoint.deliveries();
    expect(delivery?.attempts[0]).toMatchObject({ status: null, fault: "answer-lost" });
    expect(delivery?.attempts[0]?.error).not.toContain("no answer within");
    expect(delivery?.state).toBe("delivered");
  },
);

/** Answers the first two requests when both are there. */
function bothAtOnce() {
  const waiting: ServerResponse[] = [];
  const ports = new Set<number | undefined>();
  const answer = (number: number): Answer => {
    if (number > 2) return 200;
    return (response) => {
      ports.add(response.socket?.remotePort);
      waiting.push(response);
      if (waiting.length === 2) for (const one of waiting) one.end();
    };
  };
  return { ports, answer };
}

faultStory(
  "webhook.delivery",
  "at-once",
  "two connections bring one event at the same moment: both are open before either is answered, with the same id, bytes and signature",
  async (sandbox) => {
    const { ports, answer } = bothAtOnce();
    const endpoint = await anEndpoint(sandbox, { answer });
    await sandbox.control("POST", "/faults", { gate, effect: "at-once" });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/run-until-idle");
    expect(ports.size).toBe(2);
    expect(endpoint.verdicts()).toEqual(["ok", "ok"]);
    const [one, two] = endpoint.received.map(({ headers, body }) => ({
      id: headers["webhook-id"],
      at: headers["webhook-timestamp"],
      signature: headers["webhook-signature"],
      body,
    }));
    expect(two).toEqual(one);
    // It is one attempt: the service does not know of two.
    expect(await endpoint.deliveries()).toMatchObject([
      { state: "delivered", attempts: [{ status: 200, fault: "at-once" }] },
    ]);
    expect((await sandbox.control("GET", "/faults")).items).toMatchObject([{ seen: 1, hits: 1 }]);
  },
);

/** Real ms between the two requests; nothing else waits exactly this long. */
const APART_MS = 1_234;
/** A wall that keeps the timer of the second request until the story lets it go. */
const held: { run: () => void; arrived: PromiseWithResolvers<void> } = {
  run: () => {},
  arrived: Promise.withResolvers(),
};
function aPatientWall(): { wall: WallClock } {
  held.arrived = Promise.withResolvers();
  const after: WallClock["after"] = (delayMs, run, options) => {
    if (delayMs !== APART_MS) return systemClock.after(delayMs, run, options);
    held.run = run;
    held.arrived.resolve();
    return { cancel: () => {} };
  };
  return { wall: { ...systemClock, after } };
}

faultStory(
  "webhook.delivery",
  "at-once",
  "the second request begins `by` real ms after the first, and the attempt ends when both are answered",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox);
    await sandbox.control("POST", "/faults", { gate, effect: "at-once", params: { by: APART_MS } });
    await anAssignment(sandbox);
    const idle = sandbox.control("POST", "/run-until-idle");
    await Promise.all([held.arrived.promise, endpoint.until(1)]);
    expect(endpoint.received).toHaveLength(1);
    held.run();
    await idle;
    expect(endpoint.verdicts()).toEqual(["ok", "ok"]);
    expect(await endpoint.deliveries()).toMatchObject([{ state: "delivered", attempts: [{ status: 200 }] }]);
    const tooFar = { gate, effect: "at-once", params: { by: "11s" } };
    const { status, body } = await sandbox.admin("POST", "/faults", tooFar);
    expect([status, body.error]).toEqual([400, expect.stringContaining("longer than 10s")]);
  },
  {},
  aPatientWall,
);
