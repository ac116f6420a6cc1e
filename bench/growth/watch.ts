// Measurements of the growth run: process samples, file sizes, page reads, and a webhook receiver and a stream reader as load.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Sample } from "./probe.ts";
import { type BenchServer, call } from "./server.ts";

export const PROBE = ["--expose-gc", "--import", new URL("probe.ts", import.meta.url).href] as const;

/** Asks a probed process for a sample. */
export async function sampleOf(child: ChildProcess): Promise<Sample> {
  const answer = once(child, "message");
  child.send("sample");
  const [sample] = (await answer) as [Sample];
  return sample;
}

/** CPU ms that a probed process has used; unlike wall time hardly affected by other processes. */
export async function cpuOf(child: ChildProcess): Promise<number> {
  const answer = once(child, "message");
  child.send("cpu");
  const [{ cpuMs }] = (await answer) as [Pick<Sample, "cpuMs">];
  return cpuMs;
}

/** Starts a process that does nothing: its event-loop delay is what the machine adds. */
export function startIdleProcess(): ChildProcess {
  const stdio = ["ignore", "ignore", "inherit", "ipc"] as const;
  return spawn(process.execPath, [...PROBE, "-e", "setInterval(() => {}, 1e6)"], { stdio: [...stdio] });
}

/** Bytes of the world's database and of its write-ahead log. */
export function filesOf(folder: string): { database: number; wal: number; path: string } {
  const names = readdirSync(folder).filter((name) => /^world-\d+\.sqlite$/.test(name));
  const path = join(folder, names.at(-1) ?? "");
  const size = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return { database: size(path), wal: size(`${path}-wal`), path };
}

const TIMES = 50;

/** Waits until a probed process has used less than a tenth of a core for a while; at most ten seconds. */
async function untilQuiet(child: ChildProcess): Promise<void> {
  for (let time = 0; time < 50; time += 1) {
    const before = await cpuOf(child);
    await new Promise((resolve) => setTimeout(resolve, 200));
    if ((await cpuOf(child)) - before < 20) return;
  }
}

/** CPU ms of one read of the first and of the last page of the unified transactions. */
export async function pagesOf({ ready, child }: BenchServer): Promise<{ first: number; last: number }> {
  type Page = { pagination: { total_pages: number } };
  const read = async (page: number): Promise<Page> => {
    const url = `${ready.api_base_url}/transactions?limit=20&page=${page}`;
    const response = await fetch(url, { headers: { "x-api-key": ready.api_key } });
    const body = (await response.json()) as Page;
    if (!response.ok) throw new Error(`page ${page}: ${response.status} ${JSON.stringify(body)}`);
    return body;
  };
  const once = async (page: number): Promise<number> => {
    // After a load the invariants are checked for a while: runs right after each other would all contain that work.
    await untilQuiet(child);
    const before = await cpuOf(child);
    for (let time = 0; time < TIMES; time += 1) await read(page);
    return ((await cpuOf(child)) - before) / TIMES;
  };
  // The process has other work at times: the minimum of several runs is the cost of the page.
  const cost = async (page: number): Promise<number> => Math.min(await once(page), await once(page), await once(page));
  const { pagination } = await read(1);
  return { first: await cost(1), last: await cost(Math.max(1, pagination.total_pages)) };
}

/** Reads lists every second while the load runs. */
export function readMeanwhile({ ready }: BenchServer): { stop(): void } {
  const headers = { "x-api-key": ready.api_key };
  const lists = ["transactions", "deposits", "transfer/payout"];
  const readAll = (): void => {
    for (const list of lists)
      void fetch(`${ready.api_base_url}/${list}?limit=20`, { headers }).then(
        (answer) => answer.text(),
        () => {},
      );
  };
  const timer = setInterval(readAll, 1_000);
  return { stop: () => clearInterval(timer) };
}

/** A webhook receiver and a reader of the event stream, both fast; `summary` says how much each received. */
export async function listeners({ ready }: BenchServer): Promise<{ summary(): string; close(): void }> {
  let [webhooks, events] = [0, 0];
  const receiver = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.end());
    webhooks += 1;
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const event_types = ["deposit.confirmed", "transaction.confirmed", "uda.settlement.completed"];
  const endpoints = `${ready.admin_url}/tenants/${ready.tenant_id}/webhook-endpoints`;
  await call(endpoints, { method: "POST", body: { url, event_types } });
  const abort = new AbortController();
  const stream = await fetch(`${ready.admin_url}/events/stream`, { signal: abort.signal });
  const reader = stream.body?.getReader();
  void (async () => {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      events += Buffer.from(part.value).toString().split("\ndata: ").length - 1;
    }
  })().catch(() => {});
  return {
    summary: () => `${webhooks} webhooks and ${events} stream events were received`,
    close() {
      abort.abort();
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}
