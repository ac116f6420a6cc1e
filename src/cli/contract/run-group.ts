// Runs the client's command as a process group: with a time limit, ended by a signal, and nothing of it left behind.
import type { Timer, WallClock } from "../../kernel/wall-clock.ts";
import { notStarted } from "../commands/sandbox/exec.ts";
import type { ChildGroup, ProcessIo } from "../process-io.ts";
import type { OutputLog } from "./output-log.ts";

/** After this time a process group that was told to end is killed, ms. */
const GRACE_MS = 5_000;
/** Time for the last output of a command that has ended, ms. */
const FLUSH_MS = 2_000;

/** The command could not be started, which has been told. */
export class NotStarted extends Error {
  override readonly message = "the command cannot be started";
}

export type GroupOptions = {
  readonly command: readonly [command: string, ...args: string[]];
  /** Undefined: the command may take as long as it wants. */
  readonly timeoutMs: number | undefined;
};

type Surroundings = {
  io: ProcessIo;
  wall: WallClock;
  output: OutputLog;
  /** The functions that end what runs now; a signal calls them. */
  running: Set<() => void>;
};

export type GroupResult = { readonly result: "passed" | "failed" | "timed out"; readonly exitCode: number | null };

/** Resolves when the command and its output have ended. @throws NotStarted */
export async function runGroup(
  { command: [command, ...args], timeoutMs }: GroupOptions,
  variables: Readonly<Record<string, string>>,
  { io, wall, output, running }: Surroundings,
): Promise<GroupResult> {
  const child = io.spawnGroup(command, args, { ...io.environment, ...variables }, output.add);
  let isLate = false;
  const timers: Timer[] = [];
  const end = (): void => {
    child.kill("SIGTERM");
    timers.push(wall.after(GRACE_MS, () => child.kill("SIGKILL")));
  };
  const late = (): void => {
    isLate = true;
    end();
  };
  if (timeoutMs !== undefined) timers.push(wall.after(timeoutMs, late));
  running.add(end);
  try {
    const { code } = await child.ended.catch((error: unknown) => {
      notStarted(command, error, io);
      throw new NotStarted();
    });
    await flushed(child, wall);
    output.end();
    return { result: isLate ? "timed out" : code === 0 ? "passed" : "failed", exitCode: code };
  } finally {
    running.delete(end);
    for (const timer of timers) timer.cancel();
  }
}

/** Ends what the command left behind in its group, and waits for the last output, but not for a process that left the group. */
function flushed(child: ChildGroup, wall: WallClock): Promise<void> {
  child.kill("SIGTERM");
  return new Promise((resolve) => {
    const timer = wall.after(FLUSH_MS, () => {
      child.kill("SIGKILL");
      resolve();
    });
    void child.silent.then(() => {
      timer.cancel();
      resolve();
    });
  });
}
