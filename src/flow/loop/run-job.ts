// Runs a due job; one that throws is rescheduled, so that it does not block the rest.
import { StorageFault } from "../../db/storage-fault.ts";
import { type AgendaRow, schedule } from "../../domain/agenda.ts";
import { AssertionFailure } from "../../kernel/assert.ts";
import { noInstrument } from "../../kernel/instrumentation.ts";
import type { FlowDependencies } from "../dependencies.ts";
import type { Job } from "../job-table.ts";

/** Virtual ms until a job that threw is retried. */
const AFTER_MISTAKE_MS = 30_000;

export async function runJob(
  dependencies: FlowDependencies,
  jobs: Readonly<Record<string, Job>>,
  row: AgendaRow,
): Promise<void> {
  const job = jobs[row.job];
  if (job === undefined) throw new AssertionFailure("the agenda names a job that there is", { job: row.job });
  const { world, log, wall, instrument = noInstrument } = dependencies;
  const began = wall.monotonic();
  let ok = true;
  try {
    await job(dependencies, row.ref);
  } catch (error) {
    // The job stays due: the loop retries it as soon as storage works again.
    if (error instanceof StorageFault) throw error;
    ok = false;
    log.error({ error, job: row.job, ref: row.ref }, "a job failed with an internal error; it is retried");
    world.db.transaction(() => schedule(world.db, row.job, row.ref, world.clock.now() + AFTER_MISTAKE_MS));
  }
  instrument({ what: "job", job: row.job, ref: row.ref, ok, ms: wall.monotonic() - began });
}
