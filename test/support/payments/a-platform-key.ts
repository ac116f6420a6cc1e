// Transactions with the platform's own keys, sent outside the platform: must never happen in production, tested here.
import { createWalletClient, type Hex, http, parseAbi } from "viem";
import { Keyring } from "../../../src/chains/address.ts";
import { DEFAULT_CONFIG } from "../../../src/config/options.ts";
import type { ASandbox } from "../a-sandbox.ts";
import { TRANSFER_WITH_AUTHORIZATION } from "./eip-3009.ts";

/** A viem wallet with the key of a platform address. */
export function stolenWallet(sandbox: ASandbox, network: string, address: string) {
  const row = sandbox.store.get<{ derivation: string }>(
    "select derivation from address where network = :network and address = :address",
    { network, address: address.toLowerCase() },
  );
  if (row === undefined) throw new Error(`${address} is not ours`);
  const { chain, url } = sandbox.chain(network);
  const account = new Keyring(String(DEFAULT_CONFIG.seed)).accountAt(row.derivation);
  return createWalletClient({ account, chain, transport: http(url) });
}

const ABI = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);

/** Moves tokens of a platform address by signature alone, so that none of its nonces is used; waits in the pool afterwards. */
export async function stealTokens(
  sandbox: ASandbox,
  {
    network = "ethereum",
    asset = "USDT",
    from,
    to,
    value,
  }: { network?: string; asset?: string; from: Hex; to: Hex; value: bigint },
): Promise<Hex> {
  const chain = sandbox.chain(network);
  const token = chain.token(asset);
  const { name } = chain.definition.tokens.find(({ symbol }) => symbol === asset) ?? { name: "" };
  const message = { from, to, value, validAfter: 0n, validBefore: 2n ** 48n, nonce: `0x${"07".repeat(32)}` as Hex };
  const signature = await stolenWallet(sandbox, network, from).signTypedData({
    domain: { name, version: "2", chainId: chain.definition.eip155_id, verifyingContract: token },
    types: TRANSFER_WITH_AUTHORIZATION,
    primaryType: "TransferWithAuthorization",
    message,
  });
  const args = [from, to, value, message.validAfter, message.validBefore, message.nonce, signature] as const;
  return chain.wallet.writeContract({ abi: ABI, address: token, functionName: "transferWithAuthorization", args });
}

/** The signed bytes of a platform attempt, by its hash. */
export function bytesOf(sandbox: ASandbox, hash: string): Hex {
  const row = sandbox.store.get<{ raw: Hex }>("select raw from attempt where hash = :hash", { hash });
  if (row === undefined) throw new Error(`no attempt ${hash}`);
  return row.raw;
}
