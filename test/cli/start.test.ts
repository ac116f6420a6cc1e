import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { start } from "../../src/cli/commands/sandbox/start.ts";
import { startFailure } from "../../src/cli/start-failure.ts";
import { type Config, DEFAULT_CONFIG } from "../../src/config/options.ts";
import { Problem } from "../../src/kernel/problem.ts";
import { createSandbox, type Sandbox } from "../../src/runtime/sandbox.ts";
import { aSandbox as aRealSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aWallClock } from "../webhooks/a-wall-clock.ts";
import { anIo } from "./an-io.ts";
import { FACTS } from "./ready-facts.ts";

function aSandbox(close: () => Promise<void> = async () => {}) {
  let closed = 0;
  const counted = () => {
    closed += 1;
    return close();
  };
  return { sandbox: { url: FACTS.url, ready: FACTS, close: counted }, closed: () => closed };
}

/** Creates `sandbox`; a signal arrives meanwhile. */
const stopping = (signal: () => void, sandbox: Sandbox) => async () => {
  signal();
  return sandbox;
};

const json = { ...DEFAULT_CONFIG, json: true };

describe("start", () => {
  test("prints the ready line once, runs until a signal, closes once and ends with 0; repeated signals do no harm (R-172)", async () => {
    const { io, said, until, signal } = anIo();
    const { sandbox, closed } = aSandbox();
    const ended = start(json, io, async () => sandbox);
    await until(() => said.out !== "");
    expect(JSON.parse(said.out)).toEqual(FACTS);
    expect(closed()).toBe(0);
    signal();
    signal();
    expect(await ended).toBe(0);
    signal();
    expect([closed(), said.err]).toEqual([1, ""]);
  });

  test("listens to signals before it starts, so that a signal during the start ends it cleanly", async () => {
    const { io, signal, listensToSignals } = anIo();
    const { sandbox, closed } = aSandbox();
    const code = await start(json, io, async () => {
      expect(listensToSignals()).toBe(true);
      signal();
      return sandbox;
    });
    expect([code, closed()]).toEqual([0, 1]);
  });

  test("prints where the recording is once it is written, and nothing when closing failed", async () => {
    const { io, said, signal } = anIo();
    const recording = { ...json, record: "mine.json" };
    expect(await start(recording, io, stopping(signal, aSandbox().sandbox))).toBe(0);
    expect(said.err).toBe('recorded in mine.json: "cpsandbox run mine.json" replays it\n');
    const bad = anIo();
    const { sandbox } = aSandbox(async () => {
      throw new Error("disk full");
    });
    expect(await start(recording, bad.io, stopping(bad.signal, sandbox))).toBe(1);
    expect(bad.said.err).not.toContain("recorded");
  });

  test("gives up after 10 s when closing hangs (R-172)", async () => {
    const { io, said, signal } = anIo();
    const hands = aWallClock();
    const { sandbox, closed } = aSandbox(() => new Promise(() => {}));
    const ended = start(json, io, stopping(signal, sandbox), hands.wall);
    while (closed() === 0) await Promise.resolve();
    hands.pass(10_000);
    expect(await ended).toBe(1);
    expect(said.err).toBe("the sandbox did not stop within 10 s and was ended\n");
  });

  test("says in one line that closing failed", async () => {
    const { io, said, signal } = anIo();
    const { sandbox } = aSandbox(async () => {
      throw new Error("disk\nfull");
    });
    expect(await start(json, io, stopping(signal, sandbox))).toBe(1);
    expect(said.err).toMatch(/^the sandbox did not stop cleanly: [^\n]*disk\\u000afull\n$/);
  });

  test("warns on stderr when other machines can reach it (R-185)", async () => {
    const { io, said, signal } = anIo();
    await start({ ...json, host: "0.0.0.0" }, io, stopping(signal, aSandbox().sandbox));
    expect(said.err).toMatch(/^warning: 0\.0\.0\.0 can be reached by other machines/);
    expect(JSON.parse(said.out)).toEqual(FACTS);
  });

  test("without --json prints the banner", async () => {
    const { io, said, signal } = anIo();
    await start(DEFAULT_CONFIG, io, stopping(signal, aSandbox().sandbox));
    expect(said.out).toMatch(/^crypto-payment-sandbox is ready\./);
  });

  test("logs go to stderr as JSON lines, at the level asked for", async () => {
    const { io, said, signal } = anIo();
    await start({ ...json, logLevel: "info" }, io, async (_config, { log }) => {
      log.info({ head: 5 }, "hello");
      log.debug({}, "unheard");
      signal();
      return aSandbox().sandbox;
    });
    expect(
      said.err
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ head: 5, msg: "hello" }]);
  });
});

describe("stderr of a start", () => {
  const terminal = { errorsToTerminal: true };
  const logged = async (config: Partial<Config>, io: ReturnType<typeof anIo>) => {
    await start({ ...json, logLevel: "info", ...config }, io.io, async (_config, { log, onReplay }) => {
      onReplay?.({ network: "base", height: 5, of: 9 });
      log.warn({ url: "http://a", text: "two words\u001b[2J", error: new Error("no") }, "refused");
      io.signal();
      return aSandbox().sandbox;
    });
    return io.said.err;
  };

  test("in a terminal shows progress on one line, cleared before anything else, and log lines for people", async () => {
    const text = await logged({}, anIo({ NO_COLOR: "1" }, {}, terminal));
    const [before = "", line = "", rest] = text.split(/(\d\d:\d\d:\d\d .*\n)/);
    expect(before).toBe(
      "\r\u001b[Kstarting the chains and the service …\r\u001b[Kreplaying base: 5 of 9 blocks …\r\u001b[K",
    );
    expect(line.slice(8)).toBe(' WARN  refused  url=http://a  text="two words\\u001b[2J"  error="no"\n');
    expect(rest).toBe("");
  });

  test("elsewhere is JSON without progress, and the format can be chosen", async () => {
    expect(JSON.parse((await logged({}, anIo())).split("\n")[1] ?? "")).toMatchObject({
      msg: "refused",
      url: "http://a",
    });
    expect(await logged({ logFormat: "pretty" }, anIo())).toMatch(/\n\d\d:\d\d:\d\d WARN {2}refused {2}url=/);
    expect(await logged({ logFormat: "json" }, anIo({}, {}, terminal))).toContain('"msg":"refused"');
  });

  test("a start that fails leaves no progress behind", async () => {
    const { io, said } = anIo({}, {}, terminal);
    await expect(start(json, io, () => Promise.reject(new Error("no")))).rejects.toThrow("cannot start");
    expect(said.err.endsWith("…\r\u001b[K")).toBe(true);
  });
});

