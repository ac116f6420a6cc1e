// Starts a sandbox in this process for a command that needs one of its own.
import type { Config } from "../config/options.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import type { Sandbox } from "../runtime/sandbox.ts";
import type { CreateSandbox } from "./commands/sandbox/start.ts";
import { DemoOption } from "./demo-option.ts";
import { startFault } from "./start-failure.ts";

/** What starts it, its log, the process that asks for it, and the clock of that process. */
export type Starting = { create: CreateSandbox; log: Log; pid: number; wall: WallClock };

/** The sandbox and its demo data, which `demo.create` makes if they are asked for. @throws CommandError when it cannot start */
export async function startOwnSandbox(
  config: Config,
  { create, log, pid, wall }: Starting,
): Promise<{ sandbox: Sandbox; demo: DemoOption }> {
  const demo = new DemoOption(config, wall);
  const sandbox = await create(demo.config, { log, isSetUp: demo.isSetUp, pid }).catch(async (error: unknown) => {
    throw await startFault(error, config, wall);
  });
  return { sandbox, demo };
}
