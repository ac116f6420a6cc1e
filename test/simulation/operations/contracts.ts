// Operations with client contracts: value moved in every way a contract can, and logs that only look like transfers.
import { encodeFunctionData, type Hex } from "viem";
import batch from "../../../chain/artifacts/BatchSender.json" with { type: "json" };
import emitter from "../../../chain/artifacts/FakeTransferEmitter.json" with { type: "json" };
import { nextAddress } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { ZERO } from "../world-setup.ts";
import { anExternalAccount } from "./incoming-transfers.ts";
import { aChain, type Operation, places } from "./operation.ts";

const ARTIFACTS = { batch, emitter };
type Name = keyof typeof ARTIFACTS;
const GAS = "0x2dc6c0";

/** The address of the deployed contract; deploys it if needed, mining a block where mining is not instant. */
async function contract(sim: Simulation, network: string, name: Name): Promise<string | undefined> {
  const known = sim.model.contracts[network]?.[name];
  const code = known === undefined ? "0x" : await sim.node(network, "eth_getCode", [known, "latest"]);
  if (code !== "0x") return known;
  const data = ARTIFACTS[name].bytecode;
  const [from] = sim.setup.ready.accounts;
  const hash = await sim.node(network, "eth_sendTransaction", [{ from: from?.address, data, gas: GAS }]);
  if (sim.model.modes[network] !== "instant") await sim.adminOk("POST", `/networks/${network}/mine`);
  const receipt = await sim.node(network, "eth_getTransactionReceipt", [hash]);
  if (!receipt?.contractAddress) return undefined;
  (sim.model.contracts[network] ?? {})[name] = receipt.contractAddress;
  return receipt.contractAddress;
}

async function call(sim: Simulation, network: string, name: Name, functionName: string, args: unknown[], value = 0n) {
  const to = await contract(sim, network, name);
  if (to === undefined) return;
  const data = encodeFunctionData({ abi: ARTIFACTS[name].abi, functionName, args });
  const transaction = { from: anExternalAccount(sim), to, data, gas: GAS, value: `0x${value.toString(16)}` };
  await sim.node(network, "eth_sendTransaction", [transaction]);
}

function aRecipient(sim: Simulation, network: string): Hex {
  const known = places(sim, network);
  const address = known.length === 0 || sim.dice.oneIn(5) ? nextAddress(sim.model).address : sim.dice.of(known).address;
  return address as Hex;
}

/** Several transfers of native coin in one transaction, by internal calls. */
async function legs(sim: Simulation): Promise<void> {
  const { symbol } = aChain(sim);
  const amounts = Array.from({ length: 1 + sim.dice.upTo(4) }, () => BigInt(sim.dice.upTo(5)));
  const transfers = amounts.map((amount) => ({ token: ZERO, to: aRecipient(sim, symbol), amount }));
  await call(
    sim,
    symbol,
    "batch",
    "send",
    [transfers],
    amounts.reduce((sum, amount) => sum + amount, 0n),
  );
}

async function tricks(sim: Simulation): Promise<void> {
  const { symbol } = aChain(sim);
  const [to, other] = [aRecipient(sim, symbol), aRecipient(sim, symbol)];
  const [name, args] = sim.dice.of<[string, unknown[]]>([
    ["sendWithRevertedFrame", [ZERO, to, 3n, other]],
    ["sendBySelfDestruct", [to]],
    ["sendAndFail", [to]],
    ["lookByDelegateCall", []],
  ]);
  await call(sim, symbol, "batch", name, args, 3n);
}

async function transferLikeLogs(sim: Simulation): Promise<void> {
  const { symbol } = aChain(sim);
  const [from, to] = [aRecipient(sim, symbol), aRecipient(sim, symbol)];
  const name = sim.dice.of([
    "emitWellFormed",
    "emitNonFungible",
    "emitUnindexed",
    "emitWithDataLength",
    "emitWithDirtyTopic",
  ]);
  const third = name === "emitWithDataLength" ? 31n : 7n;
  await call(sim, symbol, "emitter", name, [from, to, third]);
}

export const CONTRACT_OPERATIONS: readonly Operation[] = [
  { name: "legs of a contract", weight: 2, run: legs },
  { name: "tricks of a contract", weight: 2, run: tricks },
  { name: "logs that look like transfers", weight: 1, run: transferLikeLogs },
];
