// What is planned for some records, as marks of a timeline.
import { plannedFor } from "../../domain/record/timeline-store.ts";
import type { World } from "../../domain/world.ts";
import { JOBS, titleOf } from "../../flow/job-names.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { Mark } from "./timeline-items.ts";

/** Plans that are shown. */
const MOST = 1_000;

/** The agenda: what will be done for the records, their attempts and their deliveries, and when. */
export function agendaMarks({ db }: World, refs: readonly string[]): Mark[] {
  return plannedFor(db, JOBS, refs, MOST).map(({ due_at, job, ref }) => ({
    ...{
      at: isoTime(due_at),
      lane: "plan" as const,
      what: job,
      title: `${titleOf(job)}${aboutText(ref)}`,
      detail: null,
    },
    ...(job === "deliver" ? { delivery_id: Number(ref) } : {}),
    ref: { kind: "job", id: ref },
  }));
}

/** Deliveries and attempts have numbers, delegations a network; of a record the timeline itself says which. */
function aboutText(ref: string): string {
  const [, network] = ref.split("/");
  if (network !== undefined) return ` on ${network}`;
  return /^\d+$/.test(ref) ? ` (${ref})` : "";
}
