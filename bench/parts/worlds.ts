// Worlds: restore and reset of a small one, a new tenant, and the second and later sandboxes of a process.
import { join } from "node:path";
import { alternate, lowest, type Measured, type Subject, type Timed } from "../measure/rounds.ts";
import { cpuMs, detailsOf, type Part, timeFinding } from "../report/report.ts";
import { ask, type Started, startProcess } from "../subjects/process.ts";
import { type Sandbox, withSandboxes } from "../subjects/sandbox.ts";
import type { Version } from "../subjects/versions.ts";
import type { Context } from "./context.ts";

const TIMES = 30;
const NETWORKS = ["base", "polygon"];

export async function benchWorlds(context: Context): Promise<Part> {
  const { restores, resets, tenants } = await withSandboxes(context.versions, (sandboxes) =>
    ofSandboxes(context, sandboxes),
  );
  context.say("second and later startSandbox() of a process");
  const seconds = await secondSandboxes(context.versions);
  return {
    findings: {
      restore: timeFinding(restores, lowest),
      "restore-cpu": timeFinding(restores, cpuMs),
      reset: timeFinding(resets, lowest),
      "reset-cpu": timeFinding(resets, cpuMs),
      tenant: timeFinding(tenants, lowest),
      second: timeFinding(seconds, lowest),
    },
    details: [
      ...detailsOf("restore of a small world", "ms", restores),
      ...detailsOf("reset of a small world", "ms", resets),
      ...detailsOf("new tenant", "ms", tenants),
      ...detailsOf("second startSandbox()", "ms", seconds),
    ],
    rows: [],
  };
}

type Worlds = { restores: Measured[]; resets: Measured[]; tenants: Measured[] };

/** Twenty deposits on two networks; two more before every restore, and one before every reset, so that there is something to undo. */
async function ofSandboxes({ say }: Context, sandboxes: readonly Sandbox[]): Promise<Worlds> {
  const subjects = (run: (sandbox: Sandbox, timed: Timed) => Promise<unknown>): Subject[] =>
    sandboxes.map((sandbox) => ({
      ...{ name: sandbox.name, pid: sandbox.pid },
      async run(timed) {
        await run(sandbox, timed);
        return 1;
      },
    }));
  say(`${TIMES} restores, resets and tenants`);
  for (const sandbox of sandboxes)
    for (let index = 0; index < 10; index += 1) for (const network of NETWORKS) await deposit(sandbox, network);
  const restores = await alternate(
    subjects(async (sandbox, timed) => {
      const { id } = await sandbox.admin<{ id: string }>("/snapshots");
      for (const network of NETWORKS) await deposit(sandbox, network);
      await timed(() => sandbox.admin(`/snapshots/${id}/restore`));
      await sandbox.delete(`/snapshots/${id}`);
    }),
    TIMES,
  );
  const resets = await alternate(
    subjects(async (sandbox, timed) => {
      await deposit(sandbox, "base");
      await timed(() => sandbox.admin("/reset"));
    }),
    TIMES,
  );
  let number = 0;
  const tenants = await alternate(
    subjects((sandbox, timed) => {
      number += 1;
      return timed(() => sandbox.admin("/tenants", { name: `bench ${number}` }));
    }),
    TIMES,
  );
  return { restores, resets, tenants };
}

function deposit({ admin }: Sandbox, network: string): Promise<unknown> {
  return admin("/deposits", { network, asset: "USDC", amount: "1", to_address: `0x${"be".repeat(20)}` });
}

const SECOND = join(import.meta.dirname, "../subjects/second-sandbox.ts");

/** A process for each version has started and stopped one sandbox; each sample is another in the same process. */
async function secondSandboxes(versions: readonly Version[]): Promise<Measured[]> {
  const processes: { name: string; started: Started }[] = [];
  try {
    for (const { name, testing } of versions) {
      const started = await startProcess([process.execPath, SECOND, testing], /^ready$/, { ipc: true });
      processes.push({ name, started });
    }
    const subjects = processes.map(({ name, started }): Subject => {
      const run: Subject["run"] = async (timed) => {
        await timed(() => ask(started, "start"));
        await ask(started, "stop");
        return 1;
      };
      return { name, pid: started.pid, run };
    });
    return await alternate(subjects, TIMES);
  } finally {
    for (const { started } of processes) await started.stop();
  }
}
