// Upper bound of the throughput: the same signed transfers on the bare engine, each in a block of its own plus the block that confirms it.
import type { Hex } from "viem";
import { developmentAccounts } from "../src/chains/address.ts";
import { applyGenesis } from "../src/chains/genesis.ts";
import { startEngines } from "../src/chains/simulated.ts";
import type { Row } from "./table.ts";
import { chainDefinition } from "./transfers.ts";

export async function benchEngine(signed: readonly Hex[]): Promise<{ rows: Row[]; perSecond: number }> {
  const [engine] = await startEngines([chainDefinition]);
  if (engine === undefined) throw new Error("no engine");
  const accounts = developmentAccounts().map(({ address }) => address);
  const funding = accounts.map((address) => ({
    address,
    native: 10n ** 22n,
    tokens: Object.fromEntries(chainDefinition.tokens.map(({ symbol }) => [symbol, 10n ** 15n])),
  }));
  await applyGenesis(engine, chainDefinition, { tokenOwner: accounts[0] as Hex, funding });
  const head = await engine.request<{ timestamp: Hex }>("eth_getBlockByNumber", ["latest", false]);
  const timestamp = Number(head.timestamp);
  const begun = performance.now();
  for (const raw of signed) {
    await engine.request("eth_sendRawTransaction", [raw]);
    await engine.request("evm_mine", [timestamp]);
    await engine.request("evm_mine", [timestamp]);
  }
  const perSecond = (signed.length * 1_000) / (performance.now() - begun);
  const mined = Number(await engine.request<Hex>("eth_blockNumber"));
  if (mined !== signed.length * 2) throw new Error(`${mined} blocks`);
  await engine.close();
  return { rows: [{ what: "the same transfers on the bare engine", value: perSecond, unit: "/s" }], perSecond };
}
