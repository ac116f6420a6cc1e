// Why a data folder is not used: the error that says so, with what to do about it.
import { Problem } from "../kernel/problem.ts";

/** `why` continues "the folder PATH …" and ends with what to do. */
export function refusedFolder(path: string, why: string): Problem {
  return new Problem("invalidRequest", `--data: the folder ${path} ${why}`);
}
