// Story: while the clock runs, a confirmation block that is owed takes the transfers of other connections with it (I-15).
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { allDeposits, aWallet, eventsOf, payToken } from "../../support/payments/on-chain.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

const SENDERS = 8;
const EACH = 6;

const height = async ({ control }: ASandbox): Promise<number> =>
  (await control("GET", "/networks")).items.find((one: { network: string }) => one.network === "base").head.number;

/** Signed transfers of one base unit of USDC on Base by each sender, in the order of its nonces. */
function transfersTo(sandbox: ASandbox, to: Hex): Promise<Hex[][]> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, 1n] });
  const fees = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000n } as const;
  const transfer = {
    type: "eip1559",
    chainId: 8453,
    to: sandbox.chain("base").token("USDC"),
    data,
    gas: 100_000n,
  } as const;
  return Promise.all(
    Array.from({ length: SENDERS }, (_, index) => {
      const account = privateKeyToAccount(sandbox.ready.accounts[index]!.private_key as Hex);
      const nonces = Array.from({ length: EACH }, (__, nonce) => nonce);
      return Promise.all(nonces.map((nonce) => account.signTransaction({ ...transfer, ...fees, nonce })));
    }),
  );
}

/** Sends one after the other; each is mined when its answer comes. Returns the hashes. */
async function sendAll(sandbox: ASandbox, raws: readonly Hex[]): Promise<Hex[]> {
  const { public: client } = sandbox.chain("base");
  const hashes: Hex[] = [];
  for (const serializedTransaction of raws) {
    const hash = await client.sendRawTransaction({ serializedTransaction });
    expect((await client.getTransactionReceipt({ hash })).status).toBe("success");
    hashes.push(hash);
  }
  return hashes;
}

/** Every transfer is one deposit, told of and confirmed once, and the balance is their sum. */
async function expectDeposits(sandbox: ASandbox, address: Hex, hashes: readonly Hex[]): Promise<void> {
  await sandbox.control("POST", "/run-until-idle");
  const deposits = await allDeposits(sandbox.api);
  expect(deposits.map(({ tx_id }) => tx_id).toSorted()).toEqual(hashes.toSorted());
  for (const type of ["deposit.new", "deposit.confirmed"]) {
    const told = (await eventsOf(sandbox, { type })).map(({ resource_id }) => resource_id);
    expect(told.toSorted()).toEqual(deposits.map(({ id }) => id).toSorted());
  }
  const { data } = await sandbox.api.GET("/wallets/address/{address}", { params: { path: { address } } });
  expect(data?.data.balances.map(({ balance }) => balance.raw)).toContain(String(hashes.length));
  expect(await brokenInvariants(sandbox)).toEqual([]);
}

test("eight senders at once: no deposit is lost, each is confirmed once, and fewer blocks are mined than two for each", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const { address } = await aWallet(sandbox.api);
  const raws = await transfersTo(sandbox, address);
  const hashes = (await Promise.all(raws.map((own) => sendAll(sandbox, own)))).flat();
  await expectDeposits(sandbox, address, hashes);
  expect(await height(sandbox)).toBeLessThan(2 * SENDERS * EACH);
});

test.each([
  ["running", "one after the other"],
  ["running", "in one batch"],
  ["frozen", "by eight senders at once"],
] as const)("with a %s clock, transfers that are sent %s have two blocks each", async (clock, how) => {
  const sandbox = await aSandbox({ clock });
  const { address } = await aWallet(sandbox.api);
  const raws = (await transfersTo(sandbox, address)).map((own) => own.slice(0, 2));
  const hashes: Hex[] = [];
  if (how === "in one batch") {
    const calls = raws
      .flat()
      .map((raw, id) => ({ jsonrpc: "2.0", id, method: "eth_sendRawTransaction", params: [raw] }));
    const headers = { "content-type": "application/json" };
    const answer = await fetch(sandbox.chain("base").url, { method: "POST", headers, body: JSON.stringify(calls) });
    for (const { result } of (await answer.json()) as { result: Hex }[]) hashes.push(result);
  } else if (how === "one after the other") hashes.push(...(await sendAll(sandbox, raws.flat())));
  else hashes.push(...(await Promise.all(raws.map((own) => sendAll(sandbox, own)))).flat());
  await expectDeposits(sandbox, address, hashes);
  expect(await height(sandbox)).toBe(2 * hashes.length);
});

test("more confirmations, transfers between strangers and a fault that holds blocks back among them: everything is confirmed", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 5 });
  const { address } = await aWallet(sandbox.api);
  const [first, ...raws] = await transfersTo(sandbox, address);
  const stranger = sandbox.chain("base", 0).account.address;
  const { id } = await sandbox.control("POST", "/faults", { gate: "chain.mine", effect: "halt", times: 2 });
  const { public: client } = sandbox.chain("base");
  const held = first!.map((serializedTransaction) => client.sendRawTransaction({ serializedTransaction }));
  const paid = raws.map(async (own) => {
    const sent: Hex[] = [];
    for (const serializedTransaction of own) sent.push(await client.sendRawTransaction({ serializedTransaction }));
    return sent;
  });
  const strangers = async (): Promise<void> => {
    for (const amount of ["1", "2", "3"]) await payToken(sandbox, { to: stranger, amount, from: 9 });
  };
  const [hashes] = await Promise.all([Promise.all([Promise.all(held), ...paid]), strangers()]);
  await sandbox.control("DELETE", `/faults/${id}`);
  await expectDeposits(sandbox, address, hashes.flat());
});
