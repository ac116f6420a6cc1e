// A bare engine as a subject: the upper bound of what any sandbox on it can do.
import { join } from "node:path";
import type { Hex } from "viem";
import type { Question } from "./bare-engine.ts";
import { ask, type Started, startProcess } from "./process.ts";

export type Bare = {
  pid: number;
  load(raws: readonly Hex[]): Promise<void>;
  /** Mines what was loaded, each transfer in a block of its own and the block that confirms it. */
  mine(): Promise<void>;
  stop(): Promise<void>;
};

const FILE = join(import.meta.dirname, "bare-engine.ts");

/** `hardhat`: through Hardhat's provider, three calls a transfer, as the ratio of the gates means it; `direct`: one crossing. */
export async function startBare(kind: "hardhat" | "direct"): Promise<Bare> {
  const started: Started = await startProcess([process.execPath, FILE, kind], /^ready$/, { ipc: true });
  const height = async (question: Question): Promise<number> =>
    (await ask<{ height: number }>(started, question)).height;
  let [loaded, before] = [0, 0];
  return {
    pid: started.pid,
    async load(raws) {
      before = await height({ load: [...raws] });
      loaded = raws.length;
    },
    async mine() {
      const mined = (await height({ mine: true })) - before;
      if (mined !== 2 * loaded) throw new Error(`the bare engine has mined ${mined} blocks for ${loaded} transfers`);
    },
    stop: started.stop,
  };
}
