// What the request log, the recorder and the header of contract testing cost a read, in one run: all of them on, and all of them off.
import { concurrently, openClient } from "../measure/client.ts";
import { alternate, type Subject } from "../measure/rounds.ts";
import { cpuMs, detailsOf, type Part } from "../report/report.ts";
import { type Sandbox, startSandboxOf } from "../subjects/sandbox.ts";
import type { Context } from "./context.ts";

const CONNECTIONS = 16;
const LISTS = 1_500;
const DEPOSITS = 20;

/** With the recorder off a request names a client of ours: these are not counted. */
const OFF = { flags: ["--request-log", "0", "--no-provenance-header"], headers: { "x-sandbox-client": "cli" } };

export async function benchContract({ versions, rounds, say }: Context): Promise<Part> {
  const [present] = versions;
  if (present === undefined) throw new Error("there is no version to measure");
  say(`${rounds} × ${LISTS} lists of 20, with and without request log, recorder and provenance`);
  const [on, off] = [await startSandboxOf(present), await startSandboxOf(present, OFF.flags)];
  try {
    for (const sandbox of [on, off]) await fill(sandbox);
    const measured = await alternate([lists(on, "on", {}), lists(off, "off", OFF.headers)], rounds);
    const [with_, without] = measured.map(cpuMs);
    const ratio = with_ === undefined || without === undefined ? undefined : with_ / without;
    return {
      findings: { contract: { now: with_, ratio, note: "CPU ms a list of 20 beside all of it switched off" } },
      details: detailsOf("list of 20, contract testing on and off", "/s", measured),
      rows: [],
    };
  } finally {
    await on.stop();
    await off.stop();
  }
}

async function fill({ admin, post }: Sandbox): Promise<void> {
  await post("/wallets", { owner: "bench", network_symbol: "base" });
  for (let number = 0; number < DEPOSITS; number += 1)
    await admin("/deposits", { network: "base", asset: "USDC", amount: "1", owner: "bench" });
}

function lists({ pid, ready }: Sandbox, name: string, headers: Readonly<Record<string, string>>): Subject {
  return {
    ...{ name, pid },
    async run(timed) {
      const client = openClient(ready.api_base_url, CONNECTIONS);
      const read = { method: "GET" as const, path: "/deposits?limit=20", key: ready.api_key, headers };
      await client.send(read);
      await timed(() => concurrently(LISTS, CONNECTIONS, () => client.send(read)));
      await client.close();
      return LISTS;
    },
  };
}
