import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CommandRow, innerOf, optionsOf } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { jsonLine } from "../../src/cli/process-io.ts";
import { runCommand } from "../../src/cli/program.ts";
import { type Config, DEFAULT_CONFIG, flagOf, OPTION_NAMES, variableOf } from "../../src/config/options.ts";
import { escapeControl } from "../../src/kernel/escape-control.ts";
import { anIo } from "./an-io.ts";
import { FACTS } from "./ready-facts.ts";

/** Runs a command line with a fake sandbox, which starts at once and is stopped right after its ready line. */
async function run(
  line: string | string[],
  environment: Record<string, string> = {},
  files: Record<string, string> = {},
) {
  const { io, said, signal } = anIo(environment, files);
  const configs: Config[] = [];
  const code = await runCommand(typeof line === "string" ? line.split(" ") : line, io, async (config) => {
    configs.push(config);
    signal();
    return { url: FACTS.url, ready: FACTS, close: async () => {} };
  });
  return { code, config: configs[0], ...said };
}

describe("start", () => {
  test("without flags starts with the defaults", async () => {
    expect(await run("start")).toMatchObject({ code: 0, config: DEFAULT_CONFIG, err: "" });
  });

  test("accepts every flag of the design", async () => {
    const line =
      "start --port 0 --host 0.0.0.0 --seed 7 --clock frozen --start-time 2026-03-01T00:00:00Z --mining manual --finality real --tier pro --env production " +
      "--webhook http://localhost:3000/x --webhook-secret s3 --webhook-timeout 500 --api-key sk_live_1 --allow-host a.example --allow-host b.example --admin-token t --log-level debug --log-format pretty --json --record story.json --failpoint replay.mid:3 --durability full --catch-up --accept-loss --rpc-gas 21000 --rpc-trace-gas 21001 --transaction-gas-cap 21002 --strict invented --no-provenance-header --request-log 7 --contract-dir notes --reading record=top-level --config c.json";
    const { code, config } = await run(line, {}, { "c.json": "{}" });
    expect(code).toBe(0);
    expect(config).toEqual({
      port: 0,
      host: "0.0.0.0",
      data: null,
      import: null,
      record: "story.json",
      config: "c.json",
      seed: 7,
      clock: "frozen",
      startTime: Date.UTC(2026, 2, 1),
      mining: "manual",
      finality: "real",
      tier: "pro",
      env: "production",
      webhook: "http://localhost:3000/x",
      webhookSecret: "s3",
      webhookTimeout: 500,
      apiKey: "sk_live_1",
      allowHost: ["a.example", "b.example"],
      adminToken: "t",
      reading: ["record=top-level"],
      noProvenanceHeader: true,
      requestLog: 7,
      contractDir: "notes",
      logLevel: "debug",
      logFormat: "pretty",
      json: true,
      failpoint: { name: "replay.mid", count: 3 },
      durability: "full",
      catchUp: true,
      acceptLoss: true,
      rpcGas: 21_000,
      rpcTraceGas: 21_001,
      transactionGasCap: 21_002,
      strict: "invented",
      demo: false,
      // A demo needs a real sandbox.
      given: OPTION_NAMES.filter((name) => name !== "data" && name !== "import" && name !== "demo"),
    });
  });

  test("reads SANDBOX_ variables and the config file; flags win", async () => {
    const { config } = await run(
      "start --port 3",
      { SANDBOX_PORT: "2", SANDBOX_SEED: "2", SANDBOX_CONFIG: "c.json" },
      { "c.json": '{"port":1,"seed":1,"tier":"pro"}' },
    );
    expect(config).toMatchObject({ port: 3, seed: 2, tier: "pro" });
  });

  test("accepts a value after = and one that begins with a dash", async () => {
    expect((await run("start --port=5 --webhook-secret -x")).config).toMatchObject({ port: 5, webhookSecret: "-x" });
  });

  test("help names every flag, its variable and an example, on stdout", async () => {
    const { code, out, err } = await run("start --help");
    expect([code, err]).toEqual([0, ""]);
    for (const name of OPTION_NAMES) for (const word of [flagOf(name), variableOf(name)]) expect(out).toContain(word);
    expect(out).toMatch(/Example:\n {2}cpsandbox start --port 0/);
  });
});

