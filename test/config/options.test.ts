import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import schemaFile from "../../spec/config.schema.json" with { type: "json" };
import {
  type Config,
  ConfigError,
  type ConfigSources,
  DEFAULT_CONFIG,
  flagOf,
  isLoopback,
  keyOf,
  loadConfig,
  OPTION_NAMES,
  OPTIONS,
  type OptionName,
  optionTable,
  variableOf,
} from "../../src/config/options.ts";

const inFile = (content: unknown, more: ConfigSources = {}): ConfigSources => ({
  ...more,
  flags: { config: "sandbox.json", ...more.flags },
  readFile: () => (typeof content === "string" ? content : JSON.stringify(content)),
});

function messageOf(sources: ConfigSources): string {
  try {
    loadConfig(sources);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "accepted";
}

/** Per option: texts that are good, with what they become, and values that are not. */
const TABLE: { [N in OptionName]: { good: [string, Config[N]][]; bad: unknown[] } } = {
  port: {
    good: [
      ["0", 0],
      ["4010", 4010],
      ["65535", 65_535],
    ],
    bad: ["65536", "-1", "1e3", "0x10", "4010.5", "", " 80", "08", 70_000, true, null],
  },
  host: {
    good: [
      ["127.0.0.1", "127.0.0.1"],
      ["::1", "::1"],
      ["0.0.0.0", "0.0.0.0"],
      ["Sandbox", "sandbox"],
    ],
    bad: ["", "a b", "[::1]", "host:80", "http://x", "-a", "1.2.3", 5],
  },
  strict: {
    good: [
      ["invented", "invented"],
      ["inferred", "inferred"],
      ["@./strict.json", "@./strict.json"],
    ],
    bad: ["", "documented", "Invented", "@", "@a\nb", 5, true, null],
  },
  data: { good: [["./data", "./data"]], bad: ["", 5, null, "a\nb"] },
  durability: {
    good: [
      ["normal", "normal"],
      ["full", "full"],
    ],
    bad: ["", "FULL", "off", 2, true],
  },
  catchUp: {
    good: [
      ["true", true],
      ["0", false],
    ],
    bad: ["yes", 1],
  },
  acceptLoss: {
    good: [
      ["true", true],
      ["0", false],
    ],
    bad: ["yes", 1],
  },
  finality: {
    good: [
      ["confirmed", "confirmed"],
      ["real", "real"],
    ],
    bad: ["", "REAL", "custom", 1],
  },
  import: { good: [["world.json", "world.json"]], bad: ["", 5, null, "a\nb"] },
  record: { good: [["story.json", "story.json"]], bad: ["", 5, null, "a\nb"] },
  config: { good: [], bad: ["", "a\nb", 5] },
  seed: {
    good: [
      ["0", 0],
      ["7", 7],
      ["9007199254740991", 9_007_199_254_740_991],
    ],
    bad: ["9007199254740992", "-1", "x", "1.5", "1_000", "٣"],
  },
  clock: {
    good: [
      ["running", "running"],
      ["frozen", "frozen"],
    ],
    bad: ["Frozen", "stopped", ""],
  },
  startTime: {
    good: [
      ["2026-01-01T00:00:00Z", 1_767_225_600_000],
      ["2026-03-01T12:00:00.5+02:00", 1_772_359_200_500],
    ],
    bad: [
      "2025-12-31T23:59:59Z",
      "2026-03-01",
      "2026-03-01T12:00:00",
      "2026-02-30T00:00:00Z",
      "2026-03-01T24:00:00Z",
      "now",
      1_767_225_600_000,
    ],
  },
  mining: {
    good: [
      ["instant", "instant"],
      ["interval", "interval"],
      ["manual", "manual"],
    ],
    bad: ["auto", "INSTANT"],
  },
  tier: {
    good: [
      ["standard", "standard"],
      ["pro", "pro"],
      ["enterprise", "enterprise"],
    ],
    bad: ["free", "Pro"],
  },
  env: {
    good: [
      ["sandbox", "sandbox"],
      ["production", "production"],
    ],
    bad: ["prod", "live"],
  },
  webhook: {
    good: [
      ["http://localhost:3000/hooks", "http://localhost:3000/hooks"],
      ["https://a.example/", "https://a.example/"],
    ],
    bad: ["localhost:3000", "ftp://a/", "http://", "http://a b/", "/x", 5],
  },
  webhookSecret: {
    good: [
      ["whsec_ä with space", "whsec_ä with space"],
      ["s".repeat(255), "s".repeat(255)],
    ],
    bad: ["", "a\nb", "s".repeat(256), 5],
  },
  webhookTimeout: {
    good: [
      ["50", 50],
      ["60000", 60_000],
    ],
    bad: ["", "49", "60001", "1.5", "soon", -1],
  },
  apiKey: {
    good: [
      ["sk_sandbox_0123", "sk_sandbox_0123"],
      ["my-key", "my-key"],
    ],
    bad: ["", "a b", "ä", "x".repeat(256), "sk_live_0123", 5],
  },
  reading: {
    good: [
      ["record=top-level", ["record=top-level"]],
      ["record=top-level, time_text=seconds", ["record=top-level", "time_text=seconds"]],
      [{ record: "top-level" } as never, ["record=top-level"]],
      ["", []],
    ],
    bad: ["record", "recrd=data", "record=elsewhere", 5, [5], { record: 1 }, { recrd: "data" }],
  },
  allowHost: {
    good: [
      ["a.example", ["a.example"]],
      ["A.example, b", ["a.example", "b"]],
    ],
    bad: ["", "a,,b", "http://a", "a:80", [5], {}],
  },
  failpoint: {
    good: [
      ["attempt.after_sign", { name: "attempt.after_sign", count: 1 }],
      ["replay.mid:17", { name: "replay.mid", count: 17 }],
    ],
    bad: ["", "attempt.nowhere", "replay.mid:0", "replay.mid:x", 5],
  },
  rpcGas: {
    good: [
      ["21000", 21_000],
      ["16777216", 16_777_216],
    ],
    bad: ["20999", "16777217", "5e6", "", true, null],
  },
  rpcTraceGas: {
    good: [
      ["21000", 21_000],
      ["16777216", 16_777_216],
    ],
    bad: ["20999", "16777217", "5e6", "", true, null],
  },
  transactionGasCap: {
    good: [
      ["21000", 21_000],
      ["16777216", 16_777_216],
    ],
    bad: ["20999", "16777217", "5e6", "", true, null],
  },
  adminToken: { good: [["t0ken", "t0ken"]], bad: ["", "a b", "a\r\nb", 5] },
  logFormat: {
    good: [
      ["auto", "auto"],
      ["json", "json"],
      ["pretty", "pretty"],
    ],
    bad: ["", "JSON", "text", 5, null],
  },
  noProvenanceHeader: {
    good: [
      ["true", true],
      ["0", false],
    ],
    bad: ["yes", 1],
  },
  requestLog: {
    good: [
      ["0", 0],
      ["1000", 1_000],
      ["10000", 10_000],
    ],
    bad: ["10001", "-1", "all", "", true, null],
  },
  logLevel: {
    good: [
      ["silent", "silent"],
      ["trace", "trace"],
    ],
    bad: ["verbose", "INFO", 3],
  },
  demo: {
    good: [
      ["true", true],
      ["1", true],
      ["false", false],
      ["0", false],
    ],
    bad: ["yes", "TRUE", 1, null],
  },
  json: {
    good: [
      ["true", true],
      ["1", true],
      ["false", false],
      ["0", false],
    ],
    bad: ["yes", "TRUE", 1, null],
  },
};

describe("options", () => {
  test("nothing given gives the defaults of the design, frozen", () => {
    const config = loadConfig({});
    expect(config).toEqual({
      port: 4010,
      host: "127.0.0.1",
      data: null,
      durability: "normal",
      catchUp: false,
      import: null,
      record: null,
      config: null,
      seed: 1,
      clock: "running",
      startTime: null,
      mining: "instant",
      finality: "confirmed",
      tier: "enterprise",
      env: "sandbox",
      webhook: null,
      webhookSecret: null,
      webhookTimeout: 10_000,
      apiKey: null,
      allowHost: [],
      reading: [],
      rpcGas: null,
      rpcTraceGas: 1_000_000,
      transactionGasCap: 16_777_216,
      adminToken: null,
      logFormat: "auto",
      noProvenanceHeader: false,
      requestLog: 1_000,
      logLevel: "warn",
      strict: null,
      demo: false,
      json: false,
      acceptLoss: false,
      failpoint: null,
      given: [],
    });
    expect(config).toEqual(DEFAULT_CONFIG);
    expect(Object.isFrozen(config) && Object.isFrozen(DEFAULT_CONFIG)).toBe(true);
  });

  describe.each(OPTION_NAMES)("%s", (name) => {
    for (const [text, value] of TABLE[name].good) {
      test(`reads ${JSON.stringify(text)} from flag, variable and file alike, where a file may contain it`, () => {
        expect(loadConfig({ flags: { [name]: text } })[name]).toEqual(value);
        expect(loadConfig({ environment: { [variableOf(name)]: text } })[name]).toEqual(value);
        if (OPTIONS[name].notInFile) expect(messageOf(inFile({ [keyOf(name)]: text }))).toContain("is no option");
        else expect(loadConfig(inFile({ [keyOf(name)]: text }))[name]).toEqual(value);
      });
    }
    for (const raw of TABLE[name].bad) {
      test(`refuses ${JSON.stringify(raw)?.slice(0, 50)} in one line that names it`, () => {
        const message = messageOf({ flags: { [name]: raw } });
        expect(message).toMatch(/^[\x20-\x7e]{10,200}$/);
        expect(message.startsWith(flagOf(name))).toBe(true);
        if (typeof raw === "string" && raw !== "") {
          expect(messageOf({ environment: { [variableOf(name)]: raw } })).not.toBe("accepted");
        }
      });
    }
  });

  test("secrets are never repeated in a message", () => {
    for (const name of ["apiKey", "adminToken", "webhookSecret"] as const) {
      expect(messageOf({ flags: { [name]: "hush\nhush" } })).not.toContain("hush");
    }
    expect(messageOf({ flags: { apiKey: "sk_live_hush" } })).not.toContain("hush");
    expect(messageOf({ flags: { webhook: "ftp://user:hush@x/hush" } })).not.toContain("hush");
  });

  test("an API key of the other environment is refused (H-01)", () => {
    expect(messageOf({ flags: { apiKey: "sk_live_1" } })).toContain("opens the other environment");
    expect(messageOf({ flags: { apiKey: "sk_sandbox_1", env: "production" } })).toContain(
      "opens the other environment",
    );
    expect(loadConfig({ flags: { apiKey: "sk_live_1", env: "production" } }).apiKey).toBe("sk_live_1");
  });
});

describe("sources", () => {
  test("flags win over the environment, the environment over the file, the file over defaults", () => {
    const file = { port: 1, seed: 1, host: "a", tier: "pro" };
    const environment = { SANDBOX_PORT: "2", SANDBOX_SEED: "2", SANDBOX_HOST: "b" };
    expect(loadConfig(inFile(file, { environment, flags: { port: "3", seed: "3" } }))).toMatchObject({
      port: 3,
      seed: 3,
      host: "b",
      tier: "pro",
      env: "sandbox",
    });
  });

  test("any option is decided by its strongest source alone", () => {
    const value = fc.record({
      name: fc.constantFrom("port", "seed"),
      file: fc.option(fc.nat(9)),
      env: fc.option(fc.nat(9)),
      flag: fc.option(fc.nat(9)),
    });
    fc.assert(
      fc.property(value, ({ name, file, env, flag }) => {
        const option = name as "port" | "seed";
        const config = loadConfig(
          inFile(file === null ? {} : { [option]: file }, {
            environment: env === null ? {} : { [variableOf(option)]: String(env) },
            flags: flag === null ? {} : { [option]: String(flag) },
          }),
        );
        expect(config[option]).toBe(flag ?? env ?? file ?? OPTIONS[option].default);
      }),
    );
  });

  test("a list is replaced by a stronger source, not mixed", () => {
    expect(
      loadConfig(inFile({ "allow-host": ["a", "b"] }, { environment: { SANDBOX_ALLOW_HOST: "c,d" } })).allowHost,
    ).toEqual(["c", "d"]);
    expect(loadConfig({ flags: { allowHost: ["e", "f,g", "e"] } }).allowHost).toEqual(["e", "f", "g"]);
  });

  test("readings come from flags, a variable, a list or an object in the file, and files of their own", () => {
    const files: Record<string, string> = {
      "a.json": '{"record": "alternate", "time_text": null}',
      "c.json": '{"reading": {"record": "top-level"}}',
      "bad.json": '{"recrd": "data"}',
    };
    const readFile = (path: string): string => {
      const content = files[path];
      if (content === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return content;
    };
    const load = (flags: object, environment = {}) =>
      loadConfig({ flags: { ...flags }, environment, readFile }).reading;
    expect(load({ reading: ["@a.json", "usd_text=six"] })).toEqual(["record=alternate", "usd_text=six"]);
    expect(load({}, { SANDBOX_READING: "record=top-level,absent_time=omitted" })).toEqual([
      "record=top-level",
      "absent_time=omitted",
    ]);
    expect(load({ config: "c.json" })).toEqual(["record=top-level"]);
    expect(() => load({ reading: ["@bad.json"] })).toThrow(
      '--reading @FILE cannot be used: "recrd" is no reading: did you mean record?',
    );
    expect(() => load({ reading: ["@none.json"] })).toThrow("--reading @none.json cannot be read (ENOENT)");
    expect(() => load({}, { SANDBOX_READING: "record=tpo-level" })).toThrow(
      'SANDBOX_READING cannot be used: record has no value "tpo-level": it is one of data, top-level, alternate; did you mean top-level?',
    );
  });

  test("the config file may be named by SANDBOX_CONFIG and spell its keys in any of three ways", () => {
    for (const key of ["start-time", "start_time", "startTime"]) {
      const config = loadConfig({
        environment: { SANDBOX_CONFIG: "x.json" },
        readFile: () => JSON.stringify({ [key]: "2026-01-01T00:00:00Z" }),
      });
      expect(config).toMatchObject({ config: "x.json", startTime: 1_767_225_600_000 });
    }
    expect(messageOf(inFile({ "start-time": "2026-01-01T00:00:00Z", startTime: "2026-01-01T00:00:00Z" }))).toContain(
      "given twice",
    );
  });

  test("native JSON values are read from the file", () => {
    expect(loadConfig(inFile({ port: 0, json: true, "allow-host": ["a"] }))).toMatchObject({
      port: 0,
      json: true,
      allowHost: ["a"],
    });
  });

  test.each([
    ["no JSON", "port: 4010", "is not JSON"],
    ["an empty file", "", "is not JSON"],
    ["a list", "[]", "one JSON object"],
    ["null", "null", "one JSON object"],
    ["an unknown key", '{"prot":1}', "prot is no option"],
    ["a prototype key", '{"__proto__":1}', "__proto__ is no option"],
    ["another config file", '{"config":"y.json"}', "config is no option"],
    ["a bad value", '{"port":"x"}', "port must be a whole number"],
    ["a null value", '{"port":null}', "port must be a whole number"],
  ])("a config file with %s is refused in one line that names file and fault", (_name, content, fault) => {
    const message = messageOf(inFile(content));
    expect(message).toMatch(/^config file sandbox\.json[^\n]*$/);
    expect(message).toContain(fault);
  });

  test("an unreadable config file is refused in one line", () => {
    const readFile = () => {
      throw Object.assign(new Error("ENOENT: no such file"), { code: "ENOENT" });
    };
    expect(messageOf({ flags: { config: "gone.json" }, readFile })).toBe(
      "config file gone.json cannot be read (ENOENT): check the path and its permissions",
    );
  });

  test("an unknown variable is refused with both ways out, another unknown option with one", () => {
    const help = 'see "cpsandbox start --help"';
    expect(messageOf({ environment: { SANDBOX_MODE: "x" } })).toBe(`SANDBOX_MODE is no option: ${help}, or unset it`);
    expect(messageOf({ flags: { mode: "x" } })).toBe(`mode is no option: ${help}`);
  });

  test("R-211 a webhook URL that is none is repeated, but for what it may carry in secret", () => {
    const said = (webhook: string): string => messageOf({ flags: { webhook } });
    const must = "--webhook must be an absolute http:// or https:// URL, not";
    expect(said("localhost:3000/s3cret?key=s3cret")).toBe(`${must} "localhost:3000"`);
    expect(said("ftp://me:s3cret@host/s3cret#s3cret")).toBe(`${must} "ftp://host"`);
    expect(said("http:/localhost:3000/s3cret")).toBe(`${must} "http:"`);
    expect(said("/s3cret\ns3cret")).toBe(`${must} ""`);
  });

  test("unknown SANDBOX_ variables are refused; others, empty ones and SANDBOX_URL are left alone", () => {
    expect(messageOf({ environment: { SANDBOX_PROT: "1" } })).toContain("SANDBOX_PROT is no option");
    expect(messageOf({ environment: { SANDBOX_port: "1" } })).toContain("SANDBOX_port is no option");
    expect(
      loadConfig({ environment: { PORT: "1", SANDBOX_URL: "http://x", SANDBOX_SEED: "", MY_SANDBOX_X: "1" } }),
    ).toEqual(DEFAULT_CONFIG);
  });

  test("any text for any option gives a setting or one line, never another error", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OPTION_NAMES),
        fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.jsonValue()),
        (name, raw) => {
          const message = messageOf({ flags: { [name]: raw }, readFile: () => "{}" });
          expect(message).toMatch(/^[\x20-\x7e]{8,250}$/);
        },
      ),
    );
  });
});

