// Clock operations: forward only, durations and instants, and everything due on the way is done.
import { expect, test } from "vitest";
import { JOBS, titleOf } from "../../src/flow/job-names.ts";
import { jobTable } from "../../src/flow/job-table.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";

const START = "2026-01-01T00:00:00.000Z";

test("a frozen clock starts at block 0 and moves by durations and to instants", async () => {
  const sandbox = await aSandbox();
  expect(await sandbox.control("GET", "/clock")).toMatchObject({ now: START, mode: "frozen", next_due: [] });
  const steps: readonly (readonly [object, string])[] = [
    [{ by: "90s" }, "2026-01-01T00:01:30.000Z"],
    [{ by: 500 }, "2026-01-01T00:01:30.500Z"],
    [{ by: "1h30m" }, "2026-01-01T01:31:30.500Z"],
    [{ to: "2026-01-04T01:00:00+01:00" }, "2026-01-04T00:00:00.000Z"],
    [{ to: "2026-01-04T00:00:00Z" }, "2026-01-04T00:00:00.000Z"],
    [{ by: 0 }, "2026-01-04T00:00:00.000Z"],
  ];
  let from = START;
  for (const [body, to] of steps) {
    expect(await sandbox.control("POST", "/clock/advance", body)).toMatchObject({ from, to });
    from = to;
  }
});

test("the past, a jump over ten years, and anything but one of by, to and next are refused and leave the clock unchanged", async () => {
  const sandbox = await aSandbox();
  const refused = [
    { to: "2025-12-31T23:59:59.999Z" },
    { to: "2036-01-01T00:00:00Z" },
    { to: "2026-02-30T00:00:00Z" },
    { to: "2026-02-01T00:00:00" },
    { by: -1 },
    { by: 1.5 },
    { by: "3651d" },
    { by: "1h", to: "2026-02-01T00:00:00Z" },
    { by: "1h", next: 1 },
    { next: 0 },
    { next: 101 },
    { next: 1.5 },
    { next: "1" },
    {},
  ];
  for (const body of refused) {
    expect((await sandbox.admin("POST", "/clock/advance", body)).status, JSON.stringify(body)).toBe(400);
  }
  expect(await sandbox.control("POST", "/clock/advance", { by: "3650d" })).toMatchObject({
    from: START,
    to: "2035-12-30T00:00:00.000Z",
  });
});

test("next goes to the instant of the Nth planned work, as one act, and no further than work is planned", async () => {
  const sandbox = await aSandbox();
  const next = (count: number): Promise<any> => sandbox.control("POST", "/clock/advance", { next: count });
  expect(await next(1)).toMatchObject({ from: START, to: START, ran: [] });
  const receiver = await aReceiver(() => 503);
  await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  const { to, ran, summary } = await next(1);
  expect([to, ran.length, summary.webhook_attempts_failed]).toEqual(["2026-01-01T00:00:10.000Z", 1, 1]);
  expect((await next(2)).to).toBe("2026-01-01T00:01:10.000Z");
  const last = await next(100);
  expect([last.to, last.ran.length]).toEqual(["2026-01-01T00:05:10.000Z", 2]);
  expect((await sandbox.control("GET", "/status")).counts).toMatchObject({ deliveries_due: 0, deliveries_dead: 1 });
  expect(await next(1)).toMatchObject({ from: last.to, to: last.to, ran: [] });
});

test("work is done at its own instant: a receiver that is down is retried on the schedule", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver((number) => (number < 3 ? 503 : 200));
  await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  await sandbox.control("POST", "/run-until-idle", {});
  const { next_due } = await sandbox.control("GET", "/clock");
  expect(next_due).toMatchObject([{ at: "2026-01-01T00:00:10.000Z", what: "deliver" }]);
  const { ran } = await sandbox.control("POST", "/clock/advance", { by: "1m" });
  expect(ran.map(({ at }: { at: string }) => at)).toEqual(["2026-01-01T00:00:10.000Z", "2026-01-01T00:00:30.000Z"]);
  expect(receiver.received).toHaveLength(3);
});

test("run-until-idle does what is due, and with advance goes from one due job to the next within its limit", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver(() => 500);
  await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  const here = await sandbox.control("POST", "/run-until-idle");
  expect(here).toMatchObject({ clock: { now: START }, pending: [{ at: "2026-01-01T00:00:10.000Z", what: "deliver" }] });
  const near = await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "30s" });
  expect(near).toMatchObject({
    clock: { now: "2026-01-01T00:00:30.000Z" },
    pending: [{ at: "2026-01-01T00:01:10.000Z" }],
  });
  const far = await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(far).toMatchObject({ clock: { now: "2026-01-01T00:05:10.000Z" }, pending: [] });
  expect(receiver.received).toHaveLength(6);
});

test("resume lets the clock run from its present time, freeze stops it again", async () => {
  const sandbox = await aSandbox();
  expect(await sandbox.control("POST", "/clock/resume", {})).toMatchObject({ mode: "running" });
  const { mode, now } = await sandbox.control("POST", "/clock/freeze");
  expect(mode).toBe("frozen");
  expect(now >= START && now < "2026-01-01T01:00:00.000Z").toBe(true);
  expect((await sandbox.control("GET", "/clock")).now).toBe(now);
});

test("two time travels at once run one after the other", async () => {
  const sandbox = await aSandbox();
  const journeys = await Promise.all([1, 2, 3].map(() => sandbox.control("POST", "/clock/advance", { by: "1h" })));
  expect(journeys.map(({ to }) => to).toSorted()).toEqual([
    "2026-01-01T01:00:00.000Z",
    "2026-01-01T02:00:00.000Z",
    "2026-01-01T03:00:00.000Z",
  ]);
});

test("the agenda names as much of the planned work as is asked for, soonest first", async () => {
  const sandbox = await aSandbox();
  for (const network of ["ethereum", "base", "bsc"])
    await sandbox.control("PUT", `/networks/${network}/mining`, {
      mode: "interval",
      block_time: "10s",
      empty_blocks: 3,
    });
  const agenda = async (query: string): Promise<any[]> => (await sandbox.control("GET", `/clock${query}`)).next_due;
  expect(await agenda("")).toHaveLength(3);
  expect(await agenda("?limit=2")).toEqual((await agenda("?limit=200")).slice(0, 2));
  for (const limit of ["0", "201", "x"]) expect((await sandbox.admin("GET", `/clock?limit=${limit}`)).status).toBe(400);
});

test("each job that can be planned has a title in words, each another one; what is no job keeps its name", () => {
  const jobs = Object.keys(jobTable({ start: () => {} } as never));
  expect([...JOBS].toSorted()).toEqual(jobs.toSorted());
  const titles = jobs.map(titleOf);
  expect(new Set(titles).size).toBe(jobs.length);
  for (const title of titles) expect(title).toMatch(/^[a-z]+ .*[a-z]$/);
  expect(["block", "event deposit.new"].map(titleOf)).toEqual(["block", "event deposit.new"]);
});
