// Sends signed deposits to a sandbox and makes sure that each of them is confirmed in the end.
import type { Hex } from "viem";
import { type Client, openClient } from "../measure/client.ts";
import type { Timed } from "../measure/rounds.ts";
import type { Sandbox } from "../subjects/sandbox.ts";
import { NETWORK, SENDERS } from "./transfers.ts";

/** How a round of transfers travels: many in one JSON-RPC batch, or one a request over a connection for each sender. */
export type Way = "batches" | "connections";

const BATCH = 50;

export class DepositLoad {
  readonly sandbox: Sandbox;
  readonly wallet: Hex;
  readonly #client: Client;
  #sent = 0;

  private constructor(sandbox: Sandbox, wallet: Hex) {
    this.sandbox = sandbox;
    this.wallet = wallet;
    this.#client = openClient(sandbox.ready.rpc[NETWORK] ?? "", SENDERS);
  }

  /** Creates the wallet that all deposits go to. */
  static async prepare(sandbox: Sandbox): Promise<DepositLoad> {
    const { address } = await sandbox.post<{ address: Hex }>("/wallets", { owner: "bench", network_symbol: NETWORK });
    return new DepositLoad(sandbox, address);
  }

  /** Sends and waits until nothing is due. Takes the time of that. @throws Error when a deposit is missing afterwards */
  async round(timed: Timed, raws: readonly Hex[], way: Way): Promise<number> {
    await timed(async () => {
      await (way === "batches" ? this.#inBatches(raws) : this.#overConnections(raws));
      await this.sandbox.admin("/run-until-idle");
    });
    this.#sent += raws.length;
    const query = `/transactions?to_address=${this.wallet}&status=confirmed&limit=1`;
    const { pagination } = await this.sandbox.get<{ pagination: { total_items: number } }>(query);
    if (pagination.total_items !== this.#sent)
      throw new Error(`${pagination.total_items} of ${this.#sent} deposits are confirmed`);
    return raws.length;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #inBatches(raws: readonly Hex[]): Promise<void> {
    for (let at = 0; at < raws.length; at += BATCH) await this.#send(raws.slice(at, at + BATCH));
  }

  /** The transfers are those of the senders in turn: each connection sends those of one, in the order of their nonces. */
  async #overConnections(raws: readonly Hex[]): Promise<void> {
    const connection = async (sender: number): Promise<void> => {
      for (let at = sender; at < raws.length; at += SENDERS) await this.#send(raws.slice(at, at + 1));
    };
    await Promise.all(Array.from({ length: SENDERS }, (_, sender) => connection(sender)));
  }

  async #send(raws: readonly Hex[]): Promise<void> {
    const calls = raws.map((raw, id) => ({ jsonrpc: "2.0", id, method: "eth_sendRawTransaction", params: [raw] }));
    const body = JSON.stringify(calls.length === 1 ? calls[0] : calls);
    const answers = JSON.parse(await this.#client.send({ method: "POST", path: "", body })) as Answer | Answer[];
    const refused = [answers].flat().find(({ error }) => error !== undefined);
    if (refused !== undefined) throw new Error(JSON.stringify(refused));
  }
}

type Answer = { error?: unknown };
