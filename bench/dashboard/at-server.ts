// What the page asks of a sandbox with very many events and deliveries: lists, search, timeline, the change stream, and an idle page's cost.
import { setTimeout as wait } from "node:timers/promises";
import type { Limit } from "../growth/limit.ts";
import { openClient } from "../measure/client.ts";
import { cpuBetween, readCpu } from "../measure/cpu.ts";
import { percentile } from "../measure/percentile.ts";
import type { Sandbox } from "../subjects/sandbox.ts";
import type { LongStory } from "./long-story.ts";

const TIMES = 40;
/** Answers of a server at 100,000 deliveries, ms. */
const MOST_MS = 50;

/** Every list, the search and a timeline; the slowest of each kind counts by its median. */
export async function measureAnswers({ ready }: Sandbox, { events, wallet }: LongStory): Promise<Limit[]> {
  const paths: Readonly<Record<string, string>> = {
    "events, newest": "/events?order=newest&deliveries=true&limit=100",
    "events, in the middle": `/events?order=newest&deliveries=true&limit=100&before=${Math.floor(events / 2)}`,
    "events, oldest": "/events?order=oldest&deliveries=true&limit=100",
    "events of a tenant that has none": "/events?order=newest&limit=100&tenant_id=00000000-0000-7000-8000-000000000000",
    "deliveries, newest": "/deliveries?order=newest&limit=100",
    "deliveries, dead": "/deliveries?order=newest&state=dead&limit=100",
    "deliveries, delivered, of a tenant that has none":
      "/deliveries?order=newest&state=delivered&limit=100&tenant_id=00000000-0000-7000-8000-000000000000",
    "search by an id": `/search?q=${wallet.slice(0, 13)}`,
    "search by an owner": "/search?q=bench",
    "timeline of a record": `/records/${wallet}/timeline`,
    status: "/status",
  };
  const client = openClient(ready.admin_url);
  const limits: Limit[] = [];
  for (const [what, path] of Object.entries(paths)) {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const began = performance.now();
      await client.send({ method: "GET", path });
      times.push(performance.now() - began);
    }
    limits.push({ what: `${what}, ms (median)`, value: percentile(times, 0.5), limit: MOST_MS });
  }
  await client.close();
  return limits;
}

const BUSY_MS = 10_000;
const COMMITS = 1_000;

/**
 * Commits for ten seconds, 1,000 a second where the machine can. Rates are the cheapest to write; one commit of a hundred changes the name of
 * the tenant, which every screen shows. Returns how many a second were reached.
 */
export async function commitMuch({ ready }: Sandbox): Promise<number> {
  const client = openClient(ready.admin_url);
  const began = performance.now();
  let done = 0;
  while (performance.now() - began < BUSY_MS) {
    const calls = Array.from({ length: COMMITS / 10 }, (_, index) =>
      index === 0
        ? { method: "PATCH", path: `/admin/tenants/${ready.tenant_id}`, body: { name: `Bench ${done}` } }
        : { method: "PUT", path: "/admin/rates", body: { USDC: `1.0${index}` } },
    );
    await client.send({ method: "POST", path: "/batch", body: JSON.stringify({ calls }) });
    done += calls.length;
    // Not more than 1,000 a second.
    await wait(Math.max(0, (done / COMMITS) * 1_000 - (performance.now() - began)));
  }
  const rate = (done / (performance.now() - began)) * 1_000;
  await client.close();
  return rate;
}

/** Messages of the change stream a second while `work` runs, which returns its commits a second. */
export async function measureMessages({ ready }: Sandbox, work: () => Promise<number>): Promise<Limit> {
  const end = new AbortController();
  const response = await fetch(`${ready.admin_url}/changes/stream`, { signal: end.signal });
  let count = 0;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) count += decoder.decode(chunk).split("event: change").length - 1;
  })().catch(() => undefined);
  const began = performance.now();
  const commits = await work();
  const seconds = (performance.now() - began) / 1_000;
  end.abort();
  await reading;
  return {
    what: "messages a second under these commits",
    value: count / seconds,
    limit: 10,
    note: `at ${Math.round(commits)} commits a second`,
  };
}

const IDLE_MS = 20_000;

/** CPU of the sandbox while an open page does nothing, beside a sandbox that nobody looks at: ms a second. */
export async function measureIdle({ pid }: Sandbox, alone: Sandbox): Promise<Limit[]> {
  // What came before has ended.
  await wait(3_000);
  const before = [readCpu(pid), readCpu(alone.pid)];
  await wait(IDLE_MS);
  const [open, nobody] = [cpuBetween(before[0], readCpu(pid)), cpuBetween(before[1], readCpu(alone.pid))];
  if (open === undefined || nobody === undefined) return [];
  const perSecond = ({ main, rest }: { main: number; rest: number }): number => ((main + rest) / IDLE_MS) * 1_000;
  const extra = perSecond(open) - perSecond(nobody);
  return [
    {
      ...{ what: "CPU of the sandbox for an idle page, ms a second", value: extra, limit: 2 },
      note: `${perSecond(open).toFixed(2)} with the page, ${perSecond(nobody).toFixed(2)} with nobody`,
    },
  ];
}
