// The exit codes of the `contract` commands that call a running sandbox: 3 where none answers, 2 where it refuses what was asked for.
import { AdminError, NoSandbox } from "../../http-client.ts";
import { CommandError } from "../../process-io.ts";

const CALLED_WRONGLY = 2;
const NOT_JUDGED = 3;
/** A value or a tenant that does not exist. */
const REFUSED: ReadonlySet<number> = new Set([400, 404]);

/** For `.catch`. @throws CommandError with the exit code, or the error itself */
export function withExitCode(error: unknown): never {
  if (error instanceof NoSandbox) throw new CommandError(error.message, NOT_JUDGED);
  if (error instanceof AdminError && REFUSED.has(error.status)) throw new CommandError(error.message, CALLED_WRONGLY);
  throw error;
}
