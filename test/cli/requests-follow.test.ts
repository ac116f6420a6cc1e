// `requests --follow` as a developer runs it: the shipped command beside a sandbox, until Ctrl+C.
import { type ChildProcess, spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { COMMAND } from "../support/the-command.ts";

const shared = sharedSandbox();

type Followed = { child: ChildProcess; said: { out: string; err: string }; until(text: string): Promise<void> };

/** The command, whose output is waited for. */
function followed(...words: string[]): Followed {
  const child = spawn(process.execPath, [COMMAND, "requests", "--follow", ...words], {
    env: { ...process.env, SANDBOX_URL: shared().ready.url, NO_COLOR: "1" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { out: "", err: "" };
  const waiting: { text: string; resolve: () => void }[] = [];
  child.stdout.on("data", (bytes: Buffer) => {
    said.out += bytes.toString();
    for (const { text, resolve } of waiting) if (said.out.includes(text)) resolve();
  });
  child.stderr.on("data", (bytes: Buffer) => (said.err += bytes.toString()));
  const ended = new Promise<never>((_, reject) =>
    child.once("close", (code) => reject(new Error(`ended with ${code}: ${said.err}`))),
  );
  ended.catch(() => {});
  const until = (text: string): Promise<void> =>
    Promise.race([
      ended,
      new Promise<void>((resolve) => {
        waiting.push({ text, resolve });
        if (said.out.includes(text)) resolve();
      }),
    ]);
  return { child, said, until };
}

async function exitCode({ child }: Followed, signal: "SIGINT" | "SIGTERM"): Promise<number | null> {
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.kill(signal);
  return closed;
}

const call = async (path: string): Promise<string> => {
  const { ready } = shared();
  const response = await fetch(`${ready.api_base_url}${path}`, { headers: { "x-api-key": ready.api_key } });
  return response.headers.get("x-request-id") ?? "";
};

test("it prints what is there, then each request as it comes, once and in order, and ends with 0 at Ctrl+C", async () => {
  await shared().control("DELETE", "/requests");
  const before = [await call("/vault"), await call("/walets")];
  const follow = followed("--surface", "v1");
  await follow.until(before[1] ?? "");
  const later = [await call("/wallets"), await call("/deposits")];
  await follow.until(later[1] ?? "");
  expect(await exitCode(follow, "SIGINT")).toBe(0);
  const lines = follow.said.out.trimEnd().split("\n");
  expect(lines.filter((line) => line.startsWith("TIME"))).toHaveLength(1);
  expect(lines.slice(1).map((line) => /req_\d{12}/.exec(line)?.[0])).toEqual([...before, ...later]);
  expect(lines[2]).toMatch(/ 404 +GET \/v1\/walets .*CF-01/);
  // Its own looks at the log are no requests, and neither is anything of /admin.
  expect([follow.said.out.includes("/admin"), follow.said.err]).toEqual([false, ""]);
});

test("with --json and filters each line is one request; a burst longer than a page loses none", async () => {
  await shared().control("DELETE", "/requests");
  const follow = followed("--surface", "v1", "--status", "4xx", "--json");
  const first = await call("/nothing-first");
  await follow.until(first);
  const burst = await Promise.all(Array.from({ length: 250 }, (_, at) => call(`/nothing-${at}`)));
  await call("/vault");
  const last = await call("/nothing-last");
  await follow.until(last);
  expect(await exitCode(follow, "SIGTERM")).toBe(0);
  const rows = follow.said.out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.map(({ request_id: id }) => id).toSorted()).toEqual([first, ...burst, last].toSorted());
  const sequences = rows.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([404]));
});
