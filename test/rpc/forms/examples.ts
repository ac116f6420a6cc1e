// Table: calls of every answered method of a node, and the schema of what each answers.
import { type Hex, numberToHex } from "viem";
import { alice, bob } from "../../support/an-rpc.ts";
import { word } from "../a-forwarder.ts";
import type { History } from "./a-history.ts";
import * as schema from "./schemas.ts";

type Schema = Readonly<Record<string, unknown>>;
type Example = readonly [parameters: readonly unknown[], schema: Schema];

/** `filter` installs a filter of a kind and answers its id. */
export type Making = { history: History; filter(kind: string): Promise<Hex> };
type Examples = (making: Making) => readonly Example[] | Promise<readonly Example[]>;

const always =
  (...examples: readonly Example[]): Examples =>
  () =>
    examples;
const plain = (answer: Schema): Examples => always([[], answer]);

const call = ({ history: { token, transfer } }: Making) => ({ from: alice.address, to: token, data: transfer });
const UNKNOWN = word(7);
const FLAT = { tracer: "flatCallTracer" };
const CALLS = { tracer: "callTracer" };
const STEPS = { disableStack: false, enableMemory: true, disableStorage: false };

export const EXAMPLES: Readonly<Record<string, Examples>> = {
  debug_traceBlockByHash: ({ history }) => [[[history.block, CALLS], schema.blockTraces]],
  debug_traceBlockByNumber: always([["latest", CALLS], schema.blockTraces]),
  debug_traceCall: (making) => [
    [[call(making), "latest", CALLS], schema.callFrame],
    [[call(making), "latest"], schema.stepTrace],
    [[call(making), "latest", STEPS], schema.stepTrace],
  ],
  debug_traceTransaction: ({ history: { mined } }) => [
    [[mined.token, CALLS], schema.callFrame],
    [[mined.token], schema.stepTrace],
    [[mined.reverted, STEPS], schema.stepTrace],
    [[mined.creation], schema.stepTrace],
  ],
  eth_accounts: plain(schema.addresses),
  eth_baseFee: plain(schema.uint),
  eth_blobBaseFee: plain(schema.uint),
  eth_blockNumber: plain(schema.uint),
  eth_call: (making) => [[[call(making), "latest"], schema.bytes]],
  eth_chainId: plain(schema.uint),
  eth_coinbase: plain(schema.address),
  eth_createAccessList: (making) => [
    [[call(making)], schema.accessListResult],
    [[{ ...call(making), from: bob.address, data: "0x" }], schema.accessListResult],
  ],
  eth_estimateGas: (making) => [[[call(making)], schema.uint]],
  eth_feeHistory: always([["0x2", "latest", [25, 75]], schema.feeHistory], [["0x2", "pending", []], schema.feeHistory]),
  eth_gasPrice: plain(schema.uint),
  eth_getBalance: always([[alice.address, "latest"], schema.uint], [[alice.address, "pending"], schema.uint]),
  eth_getBlockByHash: ({ history: { block } }) => [
    [[block, false], schema.blockOfHashes],
    [[block, true], schema.fullBlock],
    [[UNKNOWN, true], schema.none],
  ],
  eth_getBlockByNumber: always(
    ...["latest", "pending", "earliest", "safe", "finalized"].flatMap((tag): Example[] => [
      [[tag, false], schema.blockOfHashes],
      [[tag, true], schema.fullBlock],
    ]),
    [["0x99", false], schema.none],
  ),
  eth_getBlockReceipts: always([["latest"], schema.receipts], [["pending"], schema.none], [["0x99"], schema.none]),
  eth_getBlockTransactionCountByHash: ({ history }) => [
    [[history.block], schema.uint],
    [[UNKNOWN], schema.none],
  ],
  eth_getBlockTransactionCountByNumber: always([["latest"], schema.uint], [["pending"], schema.uint]),
  eth_getCode: ({ history }) => [
    [[history.token, "latest"], schema.bytes],
    [[alice.address, "latest"], schema.bytes],
  ],
  eth_getFilterChanges: async ({ filter }) => [
    [[await filter("eth_newFilter")], schema.logs],
    [[await filter("eth_newBlockFilter")], schema.hashes],
    [[await filter("eth_newPendingTransactionFilter")], schema.hashes],
  ],
  eth_getFilterLogs: async ({ filter }) => [[[await filter("eth_newFilter")], schema.logs]],
  eth_getHeaderByHash: ({ history }) => [[[history.block], schema.blockHeader]],
  eth_getHeaderByNumber: always([["latest"], schema.blockHeader], [["pending"], schema.blockHeader]),
  eth_getLogs: always([[{ fromBlock: "0x0" }], schema.logs]),
  eth_getProof: ({ history }) => [
    [[history.token, [word(2)], "latest"], schema.proof],
    [[history.token, ["0x0"], "latest"], schema.proof],
  ],
  eth_getRawTransactionByHash: ({ history: { mined, waiting } }) => [
    [[mined.eip7702], schema.bytes],
    [[waiting.next], schema.bytes],
    [[UNKNOWN], schema.none],
  ],
  eth_getStorageAt: ({ history }) => [[[history.token, word(2), "latest"], schema.bytes]],
  eth_getTransactionByBlockHashAndIndex: ({ history: { block } }) => [
    ...Array.from({ length: 8 }, (_, index): Example => [[block, numberToHex(index)], schema.minedTransaction]),
    [[block, "0x99"], schema.none],
  ],
  eth_getTransactionByBlockNumberAndIndex: always(
    [["latest", "0x0"], schema.minedTransaction],
    [["pending", "0x0"], schema.minedTransaction],
  ),
  // The published schema of this answer knows mined transactions only: one that waits has the form of the pool.
  eth_getTransactionByHash: ({ history: { mined, waiting } }) => [
    ...Object.values(mined).map((hash): Example => [[hash], schema.minedTransaction]),
    ...Object.values(waiting).map((hash): Example => [[hash], schema.waitingTransaction]),
    [[UNKNOWN], schema.none],
  ],
  eth_getTransactionBySenderAndNonce: always(
    [[alice.address, "0x0"], schema.minedTransaction],
    [[alice.address, "0x7"], schema.waitingTransaction],
    [[alice.address, "0x99"], schema.none],
  ),
  eth_getTransactionCount: always([[alice.address, "latest"], schema.uint], [[alice.address, "pending"], schema.uint]),
  eth_getTransactionReceipt: ({ history: { mined, waiting } }) => [
    ...Object.values(mined).map((hash): Example => [[hash], schema.receipt]),
    [[waiting.next], schema.none],
  ],
  eth_getUncleByBlockHashAndIndex: ({ history }) => [[[history.block, "0x0"], schema.none]],
  eth_getUncleByBlockNumberAndIndex: always([["latest", "0x0"], schema.none]),
  eth_getUncleCountByBlockHash: ({ history }) => [[[history.block], schema.uint]],
  eth_getUncleCountByBlockNumber: always([["latest"], schema.uint]),
  eth_maxPriorityFeePerGas: plain(schema.uint),
  eth_newBlockFilter: plain(schema.uint),
  eth_newFilter: plain(schema.uint),
  eth_newPendingTransactionFilter: plain(schema.uint),
  eth_pendingTransactions: plain(schema.waitingTransactions),
  eth_requestAccounts: plain(schema.addresses),
  eth_sendRawTransaction: ({ history: { unsent } }) => [[[unsent[0]], schema.hash]],
  eth_sendTransaction: always([[{ from: bob.address, to: alice.address, value: "0x1" }], schema.hash]),
  eth_sign: always([[alice.address, "0x1234"], schema.signature]),
  eth_signTransaction: always(
    [[{ from: alice.address, to: bob.address }], schema.signed],
    [[{ from: alice.address, to: bob.address, gasPrice: "0x77359400", nonce: "0x3" }], schema.signed],
    [[{ from: alice.address, to: bob.address, gasPrice: "0x77359400", accessList: [] }], schema.signed],
    [[{ from: alice.address, data: "0x5f5ff3", value: "0x0" }], schema.signed],
  ),
  eth_signTypedData_v4: always([[alice.address, typedData()], schema.signature]),
  eth_simulateV1: (making) => [
    [[{ blockStateCalls: [{ calls: [call(making)] }, {}] }], schema.simulatedBlocks],
    [
      [
        {
          blockStateCalls: [{ calls: [{ ...call(making), from: word(9).slice(0, 42) }] }],
          returnFullTransactions: true,
        },
      ],
      schema.simulatedBlocks,
    ],
  ],
  eth_syncing: plain(schema.flag),
  eth_uninstallFilter: always([["0x1"], schema.flag]),
  net_listening: plain(schema.flag),
  net_peerCount: plain(schema.uint),
  net_version: plain(schema.decimal),
  personal_sign: always([["0x1234", alice.address], schema.signature]),
  rpc_modules: plain(schema.modules),
  trace_block: always([["latest"], schema.flatTraces], [["0x99"], schema.none]),
  trace_filter: always([[{ fromBlock: "0x0" }], schema.flatTraces]),
  trace_transaction: ({ history: { mined } }) => [
    [[mined.token], schema.flatTraces],
    [[mined.reverted, FLAT], schema.flatTraces],
  ],
  txpool_content: plain(schema.poolContent),
  txpool_contentFrom: always([[alice.address], schema.poolContentFrom], [[bob.address], schema.poolContentFrom]),
  txpool_inspect: plain(schema.poolSummary),
  txpool_status: plain(schema.poolStatus),
  web3_clientVersion: plain(schema.anyText),
  web3_sha3: always([["0x1234"], schema.hash]),
};

/** Methods whose answers need a socket, or mining at once: they have tests of their own. */
export const ELSEWHERE = ["eth_subscribe", "eth_unsubscribe", "eth_sendRawTransactionSync"];

function typedData(): object {
  const types = { EIP712Domain: [{ name: "name", type: "string" }], Note: [{ name: "text", type: "string" }] };
  return { types, primaryType: "Note", domain: { name: "forms" }, message: { text: "hello" } };
}
