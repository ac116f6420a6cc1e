// A line of the shell whose output is wanted, with words for a system that has no shell.
import { NO_SHELL } from "../kernel/shell.ts";
import { CommandError, type ProcessIo } from "./process-io.ts";

/** What the line prints. @throws CommandError where there is no shell, as in the container image */
export async function shellOutput(
  io: Pick<ProcessIo, "outputOf">,
  ...[line, limits, environment]: Parameters<ProcessIo["outputOf"]>
): ReturnType<ProcessIo["outputOf"]> {
  try {
    return await io.outputOf(line, limits, environment);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new CommandError(`${line}: ${NO_SHELL}`, 2);
    throw error;
  }
}
