// Killed while nothing moves: everything that can be asked for is afterwards as it was before, rows, heads, balances and pools.
import { createPublicClient, type Hex, http } from "viem";
import { expect, test } from "vitest";
import { aFolder, aFrozenStart, aStart } from "./a-process.ts";
import { type Client, clientOf } from "./client.ts";
import { end } from "./process.ts";

/** What the chains answer: head, what waits, the coin of an account, and a transaction that is in no block. */
async function chainFacts({ ready, must }: Client, waiting: readonly string[]) {
  const { items } = await must("GET", "/admin/networks");
  return Promise.all(
    items.map(async ({ network, head, waiting_transactions }: any) => {
      const chain = createPublicClient({ transport: http(ready.rpc[network]) });
      const address = ready.accounts[0]?.address as Hex;
      const [balance, nonce] = await Promise.all([
        chain.getBalance({ address }),
        chain.getTransactionCount({ address, blockTag: "pending" }),
      ]);
      const pool = await Promise.all(
        waiting.map((hash) =>
          chain.getTransaction({ hash: hash as Hex }).then(
            ({ blockNumber }) => blockNumber,
            () => "-",
          ),
        ),
      );
      return { network, head, waiting_transactions, balance, nonce, pool };
    }),
  );
}

/** Deposits, a payout, a settlement; then Base is mined by hand, and a payout and a deposit wait in its pool. */
async function aLife({ ready, must }: Client): Promise<string[]> {
  const addresses = await must("GET", `/v1/vault/${ready.vault_id}/addresses`);
  const { address: vault } = addresses.find(({ network_symbol }: any) => network_symbol === "base");
  const deposit = (to_address: string, network = "base"): Promise<{ tx_id: string }> =>
    must("POST", "/admin/deposits", { network, asset: "USDC", amount: "40", to_address });
  const order = { vault_id: ready.vault_id, asset: "USDC", network_symbol: "base", amount: "5" };
  const payout = (reference_id: string): Promise<unknown> =>
    must("POST", "/v1/transfer/payout", { ...order, reference_id, to_address: `0x${"c4a5".padEnd(40, "0")}` });
  const destination = { address: `0x${"c4a6".padEnd(40, "0")}`, asset_symbol: "USDC", network_id: "966" };
  const uda = await must("POST", "/v1/uda", { owner: "quiet", destination });
  await deposit(vault);
  await deposit(uda.deposit_addresses[0].address, "polygon");
  await payout("first");
  await must("POST", "/admin/run-until-idle", { advance: true, limit: "1h" });
  await must("PUT", "/admin/networks/base/mining", { mode: "manual" });
  await payout("waits");
  const { tx_id } = await deposit(vault);
  await must("POST", "/admin/run-until-idle", {});
  return [tx_id];
}

test("I-37 I-38 R-161 killed at a quiet moment, every row of the world, every head, balance and waiting transaction is there again", async () => {
  const folder = aFolder();
  const { running, client } = await aFrozenStart(folder);
  const waiting = await aLife(client);
  const [rows, chains] = [await client.must("GET", "/admin/export"), await chainFacts(client, waiting)];
  expect(chains.find(({ network }) => network === "base")).toMatchObject({ waiting_transactions: 2, pool: [null] });
  await end(running, "SIGKILL");
  const again = clientOf(await aStart(folder).ready);
  expect(await chainFacts(again, waiting)).toEqual(chains);
  expect(await again.must("GET", "/admin/export")).toEqual(rows);
});

test("I-38 R-162 killed between a block's inputs and its mining, that block is mined at the next start, and nothing else has changed", async () => {
  const folder = aFolder();
  const { running, client } = await aFrozenStart(folder);
  const waiting = await aLife(client);
  const before = await chainFacts(client, waiting);
  await end(running, "SIGTERM");
  const armed = aStart(folder, "block.after_intent");
  await clientOf(await armed.ready).ask("POST", "/admin/networks/base/mine", {});
  expect(await armed.ended).toBe("SIGKILL");
  const after = await chainFacts(clientOf(await aStart(folder).ready), waiting);
  const but = (facts: any[]): any[] => facts.filter(({ network }) => network !== "base");
  expect(but(after)).toEqual(but(before));
  const [was, is] = [before, after].map((facts) => facts.find(({ network }: any) => network === "base"));
  expect(is).toMatchObject({ waiting_transactions: 0, head: { number: was.head.number + 1 } });
  expect(is.pool).toEqual([BigInt(is.head.number)]);
});
