// `exec` as a user runs it: the shipped command, real child processes, signals and exit codes.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Child } from "../../src/cli/process-io.ts";
import { runCommand } from "../../src/cli/program.ts";
import { loadConfig } from "../../src/config/options.ts";
import { readyVariables } from "../../src/runtime/ready-variables.ts";
import { COMMAND } from "../support/the-command.ts";
import { anAdmin } from "./an-admin.ts";
import { anIo } from "./an-io.ts";
import { FACTS } from "./ready-facts.ts";

/** The shipped command in its own process group, without the `SANDBOX_*` variables of this process. */
function aProcess(args: string[], environment: Record<string, string> = {}) {
  const own = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith("SANDBOX_")));
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...own, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { out: "", err: "" };
  const watchers: (() => void)[] = [];
  child.stdout.on("data", (bytes: Buffer) => {
    said.out += bytes.toString();
    for (const look of watchers) look();
  });
  child.stderr.on("data", (bytes: Buffer) => (said.err += bytes.toString()));
  const ended = new Promise<{ code: number | null; signal: string | null; out: string; err: string }>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, ...said })),
  );
  /** Resolves once stdout contains `text`. */
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => said.out.includes(text) && resolve();
      watchers.push(look);
      look();
    });
  return { child, ended, until };
}

/** A Node program as words of a command line. */
const program = (code: string) => [process.execPath, "--input-type=module", "-e", code];

