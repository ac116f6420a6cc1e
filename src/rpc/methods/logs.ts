// Log filters: parsing of criteria, and matching of logs against them.
import type { Hex } from "../../chains/chain.ts";
import { isObject } from "../../kernel/is-object.ts";
import { address, invalid, quantity } from "../arguments.ts";

/** A log in the JSON-RPC form. */
export type RpcLog = {
  address: Hex;
  topics: readonly Hex[];
  data: Hex;
  blockHash: Hex;
  blockNumber: Hex;
  transactionHash: Hex;
  transactionIndex: Hex;
  logIndex: Hex;
  removed: boolean;
};

export type LogCriteria = {
  /** Lower case; undefined means any. */
  addresses: ReadonlySet<string> | undefined;
  /** By position, lower case; undefined means any. */
  topics: readonly (ReadonlySet<string> | undefined)[];
  /** Heights, both included; undefined means open. */
  from: number | undefined;
  to: number | undefined;
};

/** Limits of one filter, as in geth. */
const MAX_ADDRESSES = 1000;
const MAX_TOPICS = 4;
const MAX_ALTERNATIVES = 1000;

/** Parses a filter object. @throws RpcError -32602 for a form that no node accepts */
export function readCriteria(value: unknown): LogCriteria {
  const filter = value === undefined || value === null ? {} : value;
  if (!isObject(filter)) throw invalid("invalid argument: a filter is an object");
  const [from, to] = [height(filter["fromBlock"]), height(filter["toBlock"])];
  const bounds = ["fromBlock", "toBlock"].some((name) => filter[name] !== undefined && filter[name] !== null);
  if (filter["blockHash"] && bounds) {
    throw invalid("cannot specify both blockHash and fromBlock/toBlock, choose one or the other");
  }
  if (from !== undefined && to !== undefined && from > to) throw invalid("invalid block range params");
  return { addresses: readAddresses(filter["address"]), topics: readTopics(filter["topics"]), from, to };
}

/** True when a log matches the criteria. */
export function matches(criteria: LogCriteria, log: RpcLog): boolean {
  const number = Number(log.blockNumber);
  if (criteria.from !== undefined && number < criteria.from) return false;
  if (criteria.to !== undefined && number > criteria.to) return false;
  if (criteria.addresses && !criteria.addresses.has(log.address.toLowerCase())) return false;
  return (
    criteria.topics.length <= log.topics.length &&
    criteria.topics.every(
      (alternatives, position) => !alternatives || alternatives.has((log.topics[position] ?? "").toLowerCase()),
    )
  );
}

function readAddresses(value: unknown): ReadonlySet<string> | undefined {
  if (value === undefined || value === null) return undefined;
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MAX_ADDRESSES) throw invalid("exceed max addresses");
  if (list.length === 0) return undefined;
  return new Set(list.map((one) => address(one, "address").toLowerCase()));
}

function readTopics(value: unknown): LogCriteria["topics"] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid("invalid topics: want a list");
  if (value.length > MAX_TOPICS) throw invalid("exceed max topics");
  return value.map((position: unknown) => {
    if (position === null || (Array.isArray(position) && (position.length === 0 || position.includes(null))))
      return undefined;
    const alternatives: unknown[] = Array.isArray(position) ? position : [position];
    if (alternatives.length > MAX_ALTERNATIVES) throw invalid("exceed max topics");
    return new Set(alternatives.map(topic));
  });
}

function topic(value: unknown): string {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(value)) {
    throw invalid("invalid topic: want 32 bytes in hex");
  }
  return value.toLowerCase();
}

/** A tag leaves the bound open: only new logs are matched, and new blocks come after every tag. */
function height(value: unknown): number | undefined {
  if (typeof value !== "string" || !value.startsWith("0x")) return undefined;
  return Number(quantity(value, "block number"));
}
