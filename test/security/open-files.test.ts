// Few file descriptors: a line at the start instead of a panic, and new clients are served although idle connections hold the rest.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { limitsFor, SERVER_LIMITS } from "../../src/http/server.ts";
import { openFileLimit } from "../../src/runtime/open-files.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The real command with at most `limit` descriptors. */
function startWith(limit: number) {
  const command = `ulimit -n ${limit}; exec "$0" src/main.ts start --port 0 --json`;
  const child = spawn("bash", ["-c", command, process.execPath], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { out: "", err: "" };
  child.stdout.on("data", (bytes) => (said.out += bytes));
  child.stderr.on("data", (bytes) => (said.err += bytes));
  return { child, said };
}

test("with 64 descriptors the start is refused in one line that names the limit and the way on", async () => {
  const { child, said } = startWith(64);
  const [code] = await once(child, "close");
  expect([code, said.out]).toEqual([1, ""]);
  expect(said.err.trimEnd().split("\n")).toHaveLength(1);
  expect(said.err).toMatch(
    /may have 64 files and connections open at once, and it needs 128: raise the limit with ulimit -n 1024/,
  );
});

test("with 128 descriptors 300 idle connections shut out nobody, and the process lives on", async () => {
  const { child, said } = startWith(128);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => said.out.includes("\n") && resolve());
    child.once("exit", () => reject(new Error(said.err)));
  });
  const ready = JSON.parse(said.out) as {
    url: string;
    api_base_url: string;
    api_key: string;
    rpc: Record<string, string>;
  };
  const port = Number(new URL(ready.url).port);
  const idle = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      await Promise.race([once(socket, "connect"), once(socket, "close")]);
      return socket;
    }),
  );
  onTestFinished(() => {
    for (const socket of idle) socket.destroy();
  });
  const headers = { "x-api-key": ready.api_key, connection: "close", "content-type": "application/json" };
  for (let round = 0; round < 5; round += 1) {
    expect((await fetch(`${ready.api_base_url}/vault`, { headers })).status).toBe(200);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] });
    expect((await fetch(ready.rpc["base"]!, { method: "POST", headers, body })).status).toBe(200);
  }
  expect(idle.filter((socket) => !socket.destroyed && !socket.readableEnded).length).toBeLessThan(128);
  expect([child.exitCode, said.err]).toEqual([null, ""]);
});

test("connections, spare ones included, leave descriptors for everything else; the usual number is the most", () => {
  for (const openFiles of [128, 256, 1_024, 4_096]) {
    const { maxConnections, spareConnections } = limitsFor(openFiles);
    expect(maxConnections + spareConnections).toBeLessThanOrEqual(openFiles - 80);
    expect(maxConnections).toBeGreaterThan(30);
  }
  expect(limitsFor(1_048_576)).toEqual(SERVER_LIMITS);
  expect(limitsFor(undefined)).toEqual(SERVER_LIMITS);
  expect(openFileLimit("/nowhere/limits")).toBeUndefined();
});