describe("the docs' table", () => {
  test("has one row per option with flag, variable, key and default", () => {
    const lines = optionTable().trimEnd().split("\n");
    expect(lines).toHaveLength(OPTION_NAMES.length + 2);
    expect(lines[2]).toBe(
      "| `--port PORT` | `SANDBOX_PORT` | `port` | 4010 | TCP port to listen on; 0 takes a free one |",
    );
    for (const name of OPTION_NAMES)
      expect(lines.filter((line) => line.includes(`\`${variableOf(name)}\``))).toHaveLength(1);
    for (const line of lines) expect(line.split("|")).toHaveLength(7);
  });

  test("names follow by rule", () => {
    expect([keyOf("startTime"), flagOf("webhookSecret"), variableOf("allowHost")]).toEqual([
      "start-time",
      "--webhook-secret",
      "SANDBOX_ALLOW_HOST",
    ]);
  });
});

test.each([
  ["127.0.0.1", true],
  ["127.1.2.3", true],
  ["::1", true],
  ["localhost", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.0.1", false],
  ["127.0.0.1.example", false],
])("%s is loopback: %s (R-185)", (host, expected) => expect(isLoopback(host)).toBe(expected));

describe("the schema of the config file", () => {
  const ajv = new Ajv2020({ strict: true });
  formats.default(ajv);
  const fits = ajv.compile(schemaFile);

  test("has every option that a file may contain, and otherwise only $schema", () => {
    const inFiles = OPTION_NAMES.filter((name) => !("notInFile" in OPTIONS[name])).map(keyOf);
    expect(Object.keys(schemaFile.properties)).toEqual(["$schema", ...inFiles]);
    expect(fits({ $schema: "./config.schema.json", prot: 4010 })).toBe(false);
  });

  test.each(Object.entries(TABLE) as [OptionName, { good: [string, unknown][]; bad: unknown[] }][])(
    "accepts what %s can be, and the loader takes the same file",
    (name, { good, bad }) => {
      if ("notInFile" in OPTIONS[name]) return;
      const ofText = (text: string, value: unknown): unknown =>
        typeof value === "number" && name !== "startTime" ? value : typeof value === "boolean" ? value : text;
      for (const [text, value] of good) {
        const content = { $schema: "x", [keyOf(name)]: Array.isArray(value) ? value : ofText(text, value) };
        expect(fits(content), JSON.stringify(content)).toBe(true);
        expect(messageOf(inFile(content))).toBe("accepted");
      }
      for (const value of bad.filter((one) => typeof one !== "string")) {
        expect(fits({ [keyOf(name)]: value }), JSON.stringify(value)).toBe(false);
      }
    },
  );
});
