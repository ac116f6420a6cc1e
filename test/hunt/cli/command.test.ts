// The command `hunt`: what it reads, what it refuses, the story that it keeps, and what it prints (U-04, U-05, U-60, U-70, U-71).
import { expect, test } from "vitest";
import { adapterOf, refuseRealKeys } from "../../../src/cli/hunt/adapter-of.ts";
import { type HuntFlags, huntOptionsOf } from "../../../src/cli/hunt/options.ts";
import { runCommand } from "../../../src/cli/program.ts";
import { exitCodeOf } from "../../../src/hunt/options.ts";
import { keptStoryOf } from "../../../src/hunt/replay.ts";
import type { Finding, HuntReport } from "../../../src/hunt/report.ts";
import { storyOf } from "../../../src/hunt/story/scenario.ts";
import { findingText, summaryText } from "../../../src/hunt/story/terminal.ts";
import { anIo } from "../../cli/an-io.ts";

const FLAGS: HuntFlags = { app: "npm start", webhook: "http://127.0.0.1:3000/w", books: "http://localhost:3000/b" };
const adapter = (flags: HuntFlags) => adapterOf(flags, anIo().io).adapter;

test("U-01 flags win over the file, and books are a URL or a command", () => {
  expect(adapter({ ...FLAGS, accepts: ["base/USDC"] })).toMatchObject({
    ...{ app: "npm start", books: { url: "http://localhost:3000/b" }, accepts: [{ network: "base", asset: "USDC" }] },
  });
  expect(adapter({ ...FLAGS, books: "cat books" }).books).toEqual({ command: "cat books" });
});

test.each<[HuntFlags, string]>([
  [{}, "say how your app is started"],
  [{ app: "x" }, "say where your app takes webhooks"],
  [{ ...FLAGS, webhook: "127.0.0.1:3000" }, "/webhook must be a URL"],
  [{ ...FLAGS, books: "https://example.com/b" }, "add --allow-remote example.com"],
  [{ ...FLAGS, accepts: ["USDC"] }, "--accepts names a network and an asset"],
  [{ ...FLAGS, adapter: "none.json" }, "none.json cannot be read"],
])("U-70 %o is refused with the next step", (flags, says) => {
  expect(() => adapter(flags)).toThrow(says);
});

test("U-70 a host that is named may be another machine", () => {
  expect(adapter({ ...FLAGS, books: "https://example.com/b", allowRemote: ["example.com"] }).books?.url).toContain(
    "example",
  );
});

test("U-71 a key of the real service in the environment is refused", () => {
  expect(() => refuseRealKeys({ SERVICE_API_KEY: "x" })).toThrow("SERVICE_API_KEY holds a key of the real service");
  expect(() => refuseRealKeys({ PAY_KEY: "sk_live_abc" })).toThrow("PAY_KEY");
  expect(() => refuseRealKeys({ PAY_KEY: "sk_sandbox_abc" })).not.toThrow();
});

test("§4 --quick is a minute of singles and pairs, and ends at the first finding", () => {
  expect(huntOptionsOf({ ...FLAGS, quick: true }, {})).toMatchObject({
    budgetMs: 60_000,
    most: 1,
    phases: ["singles", "pairs"],
  });
  expect(huntOptionsOf(FLAGS, {})).toMatchObject({
    budgetMs: 600_000,
    most: 5,
    phases: ["singles", "pairs", "swarm"],
    seed: 1,
  });
  expect(() => huntOptionsOf({ ...FLAGS, phase: "triples" }, {})).toThrow("there is no phase triples");
});

test("§4 a shard ends by the worlds of the whole hunt, and by nothing that differs between machines", () => {
  const shard = { index: 2, total: 4, text: "2/4" };
  expect(huntOptionsOf({ ...FLAGS, shard, worlds: 40 }, {})).toMatchObject({
    ...{ budgetMs: Number.POSITIVE_INFINITY, maxWorlds: 40, shard: { index: 2, total: 4 } },
  });
  for (const flags of [{}, { worlds: 40, for: 1_000 }, { worlds: 40, quick: true as const }])
    expect(() => huntOptionsOf({ ...FLAGS, shard, ...flags }, {})).toThrow(
      "--shard needs --worlds N, the worlds of the whole hunt",
    );
});

test("§4 --list prints the names of the troubles, and nothing is started", async () => {
  const { io, said } = anIo();
  expect(await runCommand(["hunt", "--list"], io)).toBe(0);
  expect(said.out).toContain("webhook deposit.confirmed at-once\n");
});