describe("a start that fails says one line with the next step", () => {
  const withCode = (code: string) => Object.assign(new Error(`listen ${code}`), { code });

  test.each([
    [withCode("EADDRINUSE"), "port 4010 is taken: use --port 0 for a free one, or --port N"],
    [withCode("EACCES"), "this user may not open port 4010: use --port 0 for a free one, or --port N above 1023"],
    [
      withCode("EADDRNOTAVAIL"),
      "127.0.0.1 is not an address of this machine: use --host 127.0.0.1, or 0.0.0.0 for all of them",
    ],
    [
      new Problem("invalidRequest", "url: port 25 is not allowed"),
      "the sandbox cannot start: url: port 25 is not allowed (--log-level debug shows more)",
    ],
    [new Error("first\n    at second"), "the sandbox cannot start: first (--log-level debug shows more)"],
    ["text\u001b", "the sandbox cannot start: text\\u001b (--log-level debug shows more)"],
  ])("%s", async (error, line) => {
    expect(startFailure(error, DEFAULT_CONFIG)).toBe(line);
    const { io, said } = anIo();
    await expect(start(json, io, () => Promise.reject(error))).rejects.toMatchObject({ message: line, code: 1 });
    expect(said).toEqual({ out: "", err: "" });
  });
});

describe("a port that is taken", () => {
  const taken = Object.assign(new Error("listen"), { code: "EADDRINUSE" });
  const startedOn = async (port: number, host = "127.0.0.1"): Promise<string> => {
    const failed = start({ ...json, port, host }, anIo().io, () => Promise.reject(taken));
    return failed.then(String, ({ message }: Error) => message);
  };
  const portOf = (url: string): number => Number(new URL(url).port);

  test("by another sandbox: the error names its version and the next step, for every name of this machine", async () => {
    const { url } = await aRealSandbox();
    const line = new RegExp(
      `^port ${portOf(url)} is taken by another sandbox \\(version \\d+\\.\\d+\\.\\d+\\): use that one, stop it, or .*--port 0$`,
    );
    for (const host of ["127.0.0.1", "localhost", "0.0.0.0"]) expect(await startedOn(portOf(url), host)).toMatch(line);
  });

  const health = (body: string) => (response: ServerResponse) => void response.end(body);
  test.each([
    ["something else", 404 as const],
    [
      "what looks like one",
      health(JSON.stringify({ status: "ready", environment: "sandbox", version: "1.0.0\u001b[2J" })),
    ],
    ["what speaks of health in its own way", health(JSON.stringify({ version: "1.0.0" }))],
    ["what hangs up", (response: ServerResponse) => void response.destroy()],
  ])("by %s: the error does not guess", async (_what, answer) => {
    const { url } = await aReceiver(() => answer);
    const port = portOf(url);
    expect(await startedOn(port)).toBe(`port ${port} is taken: use --port 0 for a free one, or --port N`);
  });

  test("by a program that never answers: the error comes after a second", async () => {
    const { url, until } = await aReceiver(() => () => {});
    const hands = aWallClock();
    const port = portOf(url);
    const failed = start({ ...json, port }, anIo().io, () => Promise.reject(taken), hands.wall).catch(String);
    await until(1);
    hands.pass(1_000);
    expect(await failed).toContain(`port ${port} is taken: use --port 0`);
  });
});

test("the banner says whether the world of a named folder is new or continues, with its time and number of events", async () => {
  const data = mkdtempSync(join(tmpdir(), "a-world-"));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const worldOf = async (config: Partial<Config>, live?: (url: string, key: string) => Promise<unknown>) => {
    const { io, said, until, signal } = anIo();
    const ended = start({ ...DEFAULT_CONFIG, port: 0, clock: "frozen", ...config }, io, createSandbox);
    await until(() => said.out.includes("  API key  "));
    const shown = (label: string): string => new RegExp(`${label} +(\\S+)`).exec(said.out)?.[1] ?? "";
    await live?.(shown("Admin"), shown("API key"));
    signal();
    expect(await ended).toBe(0);
    return /^ {2}World +(.*)$/m.exec(said.out)?.[1];
  };
  const post = (url: string, body: object, headers = {}) =>
    fetch(url, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  const live = async (admin: string, key: string): Promise<void> => {
    const made = await post(`${admin}/../v1/wallets`, { owner: "alice", network_symbol: "base" }, { "x-api-key": key });
    expect(made.status).toBe(201);
    await post(`${admin}/clock/advance`, { by: "1h" });
  };
  expect(await worldOf({ data }, live)).toBe(`${data}, new`);
  expect(await worldOf({ data })).toMatch(new RegExp(`^${data}, continues at 2026-01-01T01:00:00\\.\\d+Z, 1 event$`));
  expect(await worldOf({})).toBeUndefined();
});
