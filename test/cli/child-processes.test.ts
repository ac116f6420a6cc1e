// Other programs on Windows, which has neither process groups nor signals: what is asked of it, with a stand-in for its `taskkill`.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { outputOf, startChild, startGroup } from "../../src/cli/child-processes.ts";

const SLEEPER = "console.log('ready'); setInterval(() => {}, 1000)";

/** The folder of a `taskkill` that notes its arguments and ends the process that they name. */
function aTaskkill(): { arguments(): string } {
  const folder = mkdtempSync(join(tmpdir(), "taskkill-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "bin"));
  const noted = join(folder, "noted");
  const file = join(folder, "bin", "taskkill");
  writeFileSync(file, `#!/bin/sh\necho "$@" >> ${noted}\nkill -9 "$2"\n`);
  chmodSync(file, 0o755);
  vi.stubEnv("PATH", `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { arguments: () => (existsSync(noted) ? readFileSync(noted, "utf8") : "") };
}

test("on Windows a group and a child are ended with all that they started, whatever the signal", async () => {
  const taskkill = aTaskkill();
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    let ready = (): void => {};
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const group = startGroup(process.execPath, ["-e", SLEEPER], process.env, () => ready(), "win32");
    await isReady;
    group.kill(signal);
    expect((await group.ended).signal).toBe("SIGKILL");
    expect(taskkill.arguments()).toMatch(/^(\/pid \d+ \/t \/f\n)+$/);
  }
  expect(taskkill.arguments().match(/\n/g)).toHaveLength(2);
  const child = startChild(process.execPath, ["-e", "setInterval(() => {}, 1000)"], process.env, "win32");
  child.kill("SIGINT");
  expect((await child.ended).signal).toBe("SIGKILL");
  expect(taskkill.arguments().match(/\n/g)).toHaveLength(3);
});

test("on Windows a line of the shell that prints too much is ended like a group", async () => {
  const taskkill = aTaskkill();
  // The stand-in ends one process, so the shell becomes the program.
  const line = `exec "${process.execPath}" -e "setInterval(() => console.log('x'.repeat(1000)), 1)"`;
  const { code } = await outputOf(line, { timeoutMs: 60_000, maxBytes: 5_000 }, process.env, "win32");
  expect(code).toBeNull();
  expect(taskkill.arguments()).toMatch(/^\/pid \d+ \/t \/f\n/);
});

test("on this machine no taskkill is asked, and a command that is not there is refused with the system's code", async () => {
  const taskkill = aTaskkill();
  const group = startGroup(process.execPath, ["-e", SLEEPER], process.env, () => group.kill("SIGTERM"), "linux");
  expect((await group.ended).signal).toBe("SIGTERM");
  await expect(startChild("no-such-command-anywhere", [], process.env).ended).rejects.toMatchObject({ code: "ENOENT" });
  expect(taskkill.arguments()).toBe("");
});
