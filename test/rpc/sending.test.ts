// Sending: error codes and texts of geth for refused transactions, and the ten development accounts.
import { parseGwei, recoverMessageAddress, recoverTypedDataAddress, type TransactionSerializable } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hex } from "../../src/chains/chain.ts";
import { type AnRpc, alice, anRpc, bob, carol, developers } from "../support/an-rpc.ts";
import { ask, get } from "./a-client.ts";

let rpc: AnRpc;
let url: string;
beforeAll(async () => {
  rpc = await anRpc({ mining: "manual" });
  url = rpc.url();
});
afterAll(() => rpc.close());

const transfer = { type: "eip1559", chainId: 8453, gas: 21_000n, value: 1n, maxPriorityFeePerGas: 0n } as const;
const sign = (more: Partial<TransactionSerializable> & { nonce: number }, from = carol) =>
  from.signTransaction({
    ...transfer,
    to: bob.address,
    maxFeePerGas: parseGwei("1"),
    ...more,
  } as TransactionSerializable);

describe("the pool refuses", () => {
  beforeAll(async () => {
    await get(url, "eth_sendRawTransaction", [await sign({ nonce: 0 })]);
    await rpc.loop.mine("base", 1);
    await get(url, "eth_sendRawTransaction", [await sign({ nonce: 1 })]);
  });

  test.each<[string, Partial<TransactionSerializable> & { nonce: number }, RegExp]>([
    ["the same again", { nonce: 1 }, /^already known$/],
    ["another of the same nonce and price", { nonce: 1, value: 2n }, /^replacement transaction underpriced$/],
    ["a nonce that was used", { nonce: 0 }, /^nonce too low: next nonce 1, tx nonce 0$/],
    [
      "more than there is",
      { nonce: 2, value: 10n ** 30n },
      /^insufficient funds for gas \* price \+ value: balance \d+, tx cost \d+$/,
    ],
    ["too little gas", { nonce: 2, gas: 20_000n }, /^intrinsic gas too low: gas 20000, minimum needed 21000$/],
    [
      "a cap below the base fee",
      { nonce: 2, maxFeePerGas: 7n },
      /^max fee per gas less than block base fee: address 0x3C44\w+, maxFeePerGas: 7, baseFee: \d+$/,
    ],
    ["more gas than a transaction may take", { nonce: 2, gas: 20_000_000n }, /^transaction gas limit too high/],
    ["the id of another chain", { nonce: 2, chainId: 1 }, /^invalid chain id for signer/],
  ])("%s", async (_name, more, wording) => {
    const { error } = await ask(url, "eth_sendRawTransaction", [await sign(more)]);
    expect(error?.code).toBe(-32000);
    expect(error?.message).toMatch(wording);
  });

  test.each([["0x"], ["0x1234"], ["0xf8"], [`0x02${"00".repeat(40)}`]])("%s is not a transaction", async (raw) => {
    expect((await ask(url, "eth_sendRawTransaction", [raw])).error?.code).toBeLessThanOrEqual(-32000);
  });

  test.each([[[]], [["0xzz"]], [["0x123"]], [[7]]])("%j are bad arguments", async (params) => {
    expect((await ask(url, "eth_sendRawTransaction", params)).error?.code).toBe(-32602);
  });

  test("higher fees at the same nonce replace what waits", async () => {
    const hash = await get(url, "eth_sendRawTransaction", [
      await sign({ nonce: 1, maxFeePerGas: parseGwei("2"), maxPriorityFeePerGas: 1n }),
    ]);
    const waiting = await get<{ hash: Hex }[]>(url, "eth_pendingTransactions");
    expect(waiting.map((one) => one.hash)).toEqual([hash]);
  });
});

