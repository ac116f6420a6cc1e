// The number of engine requests and queries per replayed block is bounded, so that 10,000 blocks take seconds.
import { afterEach, expect, test, vi } from "vitest";
import { RewindableEngine } from "../../src/chains/rewindable-engine.ts";
import { Database } from "../../src/db/database.ts";
import { aTransaction, aWorld, mine } from "./a-chain.ts";

afterEach(() => vi.restoreAllMocks());

/** Counts the requests to engine and journal while `blocks` blocks of one transaction each are replayed. */
async function workOf(blocks: number): Promise<{ engine: number; rows: number; progress: number }> {
  const first = await aWorld();
  for (let nonce = 0; nonce < blocks; nonce += 1) {
    await first.chain.submit(await aTransaction(first.chain, { nonce }));
    await mine(first, nonce);
  }
  const { head } = first.chain;
  await first.close();
  let engine = 0;
  const atGenesis = RewindableEngine.atGenesis;
  vi.spyOn(RewindableEngine, "atGenesis").mockImplementation((raw, network) => {
    const request = <T>(method: string, parameters?: readonly unknown[]): Promise<T> => {
      engine += 1;
      return raw.request<T>(method, parameters);
    };
    const batch: typeof raw.batch = (calls) => {
      engine += 1;
      return raw.batch(calls);
    };
    return atGenesis.call(RewindableEngine, { ...raw, request, batch }, network);
  });
  const spies = [vi.spyOn(Database.prototype, "all"), vi.spyOn(Database.prototype, "get")];
  let progress = 0;
  const again = await aWorld({ database: first.database, onReplay: () => (progress += 1) });
  const rows = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  vi.restoreAllMocks();
  expect(again.chain.head).toEqual(head);
  await again.close();
  return { engine, rows, progress };
}

test("R-171 a replay crosses to the engine once and makes two queries per block, whatever its length, and reports its progress", async () => {
  const [short, long] = [await workOf(50), await workOf(510)];
  const blocks = 510 - 50;
  expect((long.engine - short.engine) / blocks).toBeLessThanOrEqual(1.05);
  expect((long.rows - short.rows) / blocks).toBeLessThanOrEqual(2.1);
  expect([short.progress, long.progress]).toEqual([0, 1]);
});
