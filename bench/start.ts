// Time from starting the command to the first 200 of the service.
import { startServer } from "./server.ts";
import { percentile, type Row } from "./table.ts";

export async function benchStart(times: number): Promise<Row[]> {
  const samples: number[] = [];
  for (let run = 0; run < times; run += 1) {
    const begun = performance.now();
    const server = await startServer();
    const response = await fetch(`${server.ready.api_base_url}/vault`, {
      headers: { "x-api-key": server.ready.api_key },
    });
    if (response.status !== 200) throw new Error(`first request: ${response.status}`);
    samples.push(performance.now() - begun);
    await server.stop();
  }
  return [
    { what: "start to first 200, first of all", value: samples[0] ?? Number.NaN, unit: "ms" },
    { what: "start to first 200, median", value: percentile(samples, 0.5), unit: "ms" },
  ];
}
