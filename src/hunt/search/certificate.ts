// The certificate of a story: each step left out, and for short stories every subset (U-42).
import type { HuntStep } from "../plan/step.ts";
import type { Certificate, Rate } from "../report.ts";

/** Stories of up to so many steps are compared with all of their subsets. */
const ALL_SUBSETS = 6;
/** Worlds of a part of a story that failed too. */
export const PART_RUNS = 6;

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

/** `parts`: smaller plans of the same steps that failed too, those first that failed most; a search may go on from them. */
export type Certified = {
  readonly certificate: Certificate;
  readonly parts: readonly (readonly HuntStep[])[];
};

export async function certify(task: CertificateTask): Promise<Certified> {
  const { steps, repetitions, rate, mayGoOn } = task;
  const without: Rate[] = [];
  for (const index of steps.keys()) {
    if (!mayGoOn()) return { certificate: { ...notProven(false), without }, parts: [] };
    without.push(await rate(steps.toSpliced(index, 1), repetitions));
  }
  const likelier = [...without.keys()].filter((index) => (without[index]?.failed ?? 0) > 0);
  if (likelier.length === 0) return comparedWithSubsets(task, without);
  // How much likelier it makes it takes more than a look or two.
  for (const index of likelier)
    if (mayGoOn()) without[index] = await rate(steps.toSpliced(index, 1), Math.max(repetitions, PART_RUNS));
  const names = likelier.map((index) => index + 1).join(", ");
  const why = `it fails now and then without step ${names}, which makes it likelier`;
  const share = (index: number): number => (without[index]?.failed ?? 0) / (without[index]?.of ?? 1);
  const parts = likelier.toSorted((a, b) => share(b) - share(a)).map((index) => steps.toSpliced(index, 1));
  return { certificate: { kind: "not proven", without, why }, parts };
}

/** What is said of a story whose search did not come to its end. */
export function notProven(isInterrupted: boolean): Certificate {
  return { kind: "not proven", without: [], why: isInterrupted ? "it was interrupted" : "time was up" };
}

/** No single step of the story can be left out; perhaps several can. */
async function comparedWithSubsets(
  { steps, tries, fails, mayGoOn }: CertificateTask,
  without: readonly Rate[],
): Promise<Certified> {
  const minimal = (why: string | null): Certificate => ({ kind: "minimal", without, why });
  if (steps.length > ALL_SUBSETS) return { certificate: minimal(null), parts: [] };
  for (const subset of smallerSubsets(steps)) {
    if (!mayGoOn()) return { certificate: minimal("time was up before all subsets were tried"), parts: [] };
    if (await fails(subset, tries))
      return { certificate: minimal(`${subset.length} of its steps fail too`), parts: [subset] };
  }
  return { certificate: { kind: "smallest", without, why: null }, parts: [] };
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
