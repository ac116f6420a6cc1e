// Contracts of clients that move value in every way a contract can, and some that only look as if they did.
import { encodeFunctionData, type Hex } from "viem";
import batch from "../../../chain/artifacts/BatchSender.json" with { type: "json" };
import emitter from "../../../chain/artifacts/FakeTransferEmitter.json" with { type: "json" };
import { next } from "../model.ts";
import type { Play } from "../play.ts";
import { ZERO } from "../stage.ts";
import { aStranger } from "./money-in.ts";
import { aChain, type Operation, places } from "./operation.ts";

const ARTIFACTS = { batch, emitter };
type Name = keyof typeof ARTIFACTS;
const GAS = "0x2dc6c0";

/** Its address, once it is on the chain: sent if it is not, and there at the latest with the next block. */
async function contract(play: Play, network: string, name: Name): Promise<string | undefined> {
  const known = play.model.contracts[network]?.[name];
  const code = known === undefined ? "0x" : await play.node(network, "eth_getCode", [known, "latest"]);
  if (code !== "0x") return known;
  const data = ARTIFACTS[name].bytecode;
  const [from] = play.stage.ready.accounts;
  const hash = await play.node(network, "eth_sendTransaction", [{ from: from?.address, data, gas: GAS }]);
  if (play.model.modes[network] !== "instant") await play.must("POST", `/networks/${network}/mine`);
  const receipt = await play.node(network, "eth_getTransactionReceipt", [hash]);
  if (!receipt?.contractAddress) return undefined;
  (play.model.contracts[network] ?? {})[name] = receipt.contractAddress;
  return receipt.contractAddress;
}

async function call(play: Play, network: string, name: Name, functionName: string, args: unknown[], value = 0n) {
  const to = await contract(play, network, name);
  if (to === undefined) return;
  const data = encodeFunctionData({ abi: ARTIFACTS[name].abi, functionName, args });
  const order = { from: aStranger(play), to, data, gas: GAS, value: `0x${value.toString(16)}` };
  await play.node(network, "eth_sendTransaction", [order]);
}

function someone(play: Play, network: string): Hex {
  const known = places(play, network);
  const address = known.length === 0 || play.dice.oneIn(5) ? next(play.model).address : play.dice.of(known).address;
  return address as Hex;
}

/** Several legs in one transaction, native coin by internal calls. */
async function legs(play: Play): Promise<void> {
  const { symbol } = aChain(play);
  const amounts = Array.from({ length: 1 + play.dice.upTo(4) }, () => BigInt(play.dice.upTo(5)));
  const wanted = amounts.map((amount) => ({ token: ZERO, to: someone(play, symbol), amount }));
  await call(
    play,
    symbol,
    "batch",
    "send",
    [wanted],
    amounts.reduce((sum, amount) => sum + amount, 0n),
  );
}

async function tricks(play: Play): Promise<void> {
  const { symbol } = aChain(play);
  const [to, kept] = [someone(play, symbol), someone(play, symbol)];
  const [name, args] = play.dice.of<[string, unknown[]]>([
    ["sendWithRevertedFrame", [ZERO, to, 3n, kept]],
    ["sendBySelfDestruct", [to]],
    ["sendAndFail", [to]],
    ["lookByDelegateCall", []],
  ]);
  await call(play, symbol, "batch", name, args, 3n);
}

async function lookAlikes(play: Play): Promise<void> {
  const { symbol } = aChain(play);
  const [from, to] = [someone(play, symbol), someone(play, symbol)];
  const name = play.dice.of([
    "emitWellFormed",
    "emitNonFungible",
    "emitUnindexed",
    "emitWithDataLength",
    "emitWithDirtyTopic",
  ]);
  const third = name === "emitWithDataLength" ? 31n : 7n;
  await call(play, symbol, "emitter", name, [from, to, third]);
}

export const CONTRACT_OPERATIONS: readonly Operation[] = [
  { name: "legs of a contract", weight: 2, act: legs },
  { name: "tricks of a contract", weight: 2, act: tricks },
  { name: "logs that look like transfers", weight: 1, act: lookAlikes },
];
