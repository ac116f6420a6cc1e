// How much a replay asks for: the same few things a block, so that ten thousand blocks take seconds.
import { afterEach, expect, test, vi } from "vitest";
import { RewindableEngine } from "../../src/chains/rewindable-engine.ts";
import { Database } from "../../src/db/database.ts";
import { aTransaction, aWorld, mine } from "./a-chain.ts";

afterEach(() => vi.restoreAllMocks());

/** What a fresh engine and the journal are asked while `blocks` blocks of one transaction each are replayed. */
async function workOf(blocks: number): Promise<{ engine: number; rows: number; told: number }> {
  const lived = await aWorld();
  for (let nonce = 0; nonce < blocks; nonce += 1) {
    await lived.chain.submit(await aTransaction(lived.chain, { nonce }));
    await mine(lived, nonce);
  }
  const heads = lived.chain.head;
  await lived.close();
  let engine = 0;
  const at0 = RewindableEngine.at0;
  vi.spyOn(RewindableEngine, "at0").mockImplementation((raw, network) => {
    const request = <T>(method: string, parameters?: readonly unknown[]): Promise<T> => {
      engine += 1;
      return raw.request<T>(method, parameters);
    };
    return at0.call(RewindableEngine, { ...raw, request }, network);
  });
  const asked = [vi.spyOn(Database.prototype, "all"), vi.spyOn(Database.prototype, "get")];
  let told = 0;
  const again = await aWorld({ database: lived.database, onReplay: () => (told += 1) });
  const rows = asked.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  vi.restoreAllMocks();
  expect(again.chain.head).toEqual(heads);
  await again.close();
  return { engine, rows, told };
}

test("R-171 a replay asks the engine six things a block and the journal two, however long it is, and tells how far it is", async () => {
  const [short, long] = [await workOf(50), await workOf(510)];
  const blocks = 510 - 50;
  expect((long.engine - short.engine) / blocks).toBeLessThanOrEqual(6);
  expect((long.rows - short.rows) / blocks).toBeLessThanOrEqual(2.1);
  expect([short.told, long.told]).toEqual([0, 1]);
});
