// `doctor`: examines the folder of a kept world, changes nothing, and says by its exit code whether it is sound.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { Problem } from "../../../kernel/problem.ts";
import { ownCommand } from "../../command.ts";
import { CommandError, jsonLine } from "../../process-io.ts";

export const doctorCommand = ownCommand<{ data: string; json?: boolean }>({
  name: "doctor",
  about: "examine the folder of --data: integrity, replay of the chains, books, open work; changes nothing",
  options: [
    { flags: "--data <DIR>", about: "the folder", required: true },
    { flags: "--json", about: "print one line of JSON" },
  ],
  examples: ["doctor --data ./world"],
  async run({ options: { data, json }, io }) {
    // Loading the chains takes longer than the help of any command should.
    const { examine } = await import("../../../runtime/doctor.ts");
    const tell = (told: { network: string; height: number; of: number }): void =>
      io.err(`replaying ${told.network}: ${told.height} of ${told.of} blocks\n`);
    const checks = await examine(data, tell).catch((error: unknown) => {
      if (error instanceof Problem) throw new CommandError(escapeControl(error.detail));
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
