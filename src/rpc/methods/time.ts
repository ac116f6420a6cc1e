// Development methods that mine blocks and advance the clock: evm_mine, hardhat_mine, evm_increaseTime and similar.
import { numberToHex } from "viem";
import { isObject } from "../../kernel/is-object.ts";
import { argument, invalid, quantity, refused } from "../arguments.ts";
import type { DevelopmentActions, MiningNow } from "../development-actions.ts";
import type { Handler, RpcCall } from "../rpc-call.ts";

/** Blocks per call; each is a real block with a parent and a row in the journal. */
export const MAX_BLOCKS = 1_000;

/** Ten years, the limit of any time travel. */
const MAX_SECONDS = 315_360_000n;

/** Larger values are milliseconds: as seconds they would be after the year 5000. */
const MAX_UNIX_SECONDS = 100_000_000_000n;

const networkOf = ({ chain }: RpcCall): string => chain.definition.symbol;

export function timeMethods(actions: DevelopmentActions) {
  const moveTo = async (call: RpcCall, seconds: bigint): Promise<void> => {
    if (seconds < BigInt(call.chain.head.timestamp))
      throw invalid(`timestamp ${seconds} is lower than the previous block's timestamp ${call.chain.head.timestamp}`);
    // Within the current second nothing is to be done.
    if (seconds !== BigInt(Math.floor(actions.now() / 1_000))) await actions.advanceTo(Number(seconds) * 1_000);
  };
  const mine: Handler = async (call) => {
    const given = isObject(call.parameters[0]) ? call.parameters[0] : { timestamp: call.parameters[0] };
    const blocks = blocksOf(given["blocks"]);
    if (isGiven(given["timestamp"])) await moveTo(call, quantity(given["timestamp"], "timestamp"));
    await actions.mine(networkOf(call), blocks);
    return "0x0";
  };
  const mineMany: Handler = async (call) => {
    const blocks = blocksOf(call.parameters[0]);
    const step = isGiven(call.parameters[1]) ? quantity(call.parameters[1], "interval") : 0n;
    if (step * BigInt(blocks) > MAX_SECONDS) throw invalid("at most ten years at once");
    if (step === 0n) await actions.mine(networkOf(call), blocks);
    for (let mined = 0; step > 0n && mined < blocks; mined += 1) {
      if (mined > 0) await actions.advanceBy(Number(step) * 1_000);
      await actions.mine(networkOf(call), 1);
    }
    return null;
  };
  const increaseTime: Handler = async (call) => {
    const seconds = quantity(argument(call, 0), "seconds");
    if (seconds > MAX_SECONDS) throw invalid("at most ten years at once");
    await actions.advanceBy(Number(seconds) * 1_000);
    return numberToHex(seconds);
  };
  const setTime: Handler = async (call) => {
    const given = quantity(argument(call, 0), "time");
    await actions.advanceTo(Number(given > MAX_UNIX_SECONDS ? given : given * 1_000n));
    return null;
  };
  const setNextBlockTimestamp: Handler = async (call) => {
    const seconds = quantity(argument(call, 0), "timestamp");
    await moveTo(call, seconds);
    return numberToHex(seconds);
  };
  return { mine, mineMany, increaseTime, setTime, setNextBlockTimestamp, ...modeMethods(actions) };
}

/** Methods that read and set the mining mode. */
function modeMethods(actions: DevelopmentActions) {
  const setMode = async (call: RpcCall, mode: MiningNow["mode"], blockTimeMs?: number): Promise<true> => {
    const now = actions.mining(networkOf(call));
    await actions.setMining(networkOf(call), { mode, blockTimeMs: blockTimeMs ?? now.blockTimeMs });
    return true;
  };
  const setAutomine: Handler = (call) => {
    const on = argument(call, 0);
    if (typeof on !== "boolean") throw invalid("invalid argument 0: want true or false");
    return setMode(call, on ? "instant" : "manual");
  };
  const everyInterval =
    (unit: (given: bigint) => bigint): Handler =>
    (call) => {
      const given = argument(call, 0);
      if (Array.isArray(given)) throw refused("a range of intervals would be random: give one interval");
      const ms = unit(quantity(given, "interval"));
      if (ms > 86_400_000n) throw invalid("at most a day between two blocks");
      if (ms > 0n) return setMode(call, "interval", Number(ms));
      const { mode } = actions.mining(networkOf(call));
      return setMode(call, mode === "interval" ? "manual" : mode);
    };
  const getAutomine: Handler = (call) => actions.mining(networkOf(call)).mode === "instant";
  const getIntervalMining: Handler = (call) => {
    const { mode, blockTimeMs } = actions.mining(networkOf(call));
    return mode === "interval" ? Math.floor(blockTimeMs / 1_000) : null;
  };
  // Hardhat counts milliseconds and Anvil seconds under the same name; the shortest interval is one second.
  const setIntervalMining = everyInterval((given) => (given < 1_000n ? given * 1_000n : given));
  const setIntervalSeconds = everyInterval((given) => given * 1_000n);
  return { setAutomine, setIntervalMining, setIntervalSeconds, getAutomine, getIntervalMining };
}

function blocksOf(given: unknown): number {
  const blocks = isGiven(given) ? quantity(given, "number of blocks") : 1n;
  if (blocks > BigInt(MAX_BLOCKS)) throw invalid(`at most ${MAX_BLOCKS} blocks at once`);
  return Number(blocks);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
