// Decoding of Transfer logs and encoding of token calls.
import fc from "fast-check";
import { decodeFunctionData, encodeAbiParameters, encodeEventTopics, type Hex, pad, parseAbi } from "viem";
import { expect, test } from "vitest";
import {
  decodeTransfer,
  encodeBalanceOf,
  encodeBlacklist,
  encodeMint,
  encodePause,
  encodeTransfer,
  TOKEN_ABI,
  type TokenLog,
  TRANSFER_TOPIC,
} from "../../src/chains/token.ts";

const token: Hex = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const from: Hex = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const to: Hex = "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc";
const word = (value: bigint): Hex => encodeAbiParameters([{ type: "uint256" }], [value]);
const log = (change: Partial<TokenLog> = {}): TokenLog => ({
  address: token,
  topics: [TRANSFER_TOPIC, pad(from), pad(to)],
  data: word(25_500_000n),
  ...change,
});

test("the topic is that of the standard's event", () => {
  const abi = parseAbi(["event Transfer(address indexed from, address indexed to, uint256 value)"]);
  expect(encodeEventTopics({ abi, eventName: "Transfer" })).toEqual([TRANSFER_TOPIC]);
});

test("a well-formed Transfer is decoded to lower-case addresses and the exact value", () => {
  const largest = (1n << 256n) - 1n;
  expect(decodeTransfer(log())).toEqual({ token: token.toLowerCase(), from, to, value: 25_500_000n });
  expect(decodeTransfer(log({ data: word(largest) }))?.value).toBe(largest);
});

test.each<[string, Partial<TokenLog>]>([
  ["another event", { topics: [pad("0x01"), pad(from), pad(to)] }],
  ["no topics", { topics: [] }],
  ["ERC-721: the id is a topic", { topics: [TRANSFER_TOPIC, pad(from), pad(to), pad("0x01")], data: "0x" }],
  ["nothing indexed", { topics: [TRANSFER_TOPIC] }],
  ["one address missing", { topics: [TRANSFER_TOPIC, pad(from)] }],
  ["a dirty receiver", { topics: [TRANSFER_TOPIC, pad(from), `0x8${pad(to).slice(3)}`] }],
  ["a dirty sender", { topics: [TRANSFER_TOPIC, `0x${"0".repeat(23)}1${from.slice(2)}`, pad(to)] }],
  ["no data", { data: "0x" }],
  ["31 bytes of data", { data: `0x${"01".repeat(31)}` }],
  ["33 bytes of data", { data: `0x${"01".repeat(33)}` }],
])("%s is no transfer and no error (R-027)", (_name, change) => {
  expect(decodeTransfer(log(change))).toBeUndefined();
});

test("decoding an arbitrary log never throws (R-027)", () => {
  const hex = (bytes: number) =>
    fc.uint8Array({ maxLength: bytes }).map((found) => `0x${Buffer.from(found).toString("hex")}` as Hex);
  const topics = fc.array(fc.oneof(hex(32), fc.constant(TRANSFER_TOPIC), fc.constant(pad(to))), { maxLength: 5 });
  fc.assert(
    fc.property(topics, hex(70), (found, data) => {
      const read = decodeTransfer({ address: token, topics: found, data });
      expect(read === undefined || (found.length === 3 && data.length === 66)).toBe(true);
    }),
  );
});

test("every call encodes the token's function and arguments", () => {
  const decode = (data: Hex) => decodeFunctionData({ abi: TOKEN_ABI, data });
  const account = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
  expect(decode(encodeTransfer(to, 5n))).toEqual({ functionName: "transfer", args: [account, 5n] });
  expect(decode(encodeMint(to, 5n))).toEqual({ functionName: "mint", args: [account, 5n] });
  expect(decode(encodeBalanceOf(to))).toEqual({ functionName: "balanceOf", args: [account] });
  expect(decode(encodePause("pause"))).toMatchObject({ functionName: "pause" });
  expect(decode(encodePause("unpause"))).toMatchObject({ functionName: "unpause" });
  expect(decode(encodeBlacklist("blacklist", to))).toEqual({ functionName: "blacklist", args: [account] });
  expect(decode(encodeBlacklist("unblacklist", to))).toEqual({ functionName: "unBlacklist", args: [account] });
});
