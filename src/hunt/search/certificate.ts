// The certificate of a story: each step left out, and for short stories every subset (U-42).
import type { HuntStep } from "../plan/step.ts";
import type { Certificate, Rate } from "../report.ts";

/** Stories of up to so many steps are compared with all of their subsets. */
const ALL_SUBSETS = 6;

export type CertificateTask = {
  readonly steps: readonly HuntStep[];
  /** How often the story is played without one of its steps. */
  readonly repetitions: number;
  /** How often a subset is played: once, if the story fails every time. */
  readonly tries: number;
  /** How often the plan fails in the same way. Worlds that were played of it before count. */
  rate(steps: readonly HuntStep[], of: number): Promise<Rate>;
  /** Whether one of `tries` worlds fails in the same way; those that were played before count. */
  fails(steps: readonly HuntStep[], tries: number): Promise<boolean>;
  mayGoOn(): boolean;
};

export async function certify({
  steps,
  repetitions,
  tries,
  rate,
  fails,
  mayGoOn,
}: CertificateTask): Promise<Certificate> {
  const without: Rate[] = [];
  for (const index of steps.keys()) {
    if (!mayGoOn()) return { kind: "not proven", without, why: "time was up" };
    without.push(await rate(steps.toSpliced(index, 1), repetitions));
  }
  const likelier = without.flatMap(({ failed }, index) => (failed > 0 ? [index + 1] : []));
  if (likelier.length > 0)
    return {
      kind: "not proven",
      without,
      why: `it fails now and then without step ${likelier.join(", ")}, which makes it likelier`,
    };
  if (steps.length > ALL_SUBSETS) return { kind: "minimal", without, why: null };
  for (const subset of smallerSubsets(steps)) {
    if (!mayGoOn()) return { kind: "minimal", without, why: "time was up before all subsets were tried" };
    if (await fails(subset, tries)) return { kind: "minimal", without, why: `${subset.length} of its steps fail too` };
  }
  return { kind: "smallest", without, why: null };
}

/** Subsets with at least two steps less, none empty: those with one less are known. Short ones first. */
export function smallerSubsets(steps: readonly HuntStep[]): HuntStep[][] {
  const found: HuntStep[][] = [];
  for (let mask = 1; mask < 2 ** steps.length; mask += 1) {
    const subset = steps.filter((_, index) => (mask >> index) & 1);
    if (subset.length <= steps.length - 2) found.push(subset);
  }
  return found.toSorted((a, b) => a.length - b.length);
}
