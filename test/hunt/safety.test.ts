// What a hunt must never do: talk to places that nobody named, hand out a key of the real service, or leave something running (U-70, U-71).

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../src/cli/hunt/free-port.ts";
import { runCommand } from "../../src/cli/program.ts";
import { AdaptedApp } from "../../src/hunt/app/adapted-app.ts";
import { request } from "../../src/hunt/app/requests.ts";
import { readReport } from "../../src/hunt/shards/read-report.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { anIo } from "../cli/an-io.ts";
import { COMMAND } from "../support/the-command.ts";
import { aCopy, processes } from "./a-hunt.ts";

async function aServer(answer: Parameters<typeof createServer>[1]): Promise<{ url: string; server: Server }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test("U-70 no redirect is followed: neither by a request, nor for the books, an action or the question whether the app is ready", async () => {
  let reached = 0;
  const elsewhere = await aServer((_, response) => {
    reached += 1;
    response.end('{"total":"1"}');
  });
  let started = false;
  const app = await aServer((asked, response) => {
    // As a proxy says it, until the app is there.
    const isAnswered = started || asked.url !== "/ready";
    started ||= asked.url === "/ready";
    response.writeHead(isAnswered ? 302 : 502, { location: elsewhere.url }).end();
  });
  const adapter = {
    books: { url: `${app.url}/books` },
    actions: { open: { url: `${app.url}/open` } },
    ...{
      webhook: `${app.url}/w`,
      ready: `${app.url}/ready`,
      app: `${process.execPath} -e "setInterval(() => {}, 1000)"`,
    },
  };
  expect(await request({ method: "GET", url: app.url }, systemClock)).toMatchObject({ status: 302 });
  const adapted = new AdaptedApp(adapter, {
    processes: processes({}),
    wall: systemClock,
    folder: "/none",
    guessed: () => {},
  });
  await adapted.start({});
  onTestFinished(() => adapted.stop());
  expect(await adapted.act("open", { owner: "a" })).toMatchObject({ ok: false, status: 302 });
  await expect(adapted.books({ owner: "a" })).rejects.toThrow("302");
  expect(reached).toBe(0);
});

test.each<[string, Record<string, string>, string[], string]>([
  ["a key of the real service", { SERVICE_API_KEY: "x" }, [], "SERVICE_API_KEY holds a key of the real service"],
  ["a key in its form under another name", { PAY: "sk_live_1" }, [], "PAY holds a key of the real service"],
  ["an app on another machine", {}, ["--app-url", "http://example.com"], "add --allow-remote example.com"],
  ["a webhook on another machine", {}, ["--webhook", "http://10.0.0.7/w"], "add --allow-remote 10.0.0.7"],
  [
    "a host that only looks like this machine",
    {},
    ["--books", "http://localhost.example.com/b"],
    "add --allow-remote localhost.example.com",
  ],
  ["a running sandbox", {}, ["--url", "http://127.0.0.1:4010"], "unknown option '--url'"],
])("U-70 U-71 %s ends the command with 2 before anything is started", async (_, environment, words, says) => {
  const usual = ["hunt", "--app", "npm start", "--webhook", "http://127.0.0.1:3000/w"];
  // The fake process throws for every command that is started.
  const { io, said } = anIo(environment);
  expect(await runCommand([...usual, ...words], io)).toBe(2);
  expect(said.err).toContain(says);
  expect(said.err.trimEnd().split("\n")).toHaveLength(1);
});

/** Starts the hunt of a copy of the shop as a process; `until` resolves when stdout and stderr hold a text. */
async function aProcess(words: readonly string[], { mistake, app }: { mistake?: string; app?: string } = {}) {
  const copy = await aCopy({
    ...(mistake !== undefined && { mistake }),
    ...(app !== undefined && { adapter: { app } }),
  });
  const folder = mkdtempSync(join(tmpdir(), "hunt-"));
  writeFileSync(join(folder, "hunt.json"), JSON.stringify(copy.adapter));
  const child = spawn(process.execPath, [COMMAND, "hunt", ...words], {
    cwd: folder,
    env: { ...process.env, PORT: String(copy.port), NO_COLOR: "1" },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    copy.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  let text = "";
  let check = (): void => {};
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      check();
    });
  const ended = new Promise<{ code: number | null; text: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, text }));
  });
  const until = (part: string) =>
    new Promise<void>((resolve, reject) => {
      check = () => void (text.includes(part) && resolve());
      check();
      void ended.then(() => reject(new Error(`it ended without "${part}":\n${text}`)));
    });
  return { child, folder, port: copy.port, until, ended };
}

/** Whether somebody listens on a port of this machine. */
async function isOpen(port: number): Promise<boolean> {
  return typeof (await request({ method: "GET", url: `http://127.0.0.1:${port}/` }, systemClock)) !== "string";
}

test("Ctrl+C ends hunt, app and sandbox, and prints and keeps what was found so far", async () => {
  const words = [
    "--only",
    "webhook deposit.confirmed du,webhook deposit.confirmed s",
    "--most",
    "5",
    "--settle",
    "300ms",
    "--for",
    "1h",
  ];
  const { child, folder, port, until, ended } = await aProcess(words, { mistake: "no-dedupe" });
  await until("again: cpsandbox run hunt/hunt-1.json");
  expect(await isOpen(port)).toBe(true);
  child.kill("SIGINT");
  const { code, text } = await ended;
  expect(code, text).toBe(130);
  expect(text).toContain("credited above the chain");
  // The line is folded, where depends on its numbers.
  expect(text.replace(/\s+/g, " ")).toContain("it ended because it was interrupted");
  const report = readReport(readFileSync(join(folder, "hunt/report.json"), "utf8"));
  expect(report).toMatchObject({ complete: false, ended: "it was interrupted" });
  expect(report.findings.length).toBeGreaterThan(0);
  expect(existsSync(join(folder, "hunt/hunt-1.json"))).toBe(true);
  expect(await isOpen(port)).toBe(false);
}, 300_000);

test("Ctrl+C does not wait for an app that never becomes ready", async () => {
  const port = await freePort();
  const script = `require('node:http').createServer((q, r) => r.writeHead(500).end()).listen(${port})`;
  const { child, until, ended } = await aProcess(["--ready", `http://127.0.0.1:${port}/`], {
    app: `${process.execPath} -e "${script}"`,
  });
  await until("starting the sandbox and your app");
  await until("runs: ");
  child.kill("SIGINT");
  const { code, text } = await ended;
  expect(code, text).toBe(130);
  expect(text).toContain("it was interrupted before the app was ready");
  expect(await isOpen(port)).toBe(false);
}, 300_000);
