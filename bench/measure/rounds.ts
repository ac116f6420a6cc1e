// Measures several subjects in alternating rounds (A B A B), so that a machine that slows down for a while does so for all of them.
import { type Cpu, cpuBetween, readCpu } from "./cpu.ts";
import { percentile } from "./percentile.ts";

/** One round of one subject, in ms a unit of work; without `cpu` where the system does not say. */
export type Sample = { wallMs: number; cpu: Cpu | undefined };

/** `failed`: why a peer was measured no further, or not at all. */
export type Measured = { subject: string; samples: Sample[]; failed?: string };

/** Takes the time of the part of a round that counts: the rest of the round prepares or checks. */
export type Timed = (work: () => Promise<unknown>) => Promise<void>;

export type Subject = {
  name: string;
  /** Whose CPU time counts. */
  pid: number;
  /** Another program: when it fails that is said in its row, and the others are measured. */
  isPeer?: boolean;
  /** One round, counted from 0; answers how many units of work it did. */
  run(timed: Timed, round: number): Promise<number>;
};

/** Runs `rounds` rounds of every subject, the subjects in turn. @throws what a subject throws that is no peer */
export async function alternate(subjects: readonly Subject[], rounds: number): Promise<Measured[]> {
  const measured = subjects.map(({ name }): Measured => ({ subject: name, samples: [] }));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, subject] of subjects.entries()) {
      const own = measured[index];
      if (own !== undefined && own.failed === undefined) await addRound(own, subject, round);
    }
  return measured;
}

async function addRound(measured: Measured, subject: Subject, round: number): Promise<void> {
  try {
    measured.samples.push(await oneRound(subject, round));
  } catch (error) {
    if (subject.isPeer !== true) throw error;
    measured.failed = reasonOf(error);
  }
}

/** What went wrong, in one line; behind it why, where a client only says that it failed. */
export function reasonOf(error: unknown): string {
  const texts = [error, error instanceof Error ? error.cause : undefined]
    .filter((one) => one !== undefined)
    .map((one) => (one instanceof Error ? one.message : String(one)));
  return texts.join(": ").replace(/\s+/g, " ").trim();
}

async function oneRound({ name, pid, run }: Subject, round: number): Promise<Sample> {
  let [wallMs, cpu]: [number, Cpu | undefined] = [0, undefined];
  const units = await run(async (work) => {
    const before = readCpu(pid);
    const begun = performance.now();
    await work();
    wallMs = performance.now() - begun;
    cpu = cpuBetween(before, readCpu(pid));
  }, round);
  if (units <= 0 || wallMs === 0) throw new Error(`${name} has measured nothing`);
  return perUnit({ wallMs, cpu }, units);
}

/** A sample of the whole round as one of a unit of work. */
export function perUnit({ wallMs, cpu }: Sample, units: number): Sample {
  return { wallMs: wallMs / units, cpu: cpu && { main: cpu.main / units, rest: cpu.rest / units } };
}

/** The lowest wall time of a unit in ms; NaN without samples. */
export function lowest({ samples }: Measured): number {
  return samples.length === 0 ? Number.NaN : Math.min(...samples.map(({ wallMs }) => wallMs));
}

/** The median wall time of a unit in ms; NaN without samples. */
export function median({ samples }: Measured): number {
  return percentile(
    samples.map(({ wallMs }) => wallMs),
    0.5,
  );
}

/** The CPU ms of a unit in the round that used the least. */
export function leastCpu({ samples }: Measured): Cpu | undefined {
  const known = samples.map(({ cpu }) => cpu).filter((cpu) => cpu !== undefined);
  return known.toSorted((a, b) => a.main + a.rest - (b.main + b.rest))[0];
}

/** The quotients of two subjects: the median, and the quartiles around it. */
export type Quotient = { low: number; median: number; high: number };

/**
 * The CPU time of the first subject over that of the second, round by round: neighbours meet the same load of the machine, and a round
 * with a collection of garbage counts as it comes. `pairs`: the same two subjects in several runs. Undefined without CPU times.
 */
export function pairedCpu(pairs: readonly (readonly [Measured, Measured])[]): Quotient | undefined {
  const quotients = pairs.flatMap(([one, other]) =>
    one.samples.flatMap(({ cpu }, round) => {
      const beside = other.samples[round]?.cpu;
      return cpu === undefined || beside === undefined ? [] : [(cpu.main + cpu.rest) / (beside.main + beside.rest)];
    }),
  );
  if (quotients.length === 0) return undefined;
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => percentile(quotients, share));
  return { low, median, high } as Quotient;
}

/** Best units a second. */
export function bestRate(measured: Measured): number {
  return 1_000 / lowest(measured);
}

/** What a subject measured. @throws Error when it was not among them */
export function of(measured: readonly Measured[], subject: string): Measured {
  const found = measured.find((one) => one.subject === subject);
  if (found === undefined) throw new Error(`${subject} was not measured`);
  return found;
}
