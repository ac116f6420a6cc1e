// The mining mode of a network, for the time of a test.
import type { components } from "../spec/admin.gen.ts";
import type { Control } from "./control.ts";
import type { NetworkSymbol } from "./names.gen.ts";
import type { MiningMode } from "./sandbox-input.ts";

/** Sets the mode back to what it was; `await using` does so at the end of the block. */
export type MiningChange = AsyncDisposable & { restore(): Promise<void> };

/** For `interval`: the block time ("2s"), and how many slots get an empty block (0 to 10,000, at first 64). */
export type MiningOptions = { blockTime?: string; emptyBlocks?: number };

/** Sets the mining mode of a network. @throws SandboxError */
export async function changeMining(
  control: Control,
  network: NetworkSymbol,
  { mode, blockTime, emptyBlocks }: MiningOptions & { mode: MiningMode },
): Promise<MiningChange> {
  const { items } = await control.get<{ items: components["schemas"]["Network"][] }>("/networks");
  const before = items.find((row) => row.network === network);
  const set = async (body: object): Promise<void> => void (await control.put(`/networks/${network}/mining`, body));
  await set({ mode, block_time: blockTime, empty_blocks: emptyBlocks });
  const restore = (): Promise<void> =>
    set({ mode: before?.mining, block_time: before?.block_time_ms, empty_blocks: before?.empty_blocks });
  return { restore, [Symbol.asyncDispose]: restore };
}