const finding: Finding = {
  ...{
    number: 1,
    rule: "B-03",
    seen_as: "B-03",
    level: "error",
    title: "credited twice",
    what: "the books of h1-7-a are 2 USDC on base, the chain says 1",
  },
  ...{
    phase: "singles",
    troubles: ["webhook deposit.confirmed duplicate"],
    world: 7,
    after_ms: 9_400,
    drawn_steps: 31,
  },
  steps: [
    { do: "open", owner: "a", network: "base" },
    { do: "fault", gate: "webhook.delivery", effect: "duplicate", match: { type: "deposit.confirmed" } },
    { do: "pay", owner: "a", network: "base", asset: "USDC", amount: "1" },
  ],
  story: {
    lines: [
      {
        step: { do: "heal" },
        text: "h1-7-a opens a wallet",
        asked: "POST /customers → 201",
        happened: ["address.assigned → 200"],
      },
    ],
    ...{
      events: [],
      breaches: [],
      differences: [{ owner: "h1-7-a", network: "base", asset: "USDC", credited: "2", held: "1" }],
    },
  },
  ...{ rate: { failed: 8, of: 10 }, unstable: false, worlds: 33 },
  certificate: { kind: "smallest", without: [0, 0, 0].map((failed) => ({ failed, of: 2 })), why: null },
};

test("U-60 the story in the terminal fits 80 columns, and says the rate and how to see it again", () => {
  const text = findingText(finding, { folder: "hunt", width: 80 });
  expect(text).toMatchInlineSnapshot(`
    "world 7: the books of h1-7-a are 2 USDC on base, the chain says 1
    B-03 credited twice · found after 9.4 s, shrunk from 31 steps to 3
      1  h1-7-a opens a wallet
         POST /customers → 201
         address.assigned → 200
      at rest  the books of h1-7-a: 2 USDC on base, the chain: 1
    Without any of the steps, and in every smaller selection of them, the books are
      right (6 worlds). Seen in 8 of 10.
    do: make the id of the deposit the key of the credit, and let the database
      refuse the second one
    again: cpsandbox run hunt/hunt-1.json
    picture: hunt/hunt-1.html
    "
  `);
  expect(text.split("\n").every((line) => line.length <= 80)).toBe(true);
});

test("U-60 the command that repeats it can be pasted, whatever the folder is called", () => {
  const text = findingText(finding, { folder: "my hunts/it's 1", width: 80 });
  expect(text).toContain("again: cpsandbox run 'my hunts/it'\\''s 1/hunt-1.json'\n");
});

test("U-42 the kept file has the plan with its proof, and is read again", () => {
  const story = storyOf(finding, { adapter: { webhook: "http://127.0.0.1:3000/w" }, seed: 1, version: "1" });
  expect(story["steps"]).toMatchObject([
    { act: { name: "open", owner: "a-${tenant_id}", network: "base" } },
    { fault: { gate: "webhook.delivery", effect: "duplicate", match: { type: "deposit.confirmed" } } },
    { pay: { owner: "a-${tenant_id}", network: "base", asset: "USDC", amount: "1" } },
    {
      expect: {
        books: [{ owner: "a-${tenant_id}", network: "base", asset: "USDC", amount: "1" }],
        rules: ["B-01", "B-02", "B-03", "B-04"],
      },
    },
  ]);
  const kept = keptStoryOf("hunt-1.json", JSON.stringify(story));
  expect(kept).toMatchObject({ rule: "B-03", plan: finding.steps, rate: { failed: 8, of: 10 } });
  expect(keptStoryOf("other.json", '{"title":"x"}')).toBe("is no story of a hunt: it has no member hunt");
});

const report: HuntReport = {
  ...{ kind: "hunt", version: 1, sandbox_version: "1", seed: 1, shard: null, findings: [finding], further_worlds: 3 },
  asked: { worlds: null, phases: ["singles"], adapter: "a", plans: "p" },
  answers: { count: 90, slow: 1 },
  worlds: { plain: 0, singles: 7, pairs: 0, swarm: 0 },
  ...{ not_judged: [{ why: "no deposit arrived", worlds: 1 }], troubles: [], met: {}, never_met: [], guesses: [] },
  ...{
    left_out: ["no payouts: the adapter has no action withdraw"],
    rules_not_judged: [],
    seconds: 5,
    ended: "1 finding",
    complete: true,
  },
  hindrance: null,
};

test("U-05 exit codes: 0 nothing, 1 found at or above the level, 3 could not be judged", () => {
  const warning = { ...finding, level: "warning" as const };
  expect(exitCodeOf({ ...report, findings: [] }, "warning")).toBe(0);
  expect(exitCodeOf(report, "error")).toBe(1);
  expect(exitCodeOf(report, "none")).toBe(0);
  expect([
    exitCodeOf({ ...report, findings: [warning] }, "error"),
    exitCodeOf({ ...report, findings: [warning] }, "warning"),
  ]).toEqual([0, 1]);
  expect(exitCodeOf({ ...report, hindrance: "x" }, "none")).toBe(3);
  expect(summaryText(report, 80)).toContain("not judged: 1 (no deposit arrived)");
});
