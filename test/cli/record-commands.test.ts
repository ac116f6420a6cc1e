// The commands that find a record and tell what happened to it, against a running sandbox.
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aPayout, aVault } from "../support/payments/a-payout.ts";
import { anIo } from "./an-io.ts";

async function aShell(options: Parameters<typeof aSandbox>[0] = {}) {
  const sandbox = await aSandbox(options);
  const run = async (line: string, columns?: number) => {
    const hands = anIo({ SANDBOX_URL: sandbox.ready.url }, {}, columns === undefined ? {} : { terminal: { columns } });
    const code = await runCommand(line.split(" "), hands.io);
    return { code, ...hands.said };
  };
  return { ...sandbox, run };
}

test("show prints the timeline of a record by its id, its start, its hash or its reference, and what holds it back", async () => {
  const sandbox = await aShell();
  const { run, control, api } = sandbox;
  await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  const { tx_id } = await control("POST", "/deposits", {
    network: "base",
    asset: "USDC",
    amount: "25.5",
    owner: "alice",
  });
  const [{ id }] = (await control("GET", "/deposits")).items;
  for (const word of [id, id.slice(0, 34), tx_id]) {
    const { code, out } = await run(`show ${word}`);
    expect({ code, word }).toEqual({ code: 0, word });
    expect(out).toContain(`deposit ${id}`);
    expect(out).toContain("25.5 USDC on base for alice");
    expect(out).toMatch(/2026-01-01 00:00:\d\d\.\d{3} +state +deposit created as seen/);
    expect(out).toMatch(/ chain +base block \d+ 0x/);
  }
  const json = JSON.parse((await run(`show ${id} --json`)).out);
  expect(json).toMatchObject({ items: expect.any(Array), held_back: [], truncated: false });
  await aVault(sandbox, { amount: "50" });
  const payout = await aPayout(sandbox, { reference_id: "order-1" });
  expect((await run("show order-1")).out).toContain(`payout ${payout.id}`);
  const [request] = (await control("GET", "/requests?operation_id=createPayout")).items;
  expect((await run(`show ${request.request_id}`)).out).toContain("/v1/transfer/payout");
});

test("show of a text that several begin with lists them; of nothing it says what to give", async () => {
  const { run, api } = await aShell();
  for (const owner of ["many-1", "many-2"]) await api.POST("/wallets", { body: { owner, network_symbol: "base" } });
  const several = await run("show many");
  expect(several.code).toBe(1);
  expect(several.out).toMatch(/^several begin so, show one of them:\nKIND +STATE +WHAT +ID\nwallet .*many-2/);
  const nothing = await run("show nothing-like-it");
  expect(nothing.code).toBe(1);
  expect(nothing.err).toContain("give an id, hash, address, owner or reference");
});

test("search and deposits print tables and JSON, and nothing is wider than the terminal", async () => {
  const { run, control, api } = await aShell();
  await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "25.5", owner: "alice" });
  const found = await run("search alice");
  expect(found.out).toMatch(/^KIND +STATE +WHAT +ID\ndeposit +\w+ +25\.5 USDC on base for alice +0/);
  expect(JSON.parse((await run("search alice --json")).out).items[0]).toMatchObject({ kind: "deposit" });
  expect((await run("search nobody-at-all")).out).toContain("nothing has this id");
  const listed = await run("deposits --owner alice");
  expect(listed.out).toMatch(/^STATE +AMOUNT +ASSET +NETWORK +OWNER +CREATED +ID\n\w+ +25\.5 +USDC +base +alice/);
  expect((await run("deposits --network polygon")).out).toBe("no deposits\n");
  expect(JSON.parse((await run("deposits --json --limit 1")).out)).toMatchObject({
    items: [{ owner: "alice" }],
    next_before: null,
  });
  const [{ id }] = (await control("GET", "/deposits")).items;
  for (const line of ["search alice", "deposits", `show ${id}`])
    for (const printed of stripVTControlCharacters((await run(line, 80)).out).split("\n"))
      expect([...printed].length, line).toBeLessThanOrEqual(80);
  expect((await run("deposits --state gone")).code).toBe(2);
});

test("deliveries lists and shows, and redeliver sends one or all of a filter again", async () => {
  const receiver = await aReceiver((number) => (number <= 2 ? 200 : 410));
  const { run, control, api, ready } = await aShell({ webhook: receiver.url });
  await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await control("POST", "/run-until-idle");
  const listed = await run("deliveries --type address.assigned");
  expect(listed.out).toMatch(
    /^ID +STATE +TYPE +TRIES +LAST +NEXT +TO\n +1 +delivered +address\.assigned +1 +200 +http/,
  );
  const shown = await run("deliveries 1");
  expect(shown.out).toMatch(/^delivery 1 delivered\naddress\.assigned about /);
  expect(shown.out).toContain("valid, current");
  expect(JSON.parse((await run("deliveries 1 --json")).out)).toMatchObject({
    id: 1,
    attempts: [{ verification: { ok: true } }],
  });
  expect((await run("redeliver 1")).out).toContain("delivery 1 is sent again");
  await control("POST", "/run-until-idle");
  expect(receiver.received).toHaveLength(2);
  const all = await run(`redeliver --all --state delivered --tenant-id ${ready.tenant_id}`);
  expect(all).toMatchObject({ code: 0, out: "1 delivery is sent again\n" });
  await control("POST", "/run-until-idle", { advance: true, limit: "10d" });
  expect((await run("deliveries --state dead")).out).toContain("address.assigned");
  expect(JSON.parse((await run("redeliver --all --json")).out)).toEqual({ ids: [1] });
  for (const line of ["redeliver", "redeliver 1 --all", "redeliver 1 --state dead", "deliveries 1 --state dead"])
    expect((await run(line)).code, line).toBe(2);
  for (const line of ["deliveries", "deliveries 1"])
    for (const printed of stripVTControlCharacters((await run(line, 80)).out).split("\n"))
      if (!printed.startsWith("{")) expect([...printed].length, line).toBeLessThanOrEqual(80);
});
