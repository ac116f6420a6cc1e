// What the parts of a run hand over, and how their measurements become findings and details.
import type { Cpu } from "../measure/cpu.ts";
import { bestRate, leastCpu, lowest, type Measured, median } from "../measure/rounds.ts";
import type { Finding, GateId } from "./gates.ts";

/** One line of the details: best and median in `unit`, CPU ms of a unit of work in the round that used the least. */
export type Detail = {
  group: string;
  subject: string;
  unit: "/s" | "ms";
  best: number;
  median: number;
  cpu: Cpu | undefined;
  /** Why a peer was measured no further, or not at all. */
  failed?: string | undefined;
};

/** A measurement without a gate. */
export type Row = { what: string; value: number; unit: string };

export type Part = { findings: Partial<Record<GateId, Finding>>; details: Detail[]; rows: Row[] };

/** Measured subjects as details: rates from units a second, times from ms a unit. */
export function detailsOf(group: string, unit: "/s" | "ms", measured: readonly Measured[]): Detail[] {
  const value = (ms: number): number => (unit === "/s" ? 1_000 / ms : ms);
  return measured.map((one) => ({
    ...{ group, subject: one.subject, unit, cpu: leastCpu(one), failed: one.failed },
    ...{ best: value(lowest(one)), median: value(median(one)) },
  }));
}

/** `of` for what may not have been measured: `before`, a peer. */
export function maybe(measured: readonly Measured[], subject: string): Measured | undefined {
  return measured.find((one) => one.subject === subject);
}

/** The best rates of both versions, and what this one reaches of that of `against`. */
export function rateFinding(measured: readonly Measured[], against: string): Finding {
  return {
    ...timeFinding(measured, bestRate, against),
    // Half the CPU time for the same work is twice the rate.
    byCpu: divided(known(measured, against, cpuMs), known(measured, "now", cpuMs)),
  };
}

/** The times of both versions by `value`, and that of this one over that of `against`. */
export function timeFinding(
  measured: readonly Measured[],
  value: (one: Measured) => number | undefined,
  against = "before",
): Finding {
  const [now, before] = [known(measured, "now", value), known(measured, "before", value)];
  const reference = known(measured, against, value);
  return {
    ...{ now, before, ratio: divided(now, reference) },
    ...(against === "before" ? {} : { ratioBefore: divided(before, reference) }),
    byCpu: divided(known(measured, "now", cpuMs), known(measured, against, cpuMs)),
    ...failureNote(measured, against),
  };
}

function failureNote(measured: readonly Measured[], against: string): { note?: string } {
  const failed = maybe(measured, against)?.failed;
  return failed === undefined ? {} : { note: `${against} failed: ${failed}` };
}

function known(
  measured: readonly Measured[],
  subject: string,
  value: (one: Measured) => number | undefined,
): number | undefined {
  const found = maybe(measured, subject);
  return found && value(found);
}

/** CPU ms of a unit of work, all threads, in the round that used the least. */
export function cpuMs(measured: Measured): number | undefined {
  const cpu = leastCpu(measured);
  return cpu && cpu.main + cpu.rest;
}

/** The quotient, where both are known. */
export function divided(dividend: number | undefined, divisor: number | undefined): number | undefined {
  return dividend === undefined || divisor === undefined ? undefined : dividend / divisor;
}

/** All parts of a run as one. */
export function joined(parts: readonly Part[]): Part {
  return {
    findings: Object.assign({}, ...parts.map(({ findings }) => findings)),
    details: parts.flatMap(({ details }) => details),
    rows: parts.flatMap(({ rows }) => rows),
  };
}
