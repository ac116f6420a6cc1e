// Duration of snapshot, restore and reset of a small world, over HTTP.
import { type BenchServer, call } from "./server.ts";
import { percentile, type Row } from "./table.ts";

const TIMES = 20;

/** Twenty deposits on two networks; two more before every restore, so that each one has something to undo. */
export async function benchSnapshots({ ready }: BenchServer): Promise<Row[]> {
  const admin = <T>(path: string, body: unknown = {}): Promise<T> =>
    call<T>(`${ready.admin_url}${path}`, { method: "POST", body });
  const deposit = (network: string): Promise<unknown> =>
    admin("/deposits", { network, asset: "USDC", amount: "1", to_address: `0x${"be".repeat(20)}` });
  await admin("/reset");
  for (let index = 0; index < 10; index += 1) for (const network of ["base", "polygon"]) await deposit(network);
  const samples = { snapshot: [] as number[], restore: [] as number[], reset: [] as number[] };
  const timed = async <T>(what: keyof typeof samples, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    samples[what].push(performance.now() - begun);
    return result;
  };
  for (let time = 0; time < TIMES; time += 1) {
    const { id } = await timed("snapshot", () => admin<{ id: string }>("/snapshots"));
    for (const network of ["base", "polygon"]) await deposit(network);
    await timed("restore", () => admin(`/snapshots/${id}/restore`));
    await call(`${ready.admin_url}/snapshots/${id}`, { method: "DELETE" });
  }
  for (let time = 0; time < TIMES; time += 1) {
    await deposit("base");
    await timed("reset", () => admin("/reset"));
  }
  return Object.entries(samples).map(([what, values]) => ({
    what: `${what} of a small world, median`,
    value: percentile(values, 0.5),
    unit: "ms",
  }));
}
