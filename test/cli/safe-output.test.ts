// Foreign text reaches the terminal without control characters, whatever the command, and no response crashes a command.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { table } from "../../src/cli/output.ts";
import { runCommand } from "../../src/cli/program.ts";
import { anAdmin } from "./an-admin.ts";
import { anIo } from "./an-io.ts";

const LINES = [
  "status",
  "clock",
  "run-until-idle",
  "networks",
  "mine base",
  "mining base manual",
  "reorg base 1",
  "fault list",
  "fault add a b",
  "fault catalogue",
  "fault clear",
  "tenants list",
  "tenants create x",
  "snapshot list",
  "snapshot create x",
  "solvers",
  "refill lifi",
  "retry x",
  "wallets --api-key k",
  "payouts --api-key k",
  "settlements --api-key k",
  "faucet --network base --asset ETH --amount 1 --to-address 0x1",
  "deposit --network base --asset ETH --amount 1 --owner a",
  "advance 1s",
  "events",
  "verify --header a=b",
];

/** Texts and keys of a hostile sandbox, in the form that each command prints. */
const EVIL = "\u001b[2J\u202eevil\r\n";
const RECORD = Object.fromEntries(
  [
    ...[
      "id",
      "name",
      "gate",
      "effect",
      "about",
      "network",
      "symbol",
      "provider",
      "address",
      "amount",
      "status",
      "time",
    ],
    ...["tenant_id", "created_at", "now", "mode", "at", "what", "ref", "tx_id", "to_address", "error", "reference_id"],
    ...["version", "seed", "environment", "verdict", "mistake", "explanation", "what_to_do", "type", "from", "to"],
    ...["network_symbol", "network_id", "asset", "mining", "tier", "api_key", "vault_id", "fault", "sequence"],
  ].map((name) => [name, EVIL]),
);
const HEAD = { ...RECORD, number: EVIL, hash: EVIL };
const LEG = { asset_symbol: EVIL, network_name: EVIL };
const ROW = {
  ...RECORD,
  head: HEAD,
  source: LEG,
  destination: LEG,
  routing: RECORD,
  match: { [EVIL]: EVIL },
  payload: RECORD,
};
const LISTS = { items: [ROW], transfers: [ROW], stock: [ROW], pending: [ROW], next_due: [ROW], ran: [ROW] };
const ANSWER = {
  ...{ ...ROW, ...LISTS, removed: [EVIL], added: [EVIL], mistakes: [ROW, ROW], clock: { ...ROW, ...LISTS } },
  ...{
    networks: [ROW],
    tenants: [ROW],
    faults: [ROW],
    gates: [{ ...ROW, match: [EVIL], effects: [{ ...ROW, params: [EVIL] }] }],
  },
};

describe("a sandbox that sends control characters", () => {
  test.each(LINES)("%s shows them as escapes", async (line) => {
    let asked = 0;
    const { url } = await anAdmin(({ path }) => {
      asked += 1;
      if (path === "/v1/wallets" || path === "/v1/transfer/payout") return { data: [ROW] };
      return { data: line === "events" && asked > 1 ? { items: [] } : ANSWER };
    });
    const { io, said } = anIo({ SANDBOX_URL: url });
    await runCommand(line.split(" "), io);
    expect(said.err).toBe("");
    expect(said.out).not.toBe("");
    expect(said.out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });
});

describe("any response of a sandbox", () => {
  test.each(LINES)("%s ends with a code and no stack", async (line) => {
    let data: unknown = null;
    const { url } = await anAdmin(() => ({ data }));
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 2 }), async (value) => {
        data = value;
        const { io, said } = anIo({ SANDBOX_URL: url });
        expect([0, 1]).toContain(await runCommand(line.split(" "), io));
        expect(said.err).not.toMatch(/\n\s+at /);
      }),
      { numRuns: 20 },
    );
  });
});

describe("a table", () => {
  const io = (columns?: number) =>
    anIo({ NO_COLOR: "1" }, {}, columns === undefined ? {} : { terminal: { columns } }).io;

  test("is never wider than the terminal while its columns can shrink, and is complete in a pipe", () => {
    const cells = fc.array(fc.tuple(fc.string(), fc.string({ maxLength: 12 })), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(cells, fc.integer({ min: 24, max: 120 }), (rows, width) => {
        const columns = [
          { head: "LONG", cell: ([text]: [string, string]) => text, shrinks: true as const },
          {
            head: "RIGHT",
            cell: ([, text]: [string, string]) => [...text].slice(0, 3).join("a"),
            shrinks: true as const,
          },
        ];
        const lines = table(io(width), columns, rows, "none").slice(0, -1).split("\n");
        expect(lines).toHaveLength(rows.length + 1);
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(width);
        expect(table(io(), columns, rows, "none")).not.toContain("…");
      }),
    );
  });

  test("says when there are no rows", () => {
    expect(table(io(80), [{ head: "A", cell: () => "" }], [], "no things")).toBe("no things\n");
  });
});
