// The command that plays a kept story again.
import { shellWord } from "../../kernel/shell.ts";
import type { Finding } from "../report.ts";

/** `folder`: as the user named it. */
export function againCommand({ number }: Finding, folder: string): string {
  return `cpsandbox run ${shellWord(`${folder}/hunt-${number}.json`)}`;
}
