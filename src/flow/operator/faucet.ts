// Transfers of the sandbox's own accounts: the faucet, which owns the tokens, and the payers of requested deposits.
import type { PrivateKeyAccount } from "viem/accounts";
import { type Chain, type Hex, RpcError } from "../../chains/chain.ts";
import { encodeMint } from "../../chains/token.ts";
import type { UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import type { Asset } from "../../domain/network/network.ts";
import { required } from "../../kernel/assert.ts";
import { Problem } from "../../kernel/problem.ts";
import { buildTransaction, type Call, transferCall } from "../attempts/build-transaction.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { FAUCET_PATH, PAYER_PATHS } from "../settlements/route-accounts.ts";
import { demandBalance } from "./demand-balance.ts";
import { assertPossible, type TokenAdminCall, tokenCall } from "./token-admin.ts";
import { type Leg, planLegs } from "./transfer-legs.ts";

/** `faucet` mints tokens (native coin comes from its balance); `payer` transfers what it holds. `raw` in base units. */
export type FaucetInput = {
  asset: Asset;
  raw: bigint;
  to: string;
  kind: "faucet" | "payer";
  /** A token that cannot be minted: the faucet sends of its own stock. */
  fromStock?: boolean;
  /** Which of `PAYER_PATHS` pays; default the first. */
  payer?: string;
};

/** Transfers of a payer (one of `PAYER_PATHS`) in one transaction, at least one, all on one network. */
export type LegsInput = { legs: readonly Leg[]; payer: string };

export function networkOf(input: FaucetInput | LegsInput): string {
  return "legs" in input ? required(input.legs[0], "a leg").asset.network : input.asset.network;
}

export class Faucet {
  readonly #dependencies: FlowDependencies;

  constructor(dependencies: FlowDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Signs and submits the transfer; returns its hash once it is in the pool. A payment that would revert for another reason than money,
   * such as a paused token, is sent and reverts, as a customer's would; a mint is not. Throws `RpcError`, or Problem where the account holds
   * too little.
   */
  async transfer(input: FaucetInput | LegsInput): Promise<Hex> {
    const { chains, accountAt } = this.#dependencies;
    const chain = chains.get(networkOf(input));
    if ("legs" in input) return this.#transferLegs(chain, accountAt(input.payer), input.legs);
    const { kind, payer = PAYER_PATHS[0] } = input;
    const account = accountAt(kind === "faucet" ? FAUCET_PATH : payer);
    const from = account.address.toLowerCase();
    const plan = await buildTransaction(chain, callOf(input, from));
    const demand = (): Promise<void> => demandBalance(chain, { account: from, kind }, [input], [plan]);
    // Asked only where something is wrong: a deposit that goes through costs no further call.
    if (plan.reverts === true) await (isMint(input) ? demandMint(chain, callOf(input, from)) : demand());
    try {
      return await this.#submit(chain, account, plan);
    } catch (error) {
      if (input.asset.native) await demand();
      throw error;
    }
  }

  /** Submits a call of a token by its owner; throws `RpcError`, or Problem for a call that would revert. */
  async administerToken(token: Asset, input: TokenAdminCall): Promise<Hex> {
    const chain = this.#dependencies.chains.get(token.network);
    const owner = this.#dependencies.accountAt(FAUCET_PATH);
    const from = owner.address.toLowerCase();
    await assertPossible(chain, token, from, input);
    return this.#send(chain, owner, { from, to: token.key, value: 0n, data: tokenCall(input) });
  }

  /** Submits one transaction with all transfers, after the approvals that it needs; returns its hash. */
  async #transferLegs(chain: Chain, account: PrivateKeyAccount, legs: readonly Leg[]): Promise<Hex> {
    const from = account.address.toLowerCase();
    const plans = await planLegs(chain, from, legs);
    await demandBalance(chain, { account: from, kind: "payer" }, legs, plans);
    const hashes: Hex[] = [];
    for (const plan of plans) hashes.push(await this.#submit(chain, account, plan));
    return required(hashes.at(-1), "the transaction with the transfers");
  }

  async #send(chain: Chain, account: PrivateKeyAccount, call: Call): Promise<Hex> {
    return this.#submit(chain, account, await buildTransaction(chain, call));
  }

  async #submit(chain: Chain, account: PrivateKeyAccount, plan: UnsignedTransaction): Promise<Hex> {
    const nonce = await chain.freeNonce(account.address);
    const raw = await account.signTransaction({ ...unsigned(chain, plan), nonce, type: "eip1559" });
    return chain.submit(raw);
  }
}

/** Nobody is helped by a mint that reverts. Throws `RpcError` with the token's reason. */
async function demandMint(chain: Chain, { from, to, data }: Call): Promise<void> {
  await chain.request("eth_call", [{ from, to, data }, "latest"]);
}

/** Only the faucet owns tokens, and may make more of them. */
function isMint({ asset, kind, fromStock = false }: FaucetInput): boolean {
  return kind === "faucet" && !asset.native && !fromStock;
}

function callOf(input: FaucetInput, from: string): Call {
  const { asset, raw, to } = input;
  if (isMint(input)) return { from, to: asset.key, value: 0n, data: encodeMint(to, raw) };
  return transferCall({ asset: asset.key, from, to, raw });
}

function unsigned(chain: Chain, plan: UnsignedTransaction) {
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

/** A transfer that the chain rejects is the caller's mistake. @throws Problem invalidRequest; other errors as they are */
export function refusedByChain(error: unknown): never {
  if (!(error instanceof RpcError)) throw error;
  throw new Problem("invalidRequest", `the chain refused the transfer: ${error.message}`);
}
