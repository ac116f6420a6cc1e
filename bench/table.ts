// The result table of the benchmarks, and percentiles.
export type Row = { what: string; value: number; unit: string };

export function printTable(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, value, unit } of rows) {
    const digits = unit === "ratio" ? 3 : value < 100 ? 1 : 0;
    process.stdout.write(`${what.padEnd(width)}  ${value.toFixed(digits).padStart(9)} ${unit}\n`);
  }
}

/** The value below which `share` (0…1) of the samples are. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