describe("the ten accounts", () => {
  test("are listed", async () => {
    expect(await get(url, "eth_accounts")).toEqual(developers.map(({ address }) => address.toLowerCase()));
  });

  test("send without a wallet, twenty at once with as many nonces", async () => {
    const sends = Array.from({ length: 20 }, (_, index) =>
      get<Hex>(url, "eth_sendTransaction", [
        { from: alice.address, to: bob.address, value: `0x${index.toString(16)}` },
      ]),
    );
    const hashes = await Promise.all(sends);
    await rpc.loop.mine("base", 1);
    const found = await Promise.all(
      hashes.map((hash) => get<{ nonce: Hex; type: Hex }>(url, "eth_getTransactionByHash", [hash])),
    );
    expect(found.map(({ nonce }) => Number(nonce)).toSorted((a, b) => a - b)).toEqual(sends.map((_, index) => index));
    expect(found.every(({ type }) => type === "0x2")).toBe(true);
  });

  test("send with the given type, gas, fees, nonce and data", async () => {
    const from = developers[3]!.address;
    const hashes = [
      await get<Hex>(url, "eth_sendTransaction", [
        { from, to: bob.address, gasPrice: "0x77359400", gas: "0x7530", nonce: "0x0" },
      ]),
      await get<Hex>(url, "eth_sendTransaction", [{ from, to: bob.address, accessList: [], gasPrice: "0x77359400" }]),
      await get<Hex>(url, "eth_sendTransaction", [
        { from, to: bob.address, maxFeePerGas: "0x77359400", input: "0x1234" },
      ]),
    ];
    await rpc.loop.mine("base", 1);
    const [legacy, listed, modern] = await Promise.all(
      hashes.map((hash) => get(url, "eth_getTransactionByHash", [hash])),
    );
    expect(legacy).toMatchObject({ type: "0x0", gas: "0x7530", gasPrice: "0x77359400", nonce: "0x0" });
    expect(listed).toMatchObject({ type: "0x1", accessList: [], nonce: "0x1" });
    expect(modern).toMatchObject({ type: "0x2", maxFeePerGas: "0x77359400", input: "0x1234", nonce: "0x2" });
  });

  test("deploy contracts and set their own code", async () => {
    const from = developers[4]!.address;
    const deployed = await get<Hex>(url, "eth_sendTransaction", [{ from, data: "0x6001600c60003960016000f300" }]);
    const authorization = await developers[4]!.signAuthorization!({ address: bob.address, chainId: 8453, nonce: 2 });
    const hex = (value: number | bigint | undefined) => `0x${(value ?? 0).toString(16)}`;
    const authorizationList = [
      { ...authorization, chainId: hex(8453), nonce: hex(2), yParity: hex(authorization.yParity), v: undefined },
    ];
    const delegated = await get<Hex>(url, "eth_sendTransaction", [
      { from, to: from, authorizationList, gas: "0x186a0" },
    ]);
    await rpc.loop.mine("base", 1);
    const receipt = await get<{ contractAddress: Hex }>(url, "eth_getTransactionReceipt", [deployed]);
    expect(receipt.contractAddress).toMatch(/^0x[0-9a-f]{40}$/);
    expect(await get(url, "eth_getTransactionByHash", [delegated])).toMatchObject({ type: "0x4" });
    expect(await get(url, "eth_getCode", [from])).toBe(`0xef0100${bob.address.slice(2).toLowerCase()}`);
  });

  test.each<[string, Record<string, unknown>, number, RegExp]>([
    ["a stranger", { from: `0x${"99".repeat(20)}`, to: bob.address }, -32000, /^unknown account$/],
    ["no sender", { to: bob.address }, -32602, /from/],
    ["a contract without code", { from: alice.address }, -32000, /^contract creation without any data/],
    ["another chain", { from: alice.address, to: bob.address, chainId: "0x1" }, -32000, /^chainId does not match/],
    ["blobs", { from: alice.address, to: bob.address, blobs: [] }, -32000, /^blob/],
    [
      "two kinds of fees",
      { from: alice.address, to: bob.address, gasPrice: "0x1", maxFeePerGas: "0x1" },
      -32000,
      /^both gasPrice/,
    ],
    [
      "a tip above the cap",
      { from: alice.address, to: bob.address, maxFeePerGas: "0x1", maxPriorityFeePerGas: "0x2" },
      -32000,
      /^maxFeePerGas/,
    ],
    ["a value that is none", { from: alice.address, to: bob.address, value: "ten" }, -32602, /value/],
  ])("refuse %s", async (_name, request, code, wording) => {
    const { error } = await ask(url, "eth_sendTransaction", [request]);
    expect(error?.code).toBe(code);
    expect(error?.message).toMatch(wording);
  });

  test("a send that would revert is refused with its data, one after it goes through", async () => {
    const from = developers[5]!.address;
    const token = rpc.chain.definition.tokens[0]!.address;
    const data = `0xa9059cbb${bob.address.slice(2).padStart(64, "0")}${"1".padStart(64, "0")}`;
    const [refused, sent] = await Promise.all([
      ask(url, "eth_sendTransaction", [{ from, to: token, data }]),
      ask(url, "eth_sendTransaction", [{ from, to: bob.address }]),
    ]);
    expect(refused.error).toMatchObject({ code: 3, data: expect.stringMatching(/^0xe450d38c/) });
    expect(sent.result).toMatch(/^0x/);
  });

  test("sign messages and typed data as themselves", async () => {
    const message = { raw: "0x68656c6c6f" } as const;
    for (const [method, params] of [
      ["eth_sign", [alice.address, message.raw]],
      ["personal_sign", [message.raw, alice.address]],
    ] as const) {
      const signature = await get<Hex>(url, method, params);
      expect(await recoverMessageAddress({ message, signature })).toBe(alice.address);
    }
    const domain = { name: "Test", chainId: 8453 };
    const types = { Note: [{ name: "text", type: "string" }] };
    const typed = { domain, types, primaryType: "Note", message: { text: "hello" } } as const;
    for (const given of [typed, JSON.stringify(typed)]) {
      const signature = await get<Hex>(url, "eth_signTypedData_v4", [alice.address, given]);
      expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(alice.address);
    }
    const stranger = privateKeyToAccount(generatePrivateKey()).address;
    expect((await ask(url, "eth_sign", [stranger, "0x12"])).error?.message).toBe("unknown account");
    expect((await ask(url, "eth_signTypedData_v4", [alice.address, "{}"])).error?.code).toBe(-32602);
  });

  test("sign a transaction that is sent later", async () => {
    const from = developers[6]!.address;
    const signed = await get<{ raw: Hex; tx: { hash: Hex; type: Hex } }>(url, "eth_signTransaction", [
      { from, to: bob.address },
    ]);
    expect(signed.tx.type).toBe("0x2");
    expect(await get(url, "eth_sendRawTransaction", [signed.raw])).toBe(signed.tx.hash);
  });
});

test("a send can answer with its receipt when it is mined at once", async () => {
  const instant = await anRpc();
  try {
    const receipt = await get(instant.url(), "eth_sendRawTransactionSync", [await sign({ nonce: 0 })]);
    expect(receipt).toMatchObject({ status: "0x1", blockNumber: "0x1" });
  } finally {
    await instant.close();
  }
  expect((await ask(url, "eth_sendRawTransactionSync", [await sign({ nonce: 0 }, developers[7])])).error?.code).toBe(
    -32000,
  );
});
