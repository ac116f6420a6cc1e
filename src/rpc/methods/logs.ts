// Logs: what a filter asks for, and whether a log is meant by it.
import type { Hex } from "../../chains/chain.ts";
import { isObject } from "../../kernel/is-object.ts";
import { address, invalid, quantity } from "../arguments.ts";

/** A log as the engine and geth spell it. */
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

/** The bounds geth sets to one filter. */
const MOST_ADDRESSES = 1000;
const MOST_TOPICS = 4;
const MOST_CHOICES = 1000;

/** Reads a filter object; throws -32602 for a shape no node accepts. */
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

/** True when a log is meant by the criteria. */
export function matches(criteria: LogCriteria, log: RpcLog): boolean {
  const number = Number(log.blockNumber);
  if (criteria.from !== undefined && number < criteria.from) return false;
  if (criteria.to !== undefined && number > criteria.to) return false;
  if (criteria.addresses && !criteria.addresses.has(log.address.toLowerCase())) return false;
  return (
    criteria.topics.length <= log.topics.length &&
    criteria.topics.every((choices, place) => !choices || choices.has((log.topics[place] ?? "").toLowerCase()))
  );
}

function readAddresses(value: unknown): ReadonlySet<string> | undefined {
  if (value === undefined || value === null) return undefined;
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MOST_ADDRESSES) throw invalid("exceed max addresses");
  if (list.length === 0) return undefined;
  return new Set(list.map((one) => address(one, "address").toLowerCase()));
}

function readTopics(value: unknown): LogCriteria["topics"] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid("invalid topics: want a list");
  if (value.length > MOST_TOPICS) throw invalid("exceed max topics");
  return value.map((place: unknown) => {
    if (place === null || (Array.isArray(place) && (place.length === 0 || place.includes(null)))) return undefined;
    const choices: unknown[] = Array.isArray(place) ? place : [place];
    if (choices.length > MOST_CHOICES) throw invalid("exceed max topics");
    return new Set(choices.map(topic));
  });
}

function topic(value: unknown): string {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(value)) {
    throw invalid("invalid topic: want 32 bytes in hex");
  }
  return value.toLowerCase();
}

/** A tag leaves the range open: what is told is new, and new blocks come after every tag. */
function height(value: unknown): number | undefined {
  if (typeof value !== "string" || !value.startsWith("0x")) return undefined;
  return Number(quantity(value, "block number"));
}
