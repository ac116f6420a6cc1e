// Real transfers from the sandbox's own accounts: the faucet that mints, and the payers of deposits made on request.
import { type Chain, type Hex, RpcError } from "../chains/chain.ts";
import { encodeMint } from "../chains/token.ts";
import type { Plan } from "../domain/attempt/attempt.ts";
import type { Asset } from "../domain/network/network.ts";
import { Problem } from "../kernel/problem.ts";
import type { FlowParts } from "./parts.ts";
import { type Call, planCall, transferCall } from "./plan.ts";
import { FAUCET_PATH, PAYER_PATHS } from "./routing.ts";

/** `faucet` makes tokens anew (native coin comes from its store); `payer` moves what it holds. `raw` in base units. */
export type FundsOrder = {
  asset: Asset;
  raw: bigint;
  to: string;
  kind: "faucet" | "payer";
  /** Which of `PAYER_PATHS` pays; the first one without it. */
  payer?: string;
};

export class Funds {
  readonly #parts: FlowParts;

  constructor(parts: FlowParts) {
    this.#parts = parts;
  }

  /** Signs and submits the transfer; answers its hash once it is in the pool. Throws `RpcError`. */
  async transfer(order: FundsOrder): Promise<Hex> {
    const { chains, accountAt } = this.#parts;
    const chain = chains.get(order.asset.network);
    const account = accountAt(order.kind === "faucet" ? FAUCET_PATH : (order.payer ?? PAYER_PATHS[0]));
    const plan = await planCall(chain, callOf(order, account.address.toLowerCase()));
    const nonce = await chain.freeNonce(account.address);
    const raw = await account.signTransaction({ ...unsigned(chain, plan), nonce, type: "eip1559" });
    return chain.submit(raw);
  }
}

function callOf({ asset, raw, to, kind }: FundsOrder, from: string): Call {
  if (kind === "faucet" && !asset.native) return { from, to: asset.key, value: 0n, data: encodeMint(to, raw) };
  return transferCall({ asset: asset.key, from, to, raw });
}

function unsigned(chain: Chain, plan: Plan) {
  return {
    chainId: chain.definition.eip155_id,
    to: plan.to as Hex,
    value: BigInt(plan.value),
    data: plan.data as Hex,
    gas: BigInt(plan.gas),
    maxFeePerGas: BigInt(plan.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(plan.maxPriorityFeePerGas),
  };
}

/** Throws what a chain refused as the client's mistake that it is, anything else as it came. */
export function toldAsProblem(error: unknown): never {
  if (!(error instanceof RpcError)) throw error;
  throw new Problem("invalidRequest", `the chain refused the transfer: ${error.message}`);
}
