// The mining mode of a network, for the time of a test.
import type { components } from "../spec/admin.gen.ts";
import type { Control } from "./control.ts";
import type { NetworkSymbol } from "./names.gen.ts";
import type { MiningMode } from "./sandbox-input.ts";

/** Sets the mode back to what it was; `await using` does so at the end of the block. */
export type MiningChange = AsyncDisposable & { restore(): Promise<void> };

/** Sets the mining mode of a network. @throws SandboxError */
export async function changeMining(
  control: Control,
  network: NetworkSymbol,
  input: { mode: MiningMode; block_time: string | undefined },
): Promise<MiningChange> {
  const { items } = await control.get<{ items: components["schemas"]["Network"][] }>("/networks");
  const before = items.find((row) => row.network === network);
  const set = async (body: object): Promise<void> => void (await control.put(`/networks/${network}/mining`, body));
  await set(input);
  const restore = (): Promise<void> => set({ mode: before?.mining, block_time: before?.block_time_ms });
  return { restore, [Symbol.asyncDispose]: restore };
}
