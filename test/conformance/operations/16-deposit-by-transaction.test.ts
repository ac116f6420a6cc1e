// Section 16: GET /deposits/tx/{tx_id}.
import { expect, test } from "vitest";
import { aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { aContract, aWallet, payToken } from "../../support/payments/on-chain.ts";
import { exact, expectProblem } from "../api.ts";
import { send } from "../http-client.ts";

const sandbox = sharedSandbox();
const NOT_THERE = `0x${"ab".repeat(32)}`;

async function aDeposit(amount = "4") {
  const wallet = await aWallet(sandbox().api);
  const hash = await payToken(sandbox(), { to: wallet.address, amount });
  return { wallet, hash, path: `/deposits/tx/${hash}` };
}

test("it is there, for those who have a key (S-234)", async () => {
  const { path } = await aDeposit();
  expect((await send(sandbox(), { path })).status).toBe(200);
  for (const key of [null, "sk_sandbox_wrong"])
    expectProblem(await send(sandbox(), { path, key }), 401, "Missing or invalid API key");
});

test("the transaction id is a required string, in any case of its letters (S-235)", async () => {
  const { path, hash } = await aDeposit();
  const { data } = await exact(sandbox(), path);
  expect((await exact(sandbox(), `/deposits/tx/0x${hash.slice(2).toUpperCase()}`)).data).toEqual(data);
  for (const none of ["/deposits/tx/", "/deposits/tx/%20"])
    expectProblem(await send(sandbox(), { path: none }), 400, "Invalid request parameters");
});

test("200 is the envelope with the deposit as data, the one that its id finds (S-236)", async () => {
  const { path, hash } = await aDeposit("2.5");
  const reply = await exact(sandbox(), path);
  expect(reply).toEqual({ success: true, message: "operation completed successfully", data: expect.any(Object) });
  expect(reply.data).toMatchObject({ tx_id: hash, symbol: "USDC", balance: { amount: { number: "2.5" } } });
  expect((await exact(sandbox(), `/deposits/${reply.data.id}`)).data).toEqual(reply.data);
});

test("of several transfers in one transaction it gives the latest, the list gives all (S-237, S-238, S-239, S-240)", async () => {
  const wallets = [await aWallet(sandbox().api), await aWallet(sandbox().api, { owner: "bob" })];
  const batch = await aContract(sandbox(), "BatchSender");
  const chain = sandbox().chain("base");
  await payToken(sandbox(), { to: batch.address, amount: "10" });
  const legs = [wallets[0], wallets[1], wallets[0]].map((wallet, at) => ({
    token: chain.token("USDC"),
    to: wallet!.address,
    amount: BigInt(at + 1) * 1_000_000n,
  }));
  const { transactionHash: hash } = await batch.call("send", [legs]);
  const rows = (await exact(sandbox(), `/deposits?tx_id=${hash}&sort[]=id:asc`)).data;
  expect(rows.map((row: any) => row.balance.amount.number)).toEqual(["1", "2", "3"]);
  expect(new Set(rows.map((row: any) => row.id)).size).toBe(3);
  expect(new Set(rows.map((row: any) => row.time)).size).toBe(1);
  expect((await exact(sandbox(), `/deposits/tx/${hash}`)).data).toEqual(rows[2]);
  expect((await exact(sandbox(), `/deposits?filter[]=tx_id:${hash}`)).data).toEqual(rows.toReversed());
});

test("malformed ids are 400, unknown ones 404 (S-241, S-242)", async () => {
  for (const id of ["a'b", "a%2Fb", "x".repeat(129)])
    expectProblem(await send(sandbox(), { path: `/deposits/tx/${id}` }), 400, "Invalid request parameters");
  for (const id of [NOT_THERE, "0xabc", "does-not-exist"])
    expectProblem(await send(sandbox(), { path: `/deposits/tx/${id}` }), 404, "Transaction not found");
});

test("an internal error is 500 and reveals nothing of the server (S-243)", async () => {
  const broken = await aSandbox();
  broken.store.script("alter table deposit rename to lost");
  const reply = await send(broken, { path: `/deposits/tx/${NOT_THERE}` });
  broken.store.script("alter table lost rename to deposit");
  expectProblem(reply, 500, "Internal server error");
  // The sandbox reported it to its operator only.
  expect(broken.mistakes.splice(0)).toHaveLength(1);
  expectProblem(await send(broken, { path: `/deposits/tx/${NOT_THERE}` }), 404, "Transaction not found");
});
