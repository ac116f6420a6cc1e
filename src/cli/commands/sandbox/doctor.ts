// `doctor`: checks a data folder without changing it; the exit code says whether it is sound.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { Problem } from "../../../kernel/problem.ts";
import { ownCommand } from "../../command.ts";
import { CommandError, jsonLine } from "../../process-io.ts";

export const doctorCommand = ownCommand<{ data: string; json?: boolean }>({
  name: "doctor",
  about: "check a data folder without changing it: integrity, replay of the chains, ledger, open work",
  options: [
    { flags: "--data <DIR>", about: "the data folder", required: true },
    { flags: "--json", about: "print one line of JSON" },
  ],
  examples: ["doctor --data ./world"],
  exits: { 0: "the folder is sound", 1: "it is not, or it cannot be read" },
  async run({ options: { data, json }, io }) {
    // Loading the chains is slow: the help must not wait for it.
    const { examine } = await import("../../../runtime/doctor.ts");
    const report = ({ network, height, of }: { network: string; height: number; of: number }): void =>
      io.err(`replaying ${network}: ${height} of ${of} blocks\n`);
    const checks = await examine(data, report).catch((error: unknown) => {
      if (error instanceof Problem) throw new CommandError(escapeControl(error.detail));
      if (error instanceof Error && "code" in error && error.code === "ENGINE_BINARY_MISSING")
        throw new CommandError(escapeControl(error.message));
      throw error;
    });
    const ok = checks.every((check) => check.ok);
    if (json) io.out(jsonLine({ ok, checks }));
    else {
      for (const { name, ok: sound, found } of checks) {
        io.out(`${sound ? "ok    " : "WRONG "} ${name}\n`);
        for (const line of found) io.out(`         ${escapeControl(line)}\n`);
      }
    }
    return ok ? 0 : 1;
  },
});
