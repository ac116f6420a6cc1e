// Plays a kept story by the command `run`, against a copy of an example with a mistake of choice.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../src/cli/program.ts";
import { anIo } from "../cli/an-io.ts";
import { type AHunt, aCopy, processes } from "./a-hunt.ts";

/** `storyFor` gets the adapter of the copy. Resolves with the exit code of `run` and what it said. */
export async function runAStory(
  copied: Pick<AHunt, "example" | "mistake" | "adapter">,
  storyFor: (adapter: object) => object,
): Promise<{ code: number; out: string; err: string }> {
  const copy = await aCopy(copied);
  const { environment, spawnGroup } = processes({ PORT: String(copy.port) });
  const scratch = mkdtempSync(join(tmpdir(), "hunt-"));
  const { io, said } = anIo(
    environment as Record<string, string>,
    { "hunt-1.json": JSON.stringify(storyFor(copy.adapter)) },
    { spawnGroup: (...words) => ({ ...spawnGroup(...words), silent: Promise.resolve() }) },
  );
  try {
    const code = await runCommand(["run", "hunt-1.json"], { ...io, temporaryFolder: () => scratch });
    return { code, out: said.out, err: said.err };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    copy.remove();
  }
}
