// A chain whose blocks hold what has a form of its own: each type of transaction, a revert, a creation, and a pool with a gap.
import { encodeFunctionData, erc20Abi, parseGwei } from "viem";
import type { Hex } from "../../../src/chains/chain.ts";
import { type AnRpc, alice, bob, carol, developers } from "../../support/an-rpc.ts";
import { get } from "../a-client.ts";
import { word } from "../a-forwarder.ts";

export type History = {
  token: Hex;
  transfer: Hex;
  /** Mined: one of each type, a creation, and one that reverted. */
  mined: Readonly<
    Record<"legacy" | "legacyAnyChain" | "eip2930" | "eip1559" | "eip7702" | "creation" | "reverted" | "token", Hex>
  >;
  /** The hash of the block that holds them. */
  block: Hex;
  /** Waiting: at the next nonce, and after a gap. */
  waiting: { next: Hex; queued: Hex };
  /** Signed and not sent, ten of a sender with a high nonce: each can be sent once the one before is mined. */
  unsent: readonly Hex[];
};

const dave = developers[3]!;

/** Mines it with manual mining. */
export const aHistory = async (rpc: AnRpc): Promise<History> => {
  const url = rpc.url();
  const token = rpc.chain.definition.tokens[0]!.address;
  const send = (raw: Hex): Promise<Hex> => get<Hex>(url, "eth_sendRawTransaction", [raw]);
  const base = { to: bob.address, gas: 100_000n, chainId: 8453, value: 1n } as const;
  const fees = { maxFeePerGas: parseGwei("2"), maxPriorityFeePerGas: 1n } as const;
  const accessList = [{ address: bob.address, storageKeys: [word(1)] }];
  const authorization = await carol.signAuthorization!({ contractAddress: bob.address, chainId: 8453, nonce: 0 });
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [bob.address, 5n] });
  const call = { ...base, ...fees, value: 0n, to: token, data: transfer, type: "eip1559" } as const;
  const legacy = { ...base, type: "legacy", gasPrice: parseGwei("2") } as const;
  const creation = { ...base, ...fees, to: undefined, value: 0n, data: "0x5f5ff3", type: "eip1559" } as const;
  const mined = {
    legacy: await send(await alice.signTransaction({ ...legacy, nonce: 0 })),
    legacyAnyChain: await send(await alice.signTransaction({ ...legacy, chainId: undefined, nonce: 1 } as never)),
    eip2930: await send(await alice.signTransaction({ ...legacy, type: "eip2930", nonce: 2, accessList })),
    eip1559: await send(await alice.signTransaction({ ...base, ...fees, type: "eip1559", nonce: 3, accessList })),
    eip7702: await send(
      await alice.signTransaction({ ...base, ...fees, type: "eip7702", nonce: 4, authorizationList: [authorization] }),
    ),
    creation: await send(await alice.signTransaction({ ...creation, nonce: 5 })),
    token: await send(await alice.signTransaction({ ...call, nonce: 6 })),
    reverted: await send(await dave.signTransaction({ ...call, nonce: 0 })),
  };
  await rpc.loop.mine("base", 1);
  const plain = { ...base, ...fees, type: "eip1559" } as const;
  const waiting = {
    next: await send(await alice.signTransaction({ ...plain, nonce: 7 })),
    queued: await send(await alice.signTransaction({ ...plain, nonce: 9 })),
  };
  const nonces = [0, 1, 2, 3, 4];
  const unsent = await Promise.all(nonces.map((nonce) => developers[4]!.signTransaction({ ...plain, nonce })));
  return { token, transfer, mined, block: rpc.chain.head.hash, waiting, unsent };
};
