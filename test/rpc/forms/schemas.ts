// Table: JSON schemas of what JSON-RPC methods answer, after the published execution-apis (CC0); those below "own" are not published there.

type Schema = Readonly<Record<string, unknown>>;

const text = (pattern: string): Schema => ({ type: "string", pattern });
const listOf = (items: Schema): Schema => ({ type: "array", items });
const oneOf = (...schemas: readonly Schema[]): Schema => ({ anyOf: schemas });
const object = (properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema => {
  const required = Object.keys(properties).filter((name) => !name.endsWith("?"));
  const named = Object.entries(properties).map(([name, schema]) => [name.replace(/\?$/, ""), schema]);
  return { type: "object", required, properties: Object.fromEntries(named), ...more };
};
const closed = (properties: Readonly<Record<string, Schema>>): Schema =>
  object(properties, { additionalProperties: false });
const mapOf = (additionalProperties: Schema): Schema => ({ type: "object", additionalProperties });

export const none: Schema = { type: "null" };
export const flag: Schema = { type: "boolean" };
export const address = text("^0x[0-9a-fA-F]{40}$");
export const bytes = text("^0x([0-9a-f]{2})*$");
export const uint = text("^0x(0|[1-9a-f][0-9a-f]*)$");
export const hash = text("^0x[0-9a-f]{64}$");
export const signature = text("^0x[0-9a-f]{130}$");
export const decimal = text("^(0|[1-9][0-9]*)$");
const byte = text("^0x[0-9a-f]{1,2}$");
const integer: Schema = { type: "integer", minimum: 0 };

const accessList = listOf(closed({ address, storageKeys: listOf(hash) }));
const authorization = object({ chainId: uint, nonce: uint, address, yParity: byte, r: uint, s: uint });

const unsigned = { nonce: uint, gas: uint, value: uint, input: bytes };
const signedBy = { yParity: byte, "v?": byte, r: uint, s: uint };
const receiver = oneOf(none, address);
const dynamicFee = { maxPriorityFeePerGas: uint, maxFeePerGas: uint, chainId: uint, accessList };
const type = (id: number): Schema => text(`^0x${id}$`);
const FORMS: readonly Readonly<Record<string, Schema>>[] = [
  { type: type(0), ...unsigned, "to?": receiver, gasPrice: uint, "chainId?": uint, v: uint, r: uint, s: uint },
  { type: type(1), ...unsigned, "to?": receiver, gasPrice: uint, chainId: uint, accessList, ...signedBy },
  { type: type(2), ...unsigned, "to?": receiver, gasPrice: uint, ...dynamicFee, ...signedBy },
  {
    type: type(4),
    ...unsigned,
    to: address,
    "gasPrice?": uint,
    ...dynamicFee,
    authorizationList: listOf(authorization),
    ...signedBy,
  },
];
const transactionWith = (context: Readonly<Record<string, Schema>>): Schema =>
  oneOf(...FORMS.map((form) => object({ ...form, ...context })));

export const signedTransaction = transactionWith({});
export const minedTransaction = transactionWith({
  ...{ blockHash: hash, blockNumber: uint, blockTimestamp: uint, from: address, hash, transactionIndex: uint },
});
export const waitingTransaction = transactionWith({
  ...{
    "blockHash?": none,
    "blockNumber?": none,
    "blockTimestamp?": none,
    from: address,
    hash,
    "transactionIndex?": none,
  },
});

const header = {
  ...{ hash, parentHash: hash, sha3Uncles: hash, miner: address, stateRoot: hash, transactionsRoot: hash },
  ...{ receiptsRoot: hash, logsBloom: text("^0x[0-9a-f]{512}$"), "difficulty?": uint, number: uint, gasLimit: uint },
  ...{ gasUsed: uint, timestamp: uint, extraData: bytes, mixHash: hash, nonce: text("^0x[0-9a-f]{16}$") },
  ...{ "baseFeePerGas?": uint, "withdrawalsRoot?": hash, "blobGasUsed?": uint, "excessBlobGas?": uint },
  ...{ "parentBeaconBlockRoot?": hash, "requestsHash?": hash },
};
const blockWith = (transactions: Schema): Schema =>
  object({ ...header, size: uint, transactions: listOf(transactions), uncles: listOf(hash) });
export const blockOfHashes = blockWith(hash);
export const fullBlock = blockWith(minedTransaction);

export const log = closed({
  ...{ "removed?": flag, "logIndex?": uint, "transactionIndex?": uint, transactionHash: hash, "blockHash?": hash },
  ...{ "blockNumber?": uint, "blockTimestamp?": uint, "address?": address, "data?": bytes, "topics?": listOf(hash) },
});
export const logs = listOf(log);
export const hashes = listOf(hash);
export const receipt = closed({
  ...{
    "type?": byte,
    transactionHash: hash,
    transactionIndex: uint,
    blockHash: hash,
    blockNumber: uint,
    from: address,
  },
  ...{ "to?": receiver, cumulativeGasUsed: uint, gasUsed: uint, "contractAddress?": receiver, logs },
  ...{ logsBloom: text("^0x[0-9a-f]{512}$"), "status?": uint, effectiveGasPrice: uint },
});
export const receipts = listOf(receipt);

export const proof = closed({
  ...{ address, accountProof: listOf(bytes), balance: uint, codeHash: hash, nonce: uint, storageHash: hash },
  storageProof: listOf(closed({ key: text("^0x[0-9a-f]{0,64}$"), value: uint, proof: listOf(bytes) })),
});
const ratios = listOf({ type: "number", minimum: 0, maximum: 1 });
export const feeHistory = closed({
  ...{ oldestBlock: uint, baseFeePerGas: listOf(uint), "baseFeePerBlobGas?": listOf(uint), gasUsedRatio: ratios },
  ...{ "blobGasUsedRatio?": ratios, "reward?": listOf(listOf(uint)) },
});
export const accessListResult = closed({ accessList, "error?": { type: "string" }, gasUsed: uint });
export const signed = object({ raw: bytes, tx: signedTransaction });

const callFailure = object({
  ...{ status: type(0), returnData: bytes, gasUsed: uint },
  error: oneOf(
    object({ code: { const: 3 }, message: text("^execution reverted.*") }),
    object({ code: { const: -32015 }, message: text("^vm execution error.*") }),
  ),
});
const callSuccess = object({ status: type(1), returnData: bytes, gasUsed: uint, logs });
export const simulatedBlocks = listOf({
  allOf: [oneOf(blockOfHashes, fullBlock), object({ calls: listOf(oneOf(callFailure, callSuccess)) })],
});

export const poolStatus = object({ pending: uint, queued: uint });
const byNonce = mapOf(waitingTransaction);
export const poolContentFrom = object({ pending: byNonce, queued: byNonce });
export const poolContent = object({ pending: mapOf(byNonce), queued: mapOf(byNonce) });

const step = object({
  ...{ pc: integer, op: { type: "string" }, gas: integer, gasCost: integer, depth: { type: "integer", minimum: 1 } },
  ...{ "error?": { type: "string" }, "refund?": integer, "stack?": listOf(uint), "memory?": listOf(hash) },
  ...{ "returnData?": bytes, "storage?": mapOf(hash) },
});
export const stepTrace = object({ gas: integer, failed: flag, returnValue: bytes, structLogs: listOf(step) });
export const blockTraces = listOf(object({ txHash: hash, result: { type: "object" } }));

// own
export const anyText: Schema = { type: "string", minLength: 1 };
export const blockHeader = object(header);
export const waitingTransactions = listOf(waitingTransaction);
export const addresses = listOf(address);
export const modules = mapOf({ type: "string" });
const summaries = mapOf(mapOf(text("^(0x[0-9a-f]{40}|contract creation): \\d+ wei \\+ \\d+ gas × \\d+ wei$")));
export const poolSummary = object({ pending: summaries, queued: summaries });
export const callFrame = object({
  from: address,
  "to?": address,
  type: anyText,
  gas: uint,
  gasUsed: uint,
  input: bytes,
});
const action = object({ from: address, gas: uint, value: uint });
export const flatTraces = listOf(
  object({
    ...{ action, blockHash: hash, blockNumber: integer, subtraces: integer, traceAddress: listOf(integer) },
    ...{ transactionHash: hash, transactionPosition: integer, type: anyText },
  }),
);
export const rpcError = closed({ code: { type: "integer" }, message: anyText, "data?": {} });
export const nullable = (schema: Schema): Schema => oneOf(none, schema);
