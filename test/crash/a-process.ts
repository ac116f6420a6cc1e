// A process of the shipped command for one test: on a folder of the test, killed at its end whatever happened.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Client, clientOf } from "./client.ts";
import { end, type Running, start } from "./process.ts";

/** A folder that is gone after the test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function aStart(...how: Parameters<typeof start>): Running {
  const running = start(...how);
  onTestFinished(() => void end(running, "SIGKILL"));
  return running;
}

/** Started with a frozen clock and asked for. */
export async function aFrozenStart(folder: string): Promise<{ running: Running; client: Client }> {
  const running = aStart(folder, "", { flags: ["--clock", "frozen"] });
  return { running, client: clientOf(await running.ready) };
}
