// The command `hunt init`: what it refuses, what it tells a person step by step, and what it writes (U-03, U-05, U-70, U-71).
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../../src/cli/program.ts";
import { readHuntFile } from "../../../src/hunt/hunt-file.ts";
import { anIo } from "../../cli/an-io.ts";
import { COMMAND } from "../../support/the-command.ts";
import { aCopy } from "../a-hunt.ts";

const WORDS = ["hunt", "init", "--app", "npm start", "--webhook", "http://127.0.0.1:3000/webhooks"];

test.each<[string, string[], Record<string, string>, Record<string, string>, string]>([
  ["without the app", WORDS.slice(0, 2), {}, {}, "'--app <CMD>' not specified"],
  ["a file that is there", WORDS, { "hunt.json": "{}" }, {}, "hunt.json is there already: --force replaces it"],
  ["another machine", WORDS.with(5, "http://shop.example/w"), {}, {}, "add --allow-remote shop.example"],
  ["no such file", [...WORDS, "--curl", "none.txt"], {}, {}, "none.txt cannot be read (ENOENT)"],
  [
    "a wrong file",
    [...WORDS, "--curl", "c.txt"],
    { "c.txt": "hello" },
    {},
    "c.txt: line 1: it is neither a curl command",
  ],
  ["a real key", WORDS, {}, { SERVICE_API_KEY: "x" }, "SERVICE_API_KEY holds a key of the real service"],
])("U-03 %s is refused with the next step", async (_, words, files, environment, says) => {
  const { io, said } = anIo(environment, files);
  expect(await runCommand(words, io)).toBe(2);
  expect(said.err).toContain(says);
});

/** The command as a process, with the shop in its folder; a person acts as soon as a line is printed. */
async function withPerson(acts: (line: string, proxy: string) => Promise<unknown>, args: string[] = []) {
  const copy = await aCopy({});
  const folder = mkdtempSync(join(tmpdir(), "hunt-"));
  const { app = "", webhook = "" } = copy.adapter;
  const words = [COMMAND, "hunt", "init", "--app", app, "--webhook", webhook, ...args];
  const env = { ...process.env, PORT: String(copy.port), BOOKS_FILE: join(folder, "books.sqlite") };
  const child = spawn(process.execPath, words, { cwd: folder, env });
  const said = { out: "", err: "" };
  let proxy = "";
  let begun = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.err += text;
    begun += text;
    const lines = begun.split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) {
      proxy = /http:\/\/127\.0\.0\.1:\d+(?= now)/.exec(line)?.[0] ?? proxy;
      void acts(line, proxy).then((word) => word === "enter" && child.stdin.write("\n"));
    }
  });
  try {
    const code = await new Promise<number | null>((resolve) => void child.once("close", resolve));
    return { code, ...said, adapter: readHuntFile(readFileSync(join(folder, "hunt.json"), "utf8")).adapter };
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
    copy.remove();
  }
}

const post = (url: string, body: object) =>
  fetch(url, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

test("U-03 a person is told what to do next, and it ends when all is seen", async () => {
  const result = await withPerson(async (line, proxy) => {
    if (line.startsWith("next: open")) await post(`${proxy}/customers`, { id: "alice", network: "base" });
    if (line.startsWith("next: ask")) await fetch(`${proxy}/books?owner=alice`);
    if (line.startsWith("next: withdraw")) {
      const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
      await post(`${proxy}/withdrawals`, {
        id: "w",
        owner: "alice",
        network: "base",
        asset: "USDC",
        amount: "7.5",
        to,
      });
    }
  });
  expect(result.err).toMatch(/seen: POST \/customers → 201 → POST \/wallets: alice on base, 0x/);
  expect(result.err).toContain("seen: GET /books → 200 shows 1234.56");
  expect(result.out).toMatch(/^holds +open +POST \/customers/m);
  expect(result.out).toContain("next      cpsandbox hunt --quick");
  expect(
    `${result.out}${result.err}`.split("\n").filter((line) => line.length > 80 && !line.startsWith("runs: ")),
  ).toEqual([]);
  expect(result.adapter.actions).toHaveProperty("withdraw.body.amount", "${amount}");
  expect(result.code).toBe(0);
}, 120_000);

test("U-03 Enter leaves the rest out: what holds is written, and what is missing is said", async () => {
  const result = await withPerson(async (line, proxy) => {
    if (line.startsWith("next: open")) await post(`${proxy}/customers`, { id: "alice", network: "base" });
    return line.startsWith("next: ask") ? "enter" : "";
  });
  expect(result.out).toContain("missing   books: none of 1 GETs showed 41.75 USDC after it was paid");
  expect(result.out).toContain('"books": { "url": ');
  expect(result.adapter.actions).toHaveProperty("open");
  expect(result.code).toBe(3);
}, 120_000);
