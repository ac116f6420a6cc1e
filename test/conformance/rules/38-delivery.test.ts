// Section 38: delivery: success, retries, delays between attempts, and the last attempt.
import { afterAll, beforeAll, expect, test } from "vitest";
import { retryDelayMs } from "../../../src/domain/delivery/retry-schedule.ts";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { serviceDocument } from "../../../src/spec/document.ts";
import { openSandbox } from "../../support/a-sandbox.ts";
import { type Answer, aReceiver } from "../../support/clients/a-receiver.ts";

const TIME_OUT_MS = 10_000;
/** A wall clock on which the ten-second timeout of an attempt expires when the test says so, not on a slow machine. */
const wall = {
  ...systemClock,
  after: (ms: number, run: () => void, options?: { unref?: boolean }) => {
    if (ms !== TIME_OUT_MS || !holding) return systemClock.after(ms, run, options);
    expire = run;
    return {
      cancel() {
        expire = () => {};
      },
    };
  },
};
let holding = false;
let expire = (): void => {};

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  sandbox = await openSandbox({}, undefined, { wall });
});
afterAll(() => sandbox.end());

/** A new tenant with one endpoint for each response; `event` causes an address.assigned. */
async function aTenant(answers: readonly ((number: number) => Answer)[]) {
  const { control, clientFor } = sandbox;
  const { tenant_id, api_key } = await control("POST", "/tenants", { name: "receivers" });
  const api = clientFor(api_key);
  const receivers = await Promise.all(answers.map((answer) => aReceiver(answer)));
  for (const { url } of receivers) await control("POST", `/tenants/${tenant_id}/webhook-endpoints`, { url });
  return {
    received: receivers.map(({ received }) => received),
    async event() {
      await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
      await control("POST", "/run-until-idle");
    },
    /** Number of requests to each endpoint. */
    counts: () => receivers.map(({ received }) => received.length),
    /** Deactivates the endpoints at the end; otherwise pending deliveries would be retried during later tests. */
    end: () => control("DELETE", `/tenants/${tenant_id}`),
  };
}

const pass = (by: number | string) => sandbox.control("POST", "/clock/advance", { by });

test("any 2xx is a success, and nothing is sent after it (S-505, S-519)", async () => {
  const statuses = [200, 201, 202, 203, 204, 206, 226, 299];
  const { counts, event, end } = await aTenant(statuses.map((status) => () => status));
  await event();
  await pass("1h");
  expect(counts()).toEqual(statuses.map(() => 1));
  await end();
});

test("a 2xx ends the delivery at any attempt (S-505, S-519)", async () => {
  const winners = [2, 3, 4, 5, 6];
  const { counts, event, end } = await aTenant(winners.map((winner) => (number) => (number === winner ? 204 : 500)));
  await event();
  await pass("1d");
  expect(counts()).toEqual(winners);
  await end();
});

test("any other status than 2xx is retried (S-506)", async () => {
  const statuses = [300, 301, 302, 304, 307, 400, 401, 403, 404, 408, 409, 410, 422, 429, 500, 502, 503, 504];
  const { counts, event, end } = await aTenant(statuses.map((status) => (number) => (number === 1 ? status : 200)));
  await event();
  expect(counts()).toEqual(statuses.map(() => 1));
  await pass("10s");
  expect(counts()).toEqual(statuses.map(() => 2));
  await end();
});

test("a timeout is retried (S-507)", async () => {
  holding = true;
  // The request arrived and is never answered: the timeout expires.
  const { counts, event, end } = await aTenant([(number) => (number === 1 ? () => expire() : 200)]);
  await event();
  holding = false;
  expect(counts()).toEqual([1]);
  await pass("10s");
  expect(counts()).toEqual([2]);
  await pass("1h");
  expect(counts()).toEqual([2]);
  await end();
});

test("six attempts: at once, then 10, 20, 40, 80 and 160 s after the one before, and no seventh (S-508, S-509, S-510, S-512, S-513, S-514, S-515, S-516, S-517, S-518)", async () => {
  const { counts, event, end } = await aTenant([() => 500]);
  await event();
  expect(counts()).toEqual([1]);
  for (const [at, seconds] of [10, 20, 40, 80, 160].entries()) {
    await pass(seconds * 1_000 - 1);
    expect(counts(), `before attempt ${at + 2}`).toEqual([at + 1]);
    await pass(1);
    expect(counts(), `attempt ${at + 2}`).toEqual([at + 2]);
  }
  await pass("30d");
  expect(counts()).toEqual([6]);
  await end();
});

test("the delay doubles from 10 s and never passes ten minutes, however many attempts there were (S-508, S-510, S-511)", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 60].map(retryDelayMs)).toEqual(
    [10, 20, 40, 80, 160, 320, 600, 600, 600].map((seconds) => seconds * 1_000),
  );
});

test("every attempt has the id and the bytes of the first, another event another id (S-520)", async () => {
  const { received, event, end } = await aTenant([() => 500]);
  await event();
  await pass("10m");
  const ids = received[0]?.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(1);
  expect(new Set(received[0]?.map(({ body }) => body)).size).toBe(1);
  await event();
  expect(received[0]?.at(-1)?.headers["webhook-id"]).not.toBe(ids?.[0]);
  await end();
});

test("a receiver whose response is lost gets the event twice, and the document warns of it (S-576)", async () => {
  const { received, event, end } = await aTenant([(number) => (number === 1 ? (response) => response.destroy() : 200)]);
  await event();
  await pass("1m");
  expect(received[0]).toHaveLength(2);
  expect(received[0]?.[1]?.json).toEqual(received[0]?.[0]?.json);
  const { info } = serviceDocument as unknown as { info: { description: string } };
  expect(info.description).toContain("Duplicate deliveries occur: deduplicate by `webhook-id`");
  await end();
});
