// The nodes: signed transfers one by one, and the cheapest read, beside `hardhat node` with the same client. One by one that is `fetch`,
// as viem and ethers send, and as the gates were set; many at a time it is a client that costs less than the servers.
import { addressOfSingleSender, NETWORK, signPlainTransfers } from "../load/transfers.ts";
import { type Client, concurrently, fetchClient, openClient, rpc } from "../measure/client.ts";
import { alternate, type Measured, reasonOf, type Subject } from "../measure/rounds.ts";
import { detailsOf, type Part, rateFinding } from "../report/report.ts";
import type { Peer } from "../subjects/peers.ts";
import { withSandboxes } from "../subjects/sandbox.ts";
import type { Context } from "./context.ts";

/** Reads a round: one after the other over one connection, then over many at once. */
const READS = 2_000;
const CONNECTIONS = 16;

/** What is measured, wherever it runs. */
type Node = { name: string; pid: number; url: string; isPeer?: boolean };

export async function benchRpc(context: Context): Promise<Part> {
  const peers: Peer[] = [];
  const failures: Measured[] = [];
  try {
    for (const { name, start } of context.nodes)
      try {
        peers.push(await start());
      } catch (error) {
        failures.push({ subject: name, samples: [], failed: reasonOf(error) });
      }
    return await withSandboxes(context.versions, (sandboxes) =>
      measure(context, failures, [
        ...peers.map((peer) => ({ ...peer, isPeer: true })),
        ...sandboxes.map(({ name, pid, ready }) => ({ name, pid, url: ready.rpc[NETWORK] ?? "" })),
      ]),
    );
  } finally {
    for (const peer of peers) await peer.stop();
  }
}

/** `failures`: the peers that could not be started. */
async function measure(
  { rounds, transfers, say }: Context,
  failures: readonly Measured[],
  nodes: readonly Node[],
): Promise<Part> {
  say(`${rounds} × ${transfers} transfers one by one over RPC`);
  const single = nodes.map((node) => ({ ...node, client: fetchClient(node.url) }));
  const many = nodes.map((node) => ({ ...node, client: openClient(node.url, CONNECTIONS) }));
  const of = async (subjects: readonly Subject[]): Promise<Measured[]> => [
    ...failures,
    ...(await alternate(subjects, rounds)),
  ];
  const sends = await of(await transferSubjects(single, rounds, transfers));
  say(`${rounds} × ${READS} eth_blockNumber, one by one and ${CONNECTIONS} at a time`);
  const reads = await of(single.map(reader(1)));
  const crowd = await of(many.map(reader(CONNECTIONS)));
  for (const { client } of many) await client.close();
  return {
    findings: { transfers: rateFinding(sends, "hardhat"), "block-number": rateFinding(reads, "hardhat") },
    details: [
      ...detailsOf("transfers one by one over RPC", "/s", sends),
      ...detailsOf("eth_blockNumber, one by one", "/s", reads),
      ...detailsOf(`eth_blockNumber, ${CONNECTIONS} at a time`, "/s", crowd),
    ],
    rows: [],
  };
}

/** The same transfers for every node: the chain ids and the funded accounts are the same. */
async function transferSubjects(
  nodes: readonly (Node & { client: Client })[],
  rounds: number,
  transfers: number,
): Promise<Subject[]> {
  const signed = await signPlainTransfers(0, rounds * transfers);
  return nodes.map(({ name, pid, client, isPeer = false }): Subject => {
    const run: Subject["run"] = async (timed, round) => {
      const last = (round + 1) * transfers;
      await timed(async () => {
        for (const raw of signed.slice(last - transfers, last)) await rpc(client, "eth_sendRawTransaction", [raw]);
        await untilMined(name, client, last);
      });
      return transfers;
    };
    return { name, pid, isPeer, run };
  });
}

/** A node that mines no transfer for so long has stopped. */
const PATIENCE_MS = 30_000;
/** Questions that follow each other at once; later ones leave a slow node time to mine. */
const EAGER_QUESTIONS = 20;

/** Some nodes answer before the block is mined. @throws Error when it never is */
async function untilMined(name: string, client: Client, transfers: number): Promise<void> {
  let [mined, since] = [-1, performance.now()];
  for (let asked = 1; ; asked += 1) {
    const nonce = Number(await rpc<string>(client, "eth_getTransactionCount", [addressOfSingleSender(), "latest"]));
    if (nonce >= transfers) return;
    if (nonce > mined) [mined, since] = [nonce, performance.now()];
    if (performance.now() - since > PATIENCE_MS)
      throw new Error(`${name} has mined ${nonce} of ${transfers} transfers, and none for ${PATIENCE_MS / 1_000} s`);
    if (asked > EAGER_QUESTIONS) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

function reader(workers: number): (node: Node & { client: Client }) => Subject {
  return ({ name, pid, client, isPeer = false }) => {
    const run: Subject["run"] = async (timed) => {
      await timed(() => concurrently(READS, workers, () => rpc(client, "eth_blockNumber")));
      return READS;
    };
    return { name, pid, isPeer, run };
  };
}