describe("a usage error ends with a code and one line with the next step", () => {
  test.each([
    ["start --prot 1", '(Did you mean --port?): see "cpsandbox start --help"'],
    ["start --zzz", "unknown option '--zzz': see \"cpsandbox start --help\""],
    ["start --port", "argument missing"],
    ["start --port --json", "It needs a value"],
    ["start --port 99999", "--port must be a whole number from 0 to 65535"],
    ["start --clock slow", "--clock must be running or frozen"],
    ["start --config gone.json", "config file gone.json cannot be read (ENOENT)"],
    ["start now", "too many arguments"],
    ["strat", "unknown command 'strat' (Did you mean start?)"],
    ["frobnicate", "unknown command 'frobnicate': see \"cpsandbox --help\""],
    ["deposit --asset USDC --amount 1", "required option '--network <NETWORK>' not specified"],
    ["deposit --network base --asset USDC --amount 1", "--owner OWNER or --to-address ADDRESS"],
    ["deposit --network base --asset USDC --amount 1 --owner a --to-address b", "with either"],
    ["deposit --network --asset USDC --amount 1 --owner a", "It needs a value"],
    ["advance", "a duration such as 10m, --to TIME or --next N"],
    ["advance --to 2026-03-01T00:00:00Z --next 1", "with either"],
    ["advance --next 0", "It must be a whole number, 1 or more"],
    ["advance 10m --to 2026-03-01T00:00:00Z", "with either"],
    ["events --limit 0", "It must be a whole number, 1 or more"],
    ["events --after x", "It must be a whole number, 0 or more"],
    ["events --url nowhere", "--url must be the address of a sandbox"],
    ["events --url file:///x", "--url must be the address of a sandbox"],
  ])("%s", async (line, words) => {
    const { code, out, err, config } = await run(line);
    expect(err).toContain(words);
    expect(err).toMatch(/^[^\n]{20,300}\n$/);
    expect({ code, out, config }).toEqual({ code: 2, out: "", config: undefined });
  });

  test("no command prints the help", async () => {
    const { code, out, err } = await run([]);
    expect(code).toBe(2);
    expect(out + err).toContain("Usage: cpsandbox");
  });

  test("the help, also without a command, ends with the first command to run", async () => {
    expect((await run("--help")).out).toMatch(/\n\nStart here: cpsandbox start\n$/);
    expect((await run([])).err).toMatch(/\n\nStart here: cpsandbox start\n$/);
  });

  test("unknown SANDBOX_ variables are refused", async () => {
    expect(await run("start", { SANDBOX_PROT: "1" })).toMatchObject({
      code: 2,
      err: expect.stringContaining("SANDBOX_PROT is no option"),
    });
  });

  test("any words give an exit code and no stack trace", async () => {
    const word = fc.oneof(
      fc.constantFrom(
        "start",
        "--json",
        "--port",
        "-h",
        "--",
        "-",
        "--no-json",
        "help",
        "--version",
        "0",
        "--allow-host=a",
      ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 5 }), async (words) => {
        const { code, err, config } = await run(["start", ...words]);
        expect([0, 2]).toContain(code);
        expect(err).not.toMatch(/\n\s+at /);
        if (code === 2) expect(config).toBeUndefined();
      }),
    );
  });
});

test("--version prints the package's version", async () => {
  expect(await run("--version")).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

describe("every command", () => {
  const leaves = (
    rows: readonly CommandRow[],
    before: string[] = [],
  ): [string, Exclude<CommandRow, { kind: "group" }>][] =>
    rows.flatMap((row) => {
      const words = [...before, row.name];
      const inner = leaves(innerOf(row), words);
      return row.kind === "group" ? inner : [[words.join(" "), row], ...inner];
    });

  test.each(leaves(COMMANDS))("%s --help shows its options and an example that begins with it", async (line, row) => {
    const { code, out, err } = await run(`${line} --help`);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(new RegExp(`Examples?:\n  ([A-Z_]+=\\S+ )?cpsandbox ${line}\\b`));
    for (const { flags } of optionsOf(row)) expect(out).toContain(flags);
    if (row.kind !== "client") return;
    for (const word of ["--url", "SANDBOX_URL", "--token", "SANDBOX_ADMIN_TOKEN", "--json"])
      expect(out).toContain(word);
  });

  test.each(leaves(COMMANDS).filter(([, { kind }]) => kind === "client"))(
    "%s says in one line how it is called wrongly",
    async (line) => {
      const { code, out, err } = await run(`${line} --no-such-flag`);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(new RegExp(`see "cpsandbox ${line} --help"\n$`));
    },
  );
});

describe("foreign text on a terminal (R-212)", () => {
  test("control characters and direction marks are printed as escapes", () => {
    expect(escapeControl("a\u001b[31m\r\nb\u009b\u202e\u{e0001}ü東😀")).toBe(
      "a\\u001b[31m\\u000d\\u000ab\\u009b\\u202e\\udb40\\udc01ü東😀",
    );
  });

  test("JSON is one safe line with the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (json, text) => {
        const line = jsonLine({ json, text });
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify({ json, text })));
        expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
  });
});
