// Reads of the service over keep-alive connections: a small record, and a list of twenty.
import { concurrently, openClient } from "../measure/client.ts";
import { alternate, type Subject } from "../measure/rounds.ts";
import { detailsOf, type Part, rateFinding } from "../report/report.ts";
import { type Sandbox, withSandboxes } from "../subjects/sandbox.ts";
import type { Context } from "./context.ts";

const CONNECTIONS = 16;
const RECORDS = 3_000;
const LISTS = 1_500;
const DEPOSITS = 20;

export function benchReads({ versions, rounds, say }: Context): Promise<Part> {
  return withSandboxes(versions, async (sandboxes) => {
    say(`${rounds} × ${RECORDS} small reads and ${LISTS} lists of 20`);
    for (const { admin, post } of sandboxes) {
      await post("/wallets", { owner: "bench", network_symbol: "base" });
      for (let number = 0; number < DEPOSITS; number += 1)
        await admin("/deposits", { network: "base", asset: "USDC", amount: "1", owner: "bench" });
    }
    const small = await alternate(
      sandboxes.map(reader(RECORDS, ({ vault_id }) => `/vault/${vault_id}/addresses`)),
      rounds,
    );
    const lists = await alternate(sandboxes.map(reader(LISTS, () => "/deposits?limit=20")), rounds);
    return {
      findings: { get: rateFinding(small, "before"), list: rateFinding(lists, "before") },
      details: [...detailsOf("GET of a small record", "/s", small), ...detailsOf("list of 20", "/s", lists)],
      rows: [],
    };
  });
}

/** Reads `count` times a round; every status is checked. */
function reader(count: number, path: (ready: Sandbox["ready"]) => string): (sandbox: Sandbox) => Subject {
  return ({ name, pid, ready }) => ({
    ...{ name, pid },
    async run(timed) {
      const client = openClient(ready.api_base_url, CONNECTIONS);
      const read = { method: "GET" as const, path: path(ready), key: ready.api_key };
      await client.send(read);
      await timed(() => concurrently(count, CONNECTIONS, () => client.send(read)));
      await client.close();
      return count;
    },
  });
}