describe("exec", () => {
  test("gives its command a running sandbox with all addresses and keys, and passes stdin, stdout and exit code through", async () => {
    const code = `
      const { SANDBOX_URL, SANDBOX_API_BASE_URL, SANDBOX_ADMIN_URL, SANDBOX_API_KEY, SANDBOX_VAULT_ID, SANDBOX_TENANT_ID } = process.env;
      const vaults = await (await fetch(SANDBOX_API_BASE_URL + "/vault", { headers: { "x-api-key": SANDBOX_API_KEY } })).json();
      const status = await (await fetch(SANDBOX_ADMIN_URL + "/status")).json();
      const rpc = await (await fetch(process.env.SANDBOX_RPC_BASE, { method: "POST", headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }) })).json();
      let input = ""; for await (const text of process.stdin) input += text;
      console.log(JSON.stringify({ vault: vaults.data[0].id === SANDBOX_VAULT_ID, tenant: status.data.tenants[0].tenant_id === SANDBOX_TENANT_ID,
        seed: status.data.seed, clock: status.data.clock.mode, chain: rpc.result, input, secret: process.env.SANDBOX_WEBHOOK_SECRET.length > 20,
        origin: new URL(SANDBOX_URL).origin === SANDBOX_URL, args: process.argv.slice(1) }));
      process.exit(7);`;
    const { child, ended } = aProcess([
      "exec",
      "--seed",
      "5",
      "--clock",
      "frozen",
      "--",
      ...program(code),
      "--",
      "--json",
      "-x",
    ]);
    child.stdin.end("hello");
    const { code: exit, out, err } = await ended;
    expect({ exit, err }).toEqual({ exit: 7, err: "" });
    expect(JSON.parse(out)).toEqual({
      ...{
        vault: true,
        tenant: true,
        seed: 5,
        clock: "frozen",
        chain: "0x2105",
        input: "hello",
        secret: true,
        origin: true,
      },
      args: ["--json", "-x"],
    });
  });

  test("--keep-on-failure keeps world, events, deliveries and log of a run that failed, and the command that opens the world", async () => {
    const parent = mkdtempSync(join(tmpdir(), "kept-"));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const folder = join(parent, "deep/run");
    const pay = (exit: number): string => `
      const post = (url, body, headers = {}) => fetch(url, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } });
      await post(process.env.SANDBOX_API_BASE_URL + "/wallets", { owner: "alice", network_symbol: "base" }, { "x-api-key": process.env.SANDBOX_API_KEY });
      await post(process.env.SANDBOX_ADMIN_URL + "/deposits", { network: "base", asset: "USDC", amount: "1", owner: "alice" });
      process.exit(${exit});`;
    const options = ["--clock", "frozen", "--webhook", "http://127.0.0.1:59999/hooks", "--keep-on-failure", folder];
    expect(await aProcess(["exec", ...options, "--", ...program(pay(0))]).ended).toMatchObject({ code: 0 });
    expect(existsSync(folder)).toBe(false);
    const failed = await aProcess(["exec", ...options, "--", ...program(pay(3))]).ended;
    expect(failed.code).toBe(3);
    const command = `cpsandbox start --clock frozen --import ${folder}/world.json`;
    expect(failed.err).toContain(`the failed run is in ${folder}; to look at its world: ${command}\n`);
    expect(readdirSync(folder).toSorted()).toEqual([
      "README.txt",
      "deliveries.jsonl",
      "events.jsonl",
      "log.jsonl",
      "world.json",
    ]);
    const lines = (name: string): any[] =>
      readFileSync(join(folder, name), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    expect(lines("events.jsonl").map(({ type }) => type)).toContain("deposit.confirmed");
    expect(lines("deliveries.jsonl").length).toBeGreaterThan(1);
    expect(lines("log.jsonl").length).toBeGreaterThan(0);
    expect(readFileSync(join(folder, "README.txt"), "utf8")).toContain(command);
    const events = `fetch(process.env.SANDBOX_ADMIN_URL + "/events").then((reply) => reply.json()).then(({ data }) => console.log(data.items.length))`;
    const opened = await aProcess(["exec", "--import", join(folder, "world.json"), "--", ...program(events)]).ended;
    expect(opened).toMatchObject({ code: 0, out: `${lines("events.jsonl").length}\n` });
  });

  test("two at once do not collide: each has its own port", async () => {
    const url = program("console.log(process.env.SANDBOX_URL)");
    const [one, two] = await Promise.all([aProcess(["exec", "--", ...url]).ended, aProcess(["exec", ...url]).ended]);
    expect([one.code, two.code]).toEqual([0, 0]);
    expect(one.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(one.out).not.toBe(two.out);
  });

  test.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
    "%s is passed on; the command decides how it ends",
    async (signal) => {
      const code = `process.on("${signal}", () => { console.log("stopped"); process.exit(5); }); setInterval(() => {}, 1000); console.log("up");`;
      const { child, ended, until } = aProcess(["exec", "--", ...program(code)]);
      await until("up");
      child.kill(signal);
      expect(await ended).toMatchObject({ code: 5, signal: null, out: "up\nstopped\n", err: "" });
    },
  );

  test("a command that a signal ends has 128 and its number as exit code", async () => {
    const { ended } = aProcess(["exec", "--", ...program(`process.kill(process.pid, "SIGKILL")`)]);
    expect(await ended).toMatchObject({ code: 137, err: "" });
  });

  test("client commands inside it find the sandbox, and a start inside it reads the same variables", async () => {
    const { ended } = aProcess(["exec", "--", process.execPath, COMMAND, "status", "--json"]);
    const { code, out } = await ended;
    expect([code, JSON.parse(out).seed]).toEqual([0, 1]);
    expect(loadConfig({ environment: readyVariables(FACTS) })).toMatchObject({ apiKey: FACTS.api_key });
  });

  test.each([
    [
      ["exec", "--", "no-such-command-here"],
      127,
      "no-such-command-here cannot be run (ENOENT): check its name and PATH\n",
    ],
    [["exec", "--", "npm test"], 127, "npm test cannot be run (ENOENT): remove the quotes: -- npm test\n"],
    [["exec", "--", "/etc/passwd"], 126, "/etc/passwd cannot be run (EACCES)"],
    // As in the container image, which has none.
    [["exec", "--", "/nowhere/sh", "-c", "true"], 127, "/nowhere/sh cannot be run (ENOENT): there is no shell here"],
    [["exec"], 2, "missing required argument 'command'"],
    [["exec", "--prot", "1", "--", "true"], 2, "unknown option '--prot'"],
    [["exec", "--json", "--", "true"], 2, "unknown option '--json'"],
  ])("%j ends with %i", async (args, code, words) => {
    expect(await aProcess(args).ended).toMatchObject({ code, out: "", err: expect.stringContaining(words) });
  });
});

describe("exec, with a fake command", () => {
  /** A sandbox whose invariants have the result that the test says. */
  async function played(invariants: object[], child: Partial<Child> & { code?: number }, stdinIsTerminal = false) {
    const { url } = await anAdmin(({ path }) => ({ data: path === "/admin/invariants" ? { invariants } : null }));
    const spawned: { command: string; args: readonly string[]; environment: object }[] = [];
    const kills: string[] = [];
    let closed = 0;
    const spawnIt = (command: string, args: readonly string[], environment: object): Child => {
      spawned.push({ command, args, environment });
      const ended = child.ended ?? Promise.resolve({ code: child.code ?? 0, signal: null });
      return { ended, kill: (signal) => void kills.push(signal) };
    };
    const hands = anIo({ PATH: "/bin" }, {}, { spawn: spawnIt, stdinIsTerminal });
    const ready = { ...FACTS, url };
    const close = async () => {
      closed += 1;
    };
    const ended = runCommand(["exec", "--", "make", "test"], hands.io, async () => ({ url, ready, close }));
    return { ended, spawned, kills, closed: () => closed, ...hands };
  }

  test("a broken invariant fails a run that passed and is printed; a run that failed keeps its exit code", async () => {
    const broken = [
      { id: "I-01", ok: true },
      { id: "I-12", ok: false, breach: "vault 7: 100 ≠ 90" },
    ];
    const passed = await played(broken, { code: 0 });
    expect(await passed.ended).toBe(1);
    expect(passed.said.err).toBe("the sandbox broke its invariant I-12: vault 7: 100 ≠ 90\n");
    expect(passed.closed()).toBe(1);
    expect(await (await played(broken, { code: 3 })).ended).toBe(3);
    expect(await (await played([{ id: "I-01", ok: true }], { code: 0 })).ended).toBe(0);
  });

  test("the command gets its arguments, the caller's environment and the sandbox's variables", async () => {
    const { ended, spawned } = await played([], {});
    await ended;
    expect(spawned).toMatchObject([
      { command: "make", args: ["test"], environment: { PATH: "/bin", SANDBOX_API_KEY: FACTS.api_key } },
    ]);
  });

  test("at a terminal SIGINT is not forwarded, because Ctrl+C reaches the command anyway; other signals are", async () => {
    const run = Promise.withResolvers<{ code: number; signal: null }>();
    const { ended, kills, signal, spawned } = await played([], { ended: run.promise }, true);
    while (spawned.length === 0) await Promise.resolve();
    signal("SIGINT");
    signal("SIGTERM");
    run.resolve({ code: 130, signal: null });
    expect(await ended).toBe(130);
    expect(kills).toEqual(["SIGTERM"]);
  });

  test("a signal while the sandbox starts runs no command and still closes the sandbox", async () => {
    const { io, signal } = anIo();
    let closed = 0;
    const code = await runCommand(["exec", "--", "make"], io, async () => {
      signal("SIGTERM");
      const close = async () => {
        closed += 1;
      };
      return { url: FACTS.url, ready: FACTS, close };
    });
    expect([code, closed]).toEqual([143, 1]);
  });
});
