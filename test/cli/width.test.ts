// What people read in a terminal of 80 columns: no line of any listing is wider, however long the values are.
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { aUda, DESTINATION } from "../support/payments/a-uda.ts";
import { anIo } from "./an-io.ts";

const shared = sharedSandbox();
const COLUMNS = 80;

async function run(words: readonly string[], columns: number | "pipe" = COLUMNS) {
  const { ready } = shared();
  const environment = { SANDBOX_URL: ready.url, SANDBOX_API_KEY: ready.api_key };
  const { io, said } = anIo(environment, {}, { terminal: columns === "pipe" ? undefined : { columns } });
  const code = await runCommand(words, io);
  return { code, out: stripVTControlCharacters(said.out), err: said.err };
}

const LONG = "long-".repeat(20);

/** Records, faults, snapshots and jobs with the longest values that the sandbox accepts or makes. */
async function aWorldOfLongValues(): Promise<void> {
  const { api, ready } = shared();
  const done = async (line: string) => expect(await run(line.split(" ")), line).toMatchObject({ code: 0 });
  await done(`tenants create ${LONG}`);
  await done(`snapshot create ${LONG.slice(0, 60)}`);
  await api.POST("/wallets", { body: { owner: LONG, network_symbol: "ethereum" } });
  await done(`deposit --network ethereum --asset ETH --amount 12345.123456789012345678 --owner ${LONG}`);
  await done(
    "fault add webhook.delivery stale-timestamp --match type=uda.settlement.completed --match attempt=3 --times 4000",
  );
  await done("fault add routing.provider refuse --times 6");
  await aUda(api, { owner: "settler" });
  await done("deposit --network polygon --asset USDT --amount 123456789.123456 --owner settler");
  await done("run-until-idle --advance");
  const vault = (await api.GET("/vault/{vault_id}/addresses", { params: { path: { vault_id: ready.vault_id } } })).data
    ?.data;
  const address = vault?.find(({ network_symbol }) => network_symbol === "ethereum")?.address ?? "";
  await done(`deposit --network ethereum --asset ETH --amount 5000 --to-address ${address}`);
  await api.POST("/transfer/payout", {
    body: {
      ...{ vault_id: ready.vault_id, asset: "ETH", network_symbol: "ethereum", amount: "1234.123456789012345678" },
      ...{ to_address: DESTINATION, reference_id: LONG },
    },
  });
  await done("fault add chain.mine halt --match network=arbitrum --times forever");
  await done(`deposit --network arbitrum --asset ETH --amount 1 --to-address ${DESTINATION}`);
}

test("no listing has a line wider than 80 columns, and in a pipe nothing is cut", async () => {
  await aWorldOfLongValues();
  const lines = [
    ...["status", "clock", "networks", "wallets", "payouts", "settlements", "solvers", "events", "tenants list"],
    ...["snapshot list", "fault list", "fault catalogue", "refill lifi", "run-until-idle", "advance 20s", "advance 3d"],
  ];
  for (const line of lines) {
    const { code, out } = await run(line.split(" "));
    expect({ line, code }).toEqual({ line, code: 0 });
    const wide = out.split("\n").filter((one) => [...one].length > COLUMNS);
    expect({ line, wide }).toEqual({ line, wide: [] });
  }
  const piped = await Promise.all(
    [["wallets"], ["payouts"], ["fault", "list"], ["tenants", "list"], ["events"]].map((words) => run(words, "pipe")),
  );
  const text = piped.map(({ out }) => out).join("");
  for (const whole of [LONG, "1234.123456789012345678", "type=uda.settlement.completed attempt=3"])
    expect(text).toContain(whole);
  expect(text).not.toContain("…");
});

test("a row that does not fit goes on in a second line, under a heading of two lines", async () => {
  const { out } = await run(["fault", "list"]);
  expect(out).toMatch(/^ID {36}GATE +EFFECT\n {2}MATCH +PARAMS +AFTER +TIMES +SEEN +HITS\n/);
});

test("events are a table of number, time, type and what it is about; --json has the bodies", async () => {
  const { out } = await run(["events", "--type", "deposit.confirmed", "--limit", "1"], 130);
  const { id } = JSON.parse(
    (await run(["events", "--type", "deposit.confirmed", "--json"])).out.split("\n")[0] ?? "",
  ).payload;
  expect(out).toBe(
    [
      "  SEQ  TIME                 TYPE                      ABOUT                             RESOURCE ID",
      `    3  2026-01-01 00:00:00  deposit.confirmed         12345.123456789012345678 ETH et…  ${id}`,
      "",
    ].join("\n"),
  );
});

test("advance says in numbers what happened on the way", async () => {
  const { api } = shared();
  await run(["fault", "clear"]);
  await api.POST("/wallets", { body: { owner: "summed", network_symbol: "base" } });
  await run(["mining", "base", "interval", "--block-time", "2s"]);
  await run(["deposit", "--network", "base", "--asset", "USDC", "--amount", "1", "--owner", "summed"]);
  const { out } = await run(["advance", "1m"], "pipe");
  expect(out).toMatch(
    /^the clock moved from \S+ to \S+\n\d+ steps: \d+ blocks, 1 deposit confirmed\nAT +WHAT +RECORD\n/,
  );
  await run(["mining", "base", "instant"]);
  await run(["run-until-idle", "--advance"]);
  expect((await run(["advance", "1m"], "pipe")).out).toMatch(/^the clock moved .*\nnothing happened on the way\n$/);
});
