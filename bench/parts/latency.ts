// From the start of eth_sendRawTransaction to the webhook deposit.confirmed, one transfer at a time, with a running clock.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Hex, keccak256 } from "viem";
import { LATENCY_SENDER, NETWORK, signTokenTransfers } from "../load/transfers.ts";
import { openClient, rpc } from "../measure/client.ts";
import { percentile } from "../measure/percentile.ts";
import { alternate, median, type Subject } from "../measure/rounds.ts";
import { detailsOf, maybe, type Part, timeFinding } from "../report/report.ts";
import { type Sandbox, withSandboxes } from "../subjects/sandbox.ts";
import type { Context } from "./context.ts";

export function benchLatency({ versions, samples, say }: Context): Promise<Part> {
  return withSandboxes(versions, async (sandboxes) => {
    say(`transfer → deposit.confirmed received, ${samples} times`);
    const arrivals = new Map<string, () => void>();
    const receiver = await startReceiver((transaction) => arrivals.get(transaction)?.());
    try {
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      const subjects: Subject[] = [];
      for (const sandbox of sandboxes) subjects.push(await latencySubject(sandbox, url, samples, arrivals));
      const measured = await alternate(subjects, samples);
      const p99 = percentile(
        (maybe(measured, "now")?.samples ?? []).map(({ wallMs }) => wallMs),
        0.99,
      );
      return {
        findings: { latency: timeFinding(measured, median) },
        details: detailsOf("transfer → deposit.confirmed received", "ms", measured),
        rows: [{ what: "transfer → deposit.confirmed received, p99", value: p99, unit: "ms" }],
      };
    } finally {
      receiver.closeAllConnections();
      await new Promise<void>((resolve) => receiver.close(() => resolve()));
    }
  });
}

async function latencySubject(
  { name, pid, ready, admin, post }: Sandbox,
  url: string,
  samples: number,
  arrivals: Map<string, () => void>,
): Promise<Subject> {
  await admin(`/tenants/${ready.tenant_id}/webhook-endpoints`, { url, event_types: ["deposit.confirmed"] });
  const { address } = await post<{ address: Hex }>("/wallets", { owner: "bench", network_symbol: NETWORK });
  const signed = await signTokenTransfers(LATENCY_SENDER, address, samples);
  const client = openClient(ready.rpc[NETWORK] ?? "");
  return {
    ...{ name, pid },
    async run(timed, round) {
      const raw = signed[round] as Hex;
      const arrived = new Promise<void>((resolve) => arrivals.set(keccak256(raw), resolve));
      await timed(async () => {
        await rpc(client, "eth_sendRawTransaction", [raw]);
        await arrived;
      });
      if (round === samples - 1) await client.close();
      return 1;
    },
  };
}

/** Calls back with the hash of the transaction of every deposit.confirmed, as soon as the whole request has arrived. */
async function startReceiver(confirmed: (transaction: string) => void): Promise<Server> {
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.end();
      const { type, payload } = JSON.parse(Buffer.concat(chunks).toString());
      if (type === "deposit.confirmed") confirmed(payload.tx_id);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  return receiver;
}
