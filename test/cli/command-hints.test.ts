// Calls of the admin API in messages become commands; calls without a command stay.
import { expect, test } from "vitest";
import { withCommandHints } from "../../src/cli/command-hints.ts";
import { runCommand } from "../../src/cli/program.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { aWallet } from "../support/payments/on-chain.ts";
import { anIo } from "./an-io.ts";

const sandbox = sharedSandbox();

async function run(line: string) {
  const { io, said } = anIo({ SANDBOX_URL: sandbox().url });
  return { code: await runCommand(line.split(" "), io), ...said };
}

const ID = "019b76da-a800-7000-8000-0001ee877a99";
const CALLS: readonly (readonly [string, string])[] = [
  ['POST /admin/clock/advance {"to":"2026-01-01T00:00:10.000Z"}', "advance --to 2026-01-01T00:00:10.000Z"],
  ["has its own time: POST /admin/clock/advance; leave", "has its own time: advance DURATION; leave"],
  ["GET /admin/clock", "clock"],
  ["POST /admin/run-until-idle", "run-until-idle"],
  ['POST /admin/networks/base/mine {"blocks":3}', "mine base 3"],
  ["POST /admin/networks/base/mine", "mine base"],
  ["PUT /admin/networks/{network}/mining", "mining NETWORK MODE"],
  ["PUT /admin/networks/base/mining", "mining base MODE"],
  [`DELETE /admin/faults/${ID}`, `fault remove ${ID}`],
  ["take the fault away with DELETE /admin/faults", "take the fault away with fault clear"],
  ["take one with POST /admin/snapshots", "take one with snapshot create"],
  ["DELETE /admin/snapshots/{id}", "snapshot delete SNAPSHOT"],
  ["export it again with GET /admin/export (x)", "export it again with export -o world.json (x)"],
  ["or POST /admin/tenants", "or tenants create NAME"],
];

test.each(CALLS)("%s becomes a command", (call, command) => {
  expect(withCommandHints(call)).toBe(command);
});

test.each([
  "POST /admin/tenants/{tenant_id}/keys",
  `DELETE /admin/tenants/${ID}`,
  "GET /admin/deliveries?endpoint_id=1",
  'POST /admin/clock/advance {"by":"1h"}',
  "GET /admin/events?after=3",
  `GET /v1/transactions/${ID}`,
])("%s has no command and stays", (call) => {
  expect(withCommandHints(call)).toBe(call);
});

test("every command in the table exists", async () => {
  const groups = new Set(["fault", "snapshot", "tenants"]);
  for (const [call] of CALLS) {
    const words = withCommandHints(/[A-Z]+ \/admin\S*/.exec(call)?.[0].replace(/;$/, "") ?? "").split(" ");
    const name = words.slice(0, groups.has(words[0] ?? "") ? 2 : 1).join(" ");
    expect((await run(`${name} --help`)).out, call).toContain(`Usage: cpsandbox ${name} `);
  }
});

test("errors of status, restore, import and a reorg of confirmed blocks name a command instead of a call with JSON", async () => {
  const { control, api } = sandbox();
  expect(await run("restore nope")).toEqual({
    code: 1,
    out: "",
    err: 'the sandbox answered 404 Resource not found: there is no snapshot "nope"; none is kept: take one with snapshot create\n',
  });
  const { id } = await control("POST", "/faults", {
    gate: "chain.mine",
    effect: "halt",
    times: null,
    match: { network: "base" },
  });
  await aWallet(api, { owner: "alice", network: "base" });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1", owner: "alice" });
  expect((await run("status")).out).toMatch(/\nplanned: .*\nheld back: /);
  expect((await run("status")).out).toContain(`at chain.mine halts base: fault remove ${id}\n`);
  expect((await run(`fault remove ${id}`)).code).toBe(0);
  await control("POST", "/run-until-idle");
  const { err } = await run("reorg base 2");
  expect(err).toMatch(
    /use --force to remove them all the same: confirmed_deposits: [0-9a-f-]{36}; confirmed_transactions: none\n$/,
  );
  expect((await run("start --import nowhere.json")).err).toContain("check the path");
  expect((await run("start --import package.json")).err).toContain("export it again with export -o world.json");
});
