// Block overrides of a call: what of the next block can be set is honoured, everything else is refused by name.
import { pad } from "viem";
import type { Head, Hex, NextBlockEnvironment } from "../../chains/chain.ts";
import { LATEST_MS } from "../../kernel/clock.ts";
import { isObject } from "../../kernel/is-object.ts";
import { invalid, quantity } from "../arguments.ts";

/** Unix seconds, height, 32 bytes. */
export type BlockOverrides = { time?: bigint; number?: bigint; prevRandao?: Hex };

const SUPPORTED = ["time", "number", "prevRandao"];

/** Undefined when nothing is overridden. @throws RpcError -32602 for a member that the next block does not take */
export function readBlockOverrides(value: unknown): BlockOverrides | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw invalid("invalid block overrides: want an object");
  const given = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  const other = given.find(([name]) => !SUPPORTED.includes(name));
  if (other !== undefined) {
    const reason = other[0] === "baseFeePerGas" ? " (a call sees a base fee of 0 here)" : "";
    const name = `${JSON.stringify(other[0])} is not supported${reason}`;
    throw invalid(`the block override ${name}; supported: ${SUPPORTED.join(", ")}`);
  }
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map(([name, member]) => [name, memberOf(name, member)]));
}

/** What the next block is set to. @throws RpcError -32602 for what cannot come after this head */
export function overriddenBlock(
  { time, number, prevRandao }: BlockOverrides,
  head: Head,
  now: number,
): NextBlockEnvironment {
  const height = BigInt(head.number + 1);
  if (number !== undefined && number !== height) {
    throw invalid(`the block override "number" can only be ${height}, the block after the head`);
  }
  if (time !== undefined && (time < BigInt(head.timestamp) || time > BigInt(LATEST_MS / 1_000))) {
    const bounds = `from ${head.timestamp}, the time of the head, to ${LATEST_MS / 1_000}`;
    throw invalid(`the block override "time" can only be ${bounds}`);
  }
  return {
    timestamp: time === undefined ? now : Number(time),
    ...(prevRandao === undefined ? {} : { prevRandao }),
  };
}

function memberOf(name: string, value: unknown): bigint | Hex {
  const read = quantity(value, `block override ${JSON.stringify(name)}`);
  return name === "prevRandao" ? pad(`0x${read.toString(16)}`) : read;
}
