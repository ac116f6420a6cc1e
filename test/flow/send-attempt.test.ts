// Sending and watching one attempt: the bytes are stored before they are sent, and never change (R-072…R-079).
import { recoverTransactionAddress } from "viem";
import { describe, expect, test, vi } from "vitest";
import { type Hex, RpcError } from "../../src/chains/chain.ts";
import type { AttemptRow, UnsignedTransaction } from "../../src/domain/attempt/attempt.ts";
import { nextNonce } from "../../src/domain/attempt/store.ts";
import { cancelPayment } from "../../src/flow/attempts/cancel-payment.ts";
import { ACCOUNT, aSenderAccount, MINUTE, PLAN, SENDER } from "./a-sender-account.ts";

describe("sending", () => {
  test("stores the signed bytes before the node sees them, and checks them after a minute (R-072)", async () => {
    const account = aSenderAccount();
    const { id } = account.prepare();
    await account.send(account.now(id));
    expect(account.stored).toEqual(["signed"]);
    expect(account.moves()).toEqual(["", "prepare", "sign", "broadcast"]);
    expect(account.now(id)).toMatchObject({
      state: "sent",
      sends: 1,
      sent_at: account.world.clock.now(),
      raw: account.submitted[0],
    });
    expect(account.watched()).toEqual([`watch-attempt ${id} in 60 s`]);
  });

  test("signs with the sender's key, for the right chain, at the planned nonce", async () => {
    const account = aSenderAccount();
    await account.send(account.prepare());
    const serializedTransaction = account.submitted[0] as `0x02${string}`;
    expect((await recoverTransactionAddress({ serializedTransaction })).toLowerCase()).toBe(SENDER);
    expect(account.now(1).hash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test("that is refused releases the nonce and stores the reason (R-077)", async () => {
    const account = aSenderAccount(() => new RpcError(-32_000, "txpool is full"));
    const row = account.prepare();
    await account.send(row);
    expect(account.moves()).toEqual(["", "prepare", "sign", "retry"]);
    expect(account.now(row.id)).toMatchObject({ state: "void", error: "txpool is full", sends: 0 });
    expect(nextNonce(account.world.db, "bsc", SENDER)).toBe(0);
    expect(account.watched()).toEqual([`submit ${account.subject} in 2 s`]);
  });

  test("of bytes that the node knows already counts as sent (R-073)", async () => {
    const account = aSenderAccount();
    const raw = await ACCOUNT.signTransaction({
      ...{ type: "eip1559", chainId: 56, nonce: 0, to: PLAN.to as Hex, value: 5n, gas: 21_000n },
      ...{ maxFeePerGas: 800n, maxPriorityFeePerGas: 80n },
    });
    account.pool.add(raw);
    await account.send(account.prepare());
    expect(account.submitted).toEqual([raw]);
    expect([account.now(1).state, account.moves().at(-1)]).toEqual(["sent", "broadcast"]);
  });

  test("whose outcome is unknown keeps the nonce, and the identical bytes go out again (R-073, R-074)", async () => {
    const account = aSenderAccount((number) => (number === 1 ? new TypeError("the answer was lost") : undefined));
    const row = account.prepare();
    await expect(account.send(row)).rejects.toThrow("the answer was lost");
    expect([account.now(row.id).state, nextNonce(account.world.db, "bsc", SENDER)]).toEqual(["signed", 1]);
    await account.send(account.now(row.id));
    expect(account.now(row.id).state).toBe("sent");
    expect(account.submitted[1]).toBe(account.submitted[0]);
    expect(account.moves()).toEqual(["", "prepare", "sign", "broadcast"]);
  });

  test("of bytes that the node had accepted before the process ended takes no other nonce, and the next payment has the following one (R-073, R-078)", async () => {
    const account = aSenderAccount();
    const row = account.prepare();
    const end = vi.spyOn(account.world.db, "transaction").mockImplementation(() => {
      throw new Error("the process ended");
    });
    // Signed and broadcast; the result is not stored any more.
    end.mockImplementationOnce((work) => {
      end.mockRestore();
      const done = account.world.db.transaction(work);
      vi.spyOn(account.world.db, "transaction").mockImplementationOnce(() => {
        throw new Error("the process ended");
      });
      return done;
    });
    await expect(account.send(row)).rejects.toThrow("the process ended");
    expect([account.now(row.id).state, account.pool.size]).toEqual(["signed", 1]);
    await account.watch(row.id, 0);
    expect(account.now(row.id)).toMatchObject({ state: "sent", nonce: 0 });
    expect(new Set(account.submitted).size).toBe(1);
    expect(account.prepare("transfer", "another").nonce).toBe(1);
  });

  test("never asks the node for a nonce: whatever the node answers, nonces are counted in the database (R-076)", async () => {
    const account = aSenderAccount();
    const asked: string[] = [];
    const chain = account.parts.chains.get("bsc");
    const request = chain.request.bind(chain);
    chain.request = ((method: string, parameters?: readonly unknown[]) => {
      asked.push(method);
      return method === "eth_getTransactionCount" ? Promise.resolve("0x63") : request(method, parameters);
    }) as typeof chain.request;
    const nonces = [];
    for (const subject of ["a", "b", "c"]) {
      const row = account.prepare("transfer", subject);
      nonces.push(row.nonce);
      if (subject !== "b") await account.send({ ...row, subject: account.subject, kind: "cancel" });
    }
    expect(nonces).toEqual([0, 1, 2]);
    expect(asked).not.toContain("eth_getTransactionCount");
  });
});

describe("watching", () => {
  async function aSentAttempt(refusal?: Parameters<typeof aSenderAccount>[0]) {
    const account = aSenderAccount(refusal);
    await account.send(account.prepare());
    return account;
  }

  test("sends the identical bytes again when the node has lost them (R-073)", async () => {
    const account = await aSentAttempt();
    account.pool.clear();
    await account.watch(1);
    expect(account.submitted).toEqual([account.submitted[0], account.submitted[0]]);
    expect(account.now(1)).toMatchObject({ state: "sent", sends: 2, sent_at: account.world.clock.now() });
    expect(account.watched()).toEqual(["watch-attempt 1 in 60 s"]);
  });

  test("relies on receipts when the node refuses them", async () => {
    const account = await aSentAttempt((number) => (number > 1 ? new RpcError(-32_000, "nonce too low") : undefined));
    account.pool.clear();
    await account.watch(1);
    expect([account.now(1).state, account.watched()]).toEqual(["sent", ["watch-attempt 1 in 60 s"]]);
  });

  test("replaces an attempt that is stuck for a minute at the same nonce with higher fees; both stay tracked (R-079)", async () => {
    const account = await aSentAttempt();
    await account.watch(1);
    const [first, second] = account.all();
    expect([first?.state, second?.state, second?.kind, second?.nonce]).toEqual(["sent", "sent", "replacement", 0]);
    const fees = (row?: AttemptRow) => JSON.parse(row!.plan) as UnsignedTransaction;
    expect(Number(fees(second).maxFeePerGas)).toBeGreaterThanOrEqual(880);
    expect(Number(fees(second).maxPriorityFeePerGas)).toBeGreaterThanOrEqual(88);
    expect({ ...fees(second), maxFeePerGas: "", maxPriorityFeePerGas: "" }).toEqual({
      ...PLAN,
      maxFeePerGas: "",
      maxPriorityFeePerGas: "",
    });
    expect(account.watched()).toEqual(["watch-attempt 2 in 60 s"]);
  });

  test("does nothing before the minute is over", async () => {
    const account = await aSentAttempt();
    await account.watch(1, MINUTE - 1);
    expect([account.all().length, account.watched()]).toEqual([1, ["watch-attempt 1 in 60 s"]]);
  });

  test("does not replace an attempt that was replaced already", async () => {
    const account = await aSentAttempt();
    await account.watch(1);
    await account.watch(1);
    expect([account.all().length, account.watched()]).toEqual([2, ["watch-attempt 1 in 120 s"]]);
  });

  test("does not send again an attempt whose replacement is in the pool, until that one is lost too", async () => {
    const account = await aSentAttempt();
    await account.watch(1);
    account.pool.delete(account.now(1).raw);
    await account.watch(1);
    expect([account.submitted.length, account.watched()]).toEqual([2, ["watch-attempt 1 in 120 s"]]);
    account.pool.clear();
    await account.watch(1);
    expect([account.submitted.length, account.now(1).sends]).toEqual([3, 2]);
  });

  test("sends an attempt that the node keeps losing less and less often, and never gives it up (R-109)", async () => {
    const account = await aSentAttempt();
    const waits = [];
    for (let time = 0; time < 4; time += 1) {
      account.pool.clear();
      await account.watch(1);
      waits.push(...account.watched());
    }
    expect(waits).toEqual([60, 120, 180, 240].map((seconds) => `watch-attempt 1 in ${seconds} s`));
  });

  test("continues with the first attempt when its replacement is refused", async () => {
    const account = await aSentAttempt((number) =>
      number === 2 ? new RpcError(-32_000, "replacement transaction underpriced") : undefined,
    );
    await account.watch(1);
    expect(account.all().map(({ state }) => state)).toEqual(["sent", "void"]);
    expect(account.watched()).toEqual(["watch-attempt 1 in 60 s"]);
  });

  test("replaces ten times at most, and keeps the last one in the pool for ever, with ever rarer checks (R-109, R-110)", async () => {
    const account = await aSentAttempt();
    for (let minute = 0; minute < 15; minute += 1) await account.watch(account.all().at(-1)!.id);
    expect(account.all()).toHaveLength(11);
    expect(account.watched()).toEqual(["watch-attempt 11 in 300 s"]);
    account.pool.clear();
    await account.watch(11);
    expect(account.pool.has(account.now(11).raw)).toBe(true);
  });

  test("ends when the attempt is in a block or has lost", async () => {
    for (const state of ["mined", "lost"]) {
      const account = await aSentAttempt();
      account.world.db.run("update attempt set state = :state", { state });
      await account.watch(1);
      expect([account.submitted.length, account.watched()]).toEqual([1, []]);
    }
  });
});

describe("cancelling a payment", () => {
  async function aSentPayment(refusal?: Parameters<typeof aSenderAccount>[0]) {
    const account = aSenderAccount(refusal);
    await account.send(account.prepare("payout"));
    return { ...account, cancel: () => cancelPayment(account.parts, "payout", account.subject) };
  }

  test("sends nothing to oneself at the same nonce, with higher fees (R-088)", async () => {
    const account = await aSentPayment();
    await account.cancel();
    const [payment, cancel] = account.all();
    expect([payment?.state, cancel?.state, cancel?.kind, cancel?.nonce]).toEqual(["sent", "sent", "cancel", 0]);
    const plan = JSON.parse(cancel!.plan) as UnsignedTransaction;
    expect(plan).toMatchObject({ to: SENDER, value: "0", data: "0x", gas: "21000" });
    expect(Number(plan.maxFeePerGas)).toBeGreaterThanOrEqual(880);
  });

  test("is done once", async () => {
    const account = await aSentPayment();
    await account.cancel();
    await account.cancel();
    expect(account.submitted).toHaveLength(2);
  });

  test("that the node refuses does not change the payment, and can be tried again", async () => {
    const account = await aSentPayment((number) =>
      number === 2 ? new RpcError(-32_000, "txpool is full") : undefined,
    );
    await account.cancel();
    expect(account.all().map(({ state }) => state)).toEqual(["sent", "void"]);
    await account.cancel();
    expect(account.all().map(({ state }) => state)).toEqual(["sent", "void", "sent"]);
  });

  test("whose send failed with an internal error is sent later with the identical bytes (R-073, R-110)", async () => {
    const account = await aSentPayment((number) => (number === 2 ? new TypeError("the answer was lost") : undefined));
    await expect(account.cancel()).rejects.toThrow("the answer was lost");
    expect(account.all().map(({ state }) => state)).toEqual(["sent", "signed"]);
    await account.cancel();
    expect(account.all().map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(account.submitted[2]).toBe(account.submitted[1]);
  });

  test("comes too late when the payment is in a block, and does nothing when it was never sent", async () => {
    const account = await aSentPayment();
    account.world.db.run("update attempt set state = 'mined'");
    await account.cancel();
    expect(account.all()).toHaveLength(1);
    // A sent attempt never goes back: the trigger that enforces it is dropped to get a prepared one.
    account.world.db.run("drop trigger attempt_moves");
    account.world.db.run("update attempt set state = 'prepared'");
    await account.cancel();
    expect(account.all()).toHaveLength(1);
  });
});
