// Sending and looking after one attempt: bytes are written down before they are sent, and are never other bytes (R-072…R-079).
import { recoverTransactionAddress } from "viem";
import { describe, expect, test, vi } from "vitest";
import { type Hex, RpcError } from "../../src/chains/chain.ts";
import type { AttemptRow, UnsignedTransaction } from "../../src/domain/attempt/attempt.ts";
import { nextNonce } from "../../src/domain/attempt/store.ts";
import { cancelPayment } from "../../src/flow/attempts/cancel-payment.ts";
import { ACCOUNT, aLane, MINUTE, PLAN, SENDER } from "./a-sender-account.ts";

describe("sending", () => {
  test("writes the signed bytes down before the node sees them, and watches them for a minute (R-072)", async () => {
    const lane = aLane();
    const { id } = lane.prepare();
    await lane.send(lane.now(id));
    expect(lane.stored).toEqual(["signed"]);
    expect(lane.heard()).toEqual(["", "prepare", "sign", "broadcast"]);
    expect(lane.now(id)).toMatchObject({
      state: "sent",
      sends: 1,
      sent_at: lane.world.clock.now(),
      raw: lane.submitted[0],
    });
    expect(lane.watched()).toEqual([`watch-attempt ${id} in 60 s`]);
  });

  test("signs with the sender's key, for the right chain, at the planned nonce", async () => {
    const lane = aLane();
    await lane.send(lane.prepare());
    const serializedTransaction = lane.submitted[0] as `0x02${string}`;
    expect((await recoverTransactionAddress({ serializedTransaction })).toLowerCase()).toBe(SENDER);
    expect(lane.now(1).hash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test("that is refused gives the nonce back and says why (R-077)", async () => {
    const lane = aLane(() => new RpcError(-32_000, "txpool is full"));
    const row = lane.prepare();
    await lane.send(row);
    expect(lane.heard()).toEqual(["", "prepare", "sign", "retry"]);
    expect(lane.now(row.id)).toMatchObject({ state: "void", error: "txpool is full", sends: 0 });
    expect(nextNonce(lane.world.db, "bsc", SENDER)).toBe(0);
    expect(lane.watched()).toEqual([`submit ${lane.subject} in 2 s`]);
  });

  test("of bytes that the node knows already counts as sent (R-073)", async () => {
    const lane = aLane();
    const raw = await ACCOUNT.signTransaction({
      ...{ type: "eip1559", chainId: 56, nonce: 0, to: PLAN.to as Hex, value: 5n, gas: 21_000n },
      ...{ maxFeePerGas: 800n, maxPriorityFeePerGas: 80n },
    });
    lane.pool.add(raw);
    await lane.send(lane.prepare());
    expect(lane.submitted).toEqual([raw]);
    expect([lane.now(1).state, lane.heard().at(-1)]).toEqual(["sent", "broadcast"]);
  });

  test("whose outcome is unknown keeps the nonce, and the identical bytes go out again (R-073, R-074)", async () => {
    const lane = aLane((number) => (number === 1 ? new TypeError("the answer was lost") : undefined));
    const row = lane.prepare();
    await expect(lane.send(row)).rejects.toThrow("the answer was lost");
    expect([lane.now(row.id).state, nextNonce(lane.world.db, "bsc", SENDER)]).toEqual(["signed", 1]);
    await lane.send(lane.now(row.id));
    expect(lane.now(row.id).state).toBe("sent");
    expect(lane.submitted[1]).toBe(lane.submitted[0]);
    expect(lane.heard()).toEqual(["", "prepare", "sign", "broadcast"]);
  });

  test("of bytes that the node had taken before the end takes no other nonce, and the next payment has the one behind it (R-073, R-078)", async () => {
    const lane = aLane();
    const row = lane.prepare();
    const end = vi.spyOn(lane.world.db, "transaction").mockImplementation(() => {
      throw new Error("the process ended");
    });
    // Signed and handed over; nothing of what came of it is written any more.
    end.mockImplementationOnce((work) => {
      end.mockRestore();
      const done = lane.world.db.transaction(work);
      vi.spyOn(lane.world.db, "transaction").mockImplementationOnce(() => {
        throw new Error("the process ended");
      });
      return done;
    });
    await expect(lane.send(row)).rejects.toThrow("the process ended");
    expect([lane.now(row.id).state, lane.pool.size]).toEqual(["signed", 1]);
    await lane.watch(row.id, 0);
    expect(lane.now(row.id)).toMatchObject({ state: "sent", nonce: 0 });
    expect(new Set(lane.submitted).size).toBe(1);
    expect(lane.prepare("transfer", "another").nonce).toBe(1);
  });

  test("asks no node for its nonce: whatever one says of a sender, the lane counts for itself (R-076)", async () => {
    const lane = aLane();
    const asked: string[] = [];
    const chain = lane.parts.chains.get("bsc");
    const request = chain.request.bind(chain);
    chain.request = ((method: string, parameters?: readonly unknown[]) => {
      asked.push(method);
      return method === "eth_getTransactionCount" ? Promise.resolve("0x63") : request(method, parameters);
    }) as typeof chain.request;
    const nonces = [];
    for (const subject of ["a", "b", "c"]) {
      const row = lane.prepare("transfer", subject);
      nonces.push(row.nonce);
      if (subject !== "b") await lane.send({ ...row, subject: lane.subject, kind: "cancel" });
    }
    expect(nonces).toEqual([0, 1, 2]);
    expect(asked).not.toContain("eth_getTransactionCount");
  });
});

describe("watching", () => {
  async function aSentLane(refusal?: Parameters<typeof aLane>[0]) {
    const lane = aLane(refusal);
    await lane.send(lane.prepare());
    return lane;
  }

  test("sends the identical bytes again when the node has lost them (R-073)", async () => {
    const lane = await aSentLane();
    lane.pool.clear();
    await lane.watch(1);
    expect(lane.submitted).toEqual([lane.submitted[0], lane.submitted[0]]);
    expect(lane.now(1)).toMatchObject({ state: "sent", sends: 2, sent_at: lane.world.clock.now() });
    expect(lane.watched()).toEqual(["watch-attempt 1 in 60 s"]);
  });

  test("leaves it to the receipts when the node does not want them any more", async () => {
    const lane = await aSentLane((number) => (number > 1 ? new RpcError(-32_000, "nonce too low") : undefined));
    lane.pool.clear();
    await lane.watch(1);
    expect([lane.now(1).state, lane.watched()]).toEqual(["sent", ["watch-attempt 1 in 60 s"]]);
  });

  test("replaces what is stuck for a minute at the same nonce with higher fees; both stay in the race (R-079)", async () => {
    const lane = await aSentLane();
    await lane.watch(1);
    const [first, second] = lane.all();
    expect([first?.state, second?.state, second?.kind, second?.nonce]).toEqual(["sent", "sent", "replacement", 0]);
    const fees = (row?: AttemptRow) => JSON.parse(row!.plan) as UnsignedTransaction;
    expect(Number(fees(second).maxFeePerGas)).toBeGreaterThanOrEqual(880);
    expect(Number(fees(second).maxPriorityFeePerGas)).toBeGreaterThanOrEqual(88);
    expect({ ...fees(second), maxFeePerGas: "", maxPriorityFeePerGas: "" }).toEqual({
      ...PLAN,
      maxFeePerGas: "",
      maxPriorityFeePerGas: "",
    });
    expect(lane.watched()).toEqual(["watch-attempt 2 in 60 s"]);
  });

  test("does nothing before the minute is over", async () => {
    const lane = await aSentLane();
    await lane.watch(1, MINUTE - 1);
    expect([lane.all().length, lane.watched()]).toEqual([1, ["watch-attempt 1 in 60 s"]]);
  });

  test("does not replace what was replaced already", async () => {
    const lane = await aSentLane();
    await lane.watch(1);
    await lane.watch(1);
    expect([lane.all().length, lane.watched()]).toEqual([2, ["watch-attempt 1 in 120 s"]]);
  });

  test("does not send again what its replacement pushed out of the pool, until that one is lost too", async () => {
    const lane = await aSentLane();
    await lane.watch(1);
    lane.pool.delete(lane.now(1).raw);
    await lane.watch(1);
    expect([lane.submitted.length, lane.watched()]).toEqual([2, ["watch-attempt 1 in 120 s"]]);
    lane.pool.clear();
    await lane.watch(1);
    expect([lane.submitted.length, lane.now(1).sends]).toEqual([3, 2]);
  });

  test("sends what the node loses again and again more and more rarely, and never gives it up (R-109)", async () => {
    const lane = await aSentLane();
    const waits = [];
    for (let time = 0; time < 4; time += 1) {
      lane.pool.clear();
      await lane.watch(1);
      waits.push(...lane.watched());
    }
    expect(waits).toEqual([60, 120, 180, 240].map((seconds) => `watch-attempt 1 in ${seconds} s`));
  });

  test("goes on with the first when its replacement is refused", async () => {
    const lane = await aSentLane((number) =>
      number === 2 ? new RpcError(-32_000, "replacement transaction underpriced") : undefined,
    );
    await lane.watch(1);
    expect(lane.all().map(({ state }) => state)).toEqual(["sent", "void"]);
    expect(lane.watched()).toEqual(["watch-attempt 1 in 60 s"]);
  });

  test("replaces ten times at most, and keeps the last one alive for ever, with ever rarer looks (R-109, R-110)", async () => {
    const lane = await aSentLane();
    for (let minute = 0; minute < 15; minute += 1) await lane.watch(lane.all().at(-1)!.id);
    expect(lane.all()).toHaveLength(11);
    expect(lane.watched()).toEqual(["watch-attempt 11 in 300 s"]);
    lane.pool.clear();
    await lane.watch(11);
    expect(lane.pool.has(lane.now(11).raw)).toBe(true);
  });

  test("is over when the attempt is in a block or has lost", async () => {
    for (const state of ["mined", "lost"]) {
      const lane = await aSentLane();
      lane.world.db.run("update attempt set state = :state", { state });
      await lane.watch(1);
      expect([lane.submitted.length, lane.watched()]).toEqual([1, []]);
    }
  });
});

describe("cancelling a payment", () => {
  async function aPaidLane(refusal?: Parameters<typeof aLane>[0]) {
    const lane = aLane(refusal);
    await lane.send(lane.prepare("payout"));
    return { ...lane, cancel: () => cancelPayment(lane.parts, "payout", lane.subject) };
  }

  test("sends nothing to oneself at the same nonce, with higher fees (R-088)", async () => {
    const lane = await aPaidLane();
    await lane.cancel();
    const [payment, cancel] = lane.all();
    expect([payment?.state, cancel?.state, cancel?.kind, cancel?.nonce]).toEqual(["sent", "sent", "cancel", 0]);
    const plan = JSON.parse(cancel!.plan) as UnsignedTransaction;
    expect(plan).toMatchObject({ to: SENDER, value: "0", data: "0x", gas: "21000" });
    expect(Number(plan.maxFeePerGas)).toBeGreaterThanOrEqual(880);
  });

  test("is done once", async () => {
    const lane = await aPaidLane();
    await lane.cancel();
    await lane.cancel();
    expect(lane.submitted).toHaveLength(2);
  });

  test("that the node refuses leaves the payment alone, and can be tried again", async () => {
    const lane = await aPaidLane((number) => (number === 2 ? new RpcError(-32_000, "txpool is full") : undefined));
    await lane.cancel();
    expect(lane.all().map(({ state }) => state)).toEqual(["sent", "void"]);
    await lane.cancel();
    expect(lane.all().map(({ state }) => state)).toEqual(["sent", "void", "sent"]);
  });

  test("whose sending met a mistake of ours goes out later with the identical bytes (R-073, R-110)", async () => {
    const lane = await aPaidLane((number) => (number === 2 ? new TypeError("the answer was lost") : undefined));
    await expect(lane.cancel()).rejects.toThrow("the answer was lost");
    expect(lane.all().map(({ state }) => state)).toEqual(["sent", "signed"]);
    await lane.cancel();
    expect(lane.all().map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(lane.submitted[2]).toBe(lane.submitted[1]);
  });

  test("comes too late when the payment is in a block, and is nothing when it was never sent", async () => {
    const lane = await aPaidLane();
    lane.world.db.run("update attempt set state = 'mined'");
    await lane.cancel();
    expect(lane.all()).toHaveLength(1);
    // A sent attempt never goes back: the schema, which knows that, stands aside for one that is still prepared.
    lane.world.db.run("drop trigger attempt_moves");
    lane.world.db.run("update attempt set state = 'prepared'");
    await lane.cancel();
    expect(lane.all()).toHaveLength(1);
  });
});
