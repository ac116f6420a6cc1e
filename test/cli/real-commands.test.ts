// Every command against a running sandbox: its text, its JSON, and its effect.
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { aSandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { aUda, DESTINATION, tokenBalance } from "../support/payments/a-uda.ts";
import { anIo } from "./an-io.ts";

type Terminal = { terminal?: { columns: number }; input?: string };
const shared = sharedSandbox();

/** Runs a line against the shared sandbox; a list for words with spaces. */
async function run(line: string | string[], { input, ...more }: Terminal = {}, files: Record<string, string> = {}) {
  const { ready } = shared();
  const environment = { SANDBOX_URL: ready.url, SANDBOX_API_KEY: ready.api_key };
  const hands = anIo(environment, files, { ...more, ...(input === undefined ? {} : { input }) });
  const code = await runCommand(typeof line === "string" ? line.split(" ") : line, hands.io);
  return { code, ...hands.said, files };
}

/** Runs a line that must succeed and returns its JSON. */
async function json(line: string): Promise<any> {
  const { code, out, err } = await run(`${line} --json`);
  expect({ code, err, line }).toEqual({ code: 0, err: "", line });
  expect(out.indexOf("\n")).toBe(out.length - 1);
  return JSON.parse(out);
}

describe("money", () => {
  test("faucet and deposit pay, and the tables show the result", async () => {
    const { api, ready } = shared();
    const gift = await json(`faucet --network base --asset USDC --amount 2.5 --to-address ${DESTINATION}`);
    expect(gift.tx_id).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await tokenBalance(shared(), "base", "USDC", DESTINATION)).toBe(2_500_000n);
    const { data } = await api.POST("/wallets", { body: { owner: "shopper", network_symbol: "base" } });
    const address = data?.data.address ?? "";
    expect((await run("deposit --network base --asset USDC --amount 25 --owner shopper")).out).toContain(address);
    const wallets = await run("wallets --owner shopper");
    expect(wallets.out).toBe(
      `ADDRESS                                     NETWORK  OWNER    ID\n${address}  base     shopper  ${data?.data.id}\n`,
    );
    expect(await json("wallets --owner shopper")).toMatchObject({ items: [{ address }], total: 1 });
    expect((await run("wallets --owner nobody")).out).toBe("no wallets\n");
    await json(`deposit --network ethereum --asset USDT --amount 50 --to-address ${await vaultAddress()}`);
    await api.POST("/transfer/payout", {
      body: {
        ...{ vault_id: ready.vault_id, asset: "USDT", network_symbol: "ethereum", amount: "10" },
        ...{ to_address: DESTINATION, reference_id: "cli-1" },
      },
    });
    expect((await run("payouts")).out).toMatch(/^STATUS +AMOUNT.*\nconfirmed +10 {2}USDT +ethereum +0x.* cli-1 +0x/);
    expect((await run("payouts --status queued")).out).toBe("no payouts\n");
    expect(await json("payouts --limit 1")).toMatchObject({ items: [{ reference_id: "cli-1" }], total: 1 });
  });

  test("a list with more records than the limit says how many more there are", async () => {
    const { api } = shared();
    for (let count = 0; count < 3; count += 1)
      await api.POST("/wallets", { body: { owner: "many", network_symbol: "bsc" } });
    const { out } = await run("wallets --owner many --limit 2");
    expect(out.split("\n")).toHaveLength(1 + 2 + 1 + 1);
    expect(out).toContain("and 1 more (--limit shows up to 100)");
  });

  test("a failed settlement is listed with its reason, and retried by its id; a solver is refilled", async () => {
    const sandbox = shared();
    await run("fault add routing.provider refuse --times forever");
    const uda = await aUda(sandbox.api, { owner: "settler" });
    await run("deposit --network polygon --asset USDT --amount 100 --owner settler");
    await run("run-until-idle --advance");
    const failed = await run("settlements");
    expect(failed.out).toMatch(/\nfailed +USDT on Polygon +USDC on Arbitrum/);
    expect(failed.out).toContain("the route was refused");
    await run("fault clear");
    const [{ id }] = (await json(`settlements --uda ${uda.id}`)).items;
    expect((await run(`retry ${id}`)).out).toBe(`a new run of settlement ${id} has begun\n`);
    expect((await run("settlements")).out).toMatch(/\ncompleted +USDT on Polygon.* lifi /);
    expect(await run(`retry ${id}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining("only a failed settlement"),
    });
    expect((await run("solvers")).out).toMatch(/\nlifi +arbitrum +USDC +999999900.2 /);
    expect((await run("refill lifi --network arbitrum")).out).toMatch(/\narbitrum +USDC +99.8 +0x/);
    expect((await run("refill lifi --network arbitrum")).out).toMatch(/\narbitrum +ETH|^nothing is missing/);
    expect((await run("refill relay --network base")).out).toBe("nothing is missing\n");
    expect(await run("refill acme")).toMatchObject({ code: 2, err: expect.stringContaining("lifi, relay") });
  });

  test("lists need an API key, and say where to get one", async () => {
    const { io, said } = anIo({ SANDBOX_URL: shared().ready.url });
    expect(await runCommand(["payouts"], io)).toBe(2);
    expect(said.err).toMatch(/^whose\? .*--api-key or SANDBOX_API_KEY.*\n$/);
    expect(await run("payouts --api-key wrong")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^the sandbox answered 401 .*\(give the tenant's key with --api-key/),
    });
  });
});

describe("time", () => {
  test("clock, advance, freeze and resume print the time", async () => {
    const before = await json("clock");
    expect((await run("clock")).out).toContain(`${before.now}, frozen`);
    expect((await json("advance 90s")).to).toBe(new Date(Date.parse(before.now) + 90_000).toISOString());
    expect((await run("resume")).out).toMatch(/Z, running/);
    expect((await run("freeze")).out).toMatch(/Z, frozen/);
    expect((await run("run-until-idle --advance --limit 1h")).out).toMatch(/^\d+ things? (was|were) done, \d+ planned/);
    expect((await json("run-until-idle")).pending).toEqual([]);
    expect(await run("advance --to 2020-01-01T00:00:00Z")).toMatchObject({ code: 1, out: "" });
  });
});

describe("chains", () => {
  test("mining is set, blocks are mined and replaced, and the table shows the latest blocks", async () => {
    expect((await run("mining bsc manual")).out).toMatch(/^bsc is at block \d+ 0x\w+, mining manual, 0 waiting\n$/);
    const { head } = await json("mine bsc 3");
    const { removed, added } = await json("reorg bsc 1");
    expect(removed).toEqual([head.hash]);
    expect((await run("reorg bsc 1 --transactions drop")).out).toContain(
      `1 block was replaced on bsc\n  - ${added[0]}\n`,
    );
    expect((await run("mine bsc")).out).toContain(`bsc is at block ${head.number + 1} `);
    expect((await run("networks")).out).toMatch(new RegExp(`\\nbsc +56 +${head.number + 1} .* manual `));
    expect(await json("mining 56 interval --block-time 5s")).toMatchObject({
      mining: "interval",
      block_time_ms: 5_000,
    });
    await run("mining bsc instant");
    expect(await run("mine nowhere")).toMatchObject({ code: 1, err: expect.stringContaining("polygon") });
    expect(await run("reorg bsc 999")).toMatchObject({ code: 1, err: expect.stringContaining("depth") });
  });
});

describe("realism", () => {
  test("finality is a preset or two ages, and says which blocks it means", async () => {
    expect((await run("finality base real")).out).toContain("base (real): safe are blocks older than 3m");
    expect(await json("finality base --safe 5s --finalized 10s")).toMatchObject({
      finality: { preset: "custom", safe_ms: 5_000, finalized_ms: 10_000 },
    });
    expect((await run("finality base confirmed")).out).toContain("finalized confirmed blocks");
    expect(await run("finality base")).toMatchObject({ code: 2, err: expect.stringContaining("--safe") });
  });
});

describe("L1 fees", () => {
  test("are shown or not, and the line says that nobody pays them", async () => {
    expect((await run("l1-fees base simulated --gwei 0.5")).out).toBe(
      "base: receipts have L1 members at 0.5 gwei, which nobody pays\n",
    );
    expect((await run("l1-fees base off")).out).toBe("base: receipts have no L1 members\n");
    expect(await run("l1-fees bsc simulated")).toMatchObject({ code: 1, err: expect.stringContaining("layer-2") });
  });
});

describe("base fee", () => {
  test("is set in gwei and moves if the mode says so", async () => {
    expect((await run("base-fee bsc 8 --mode dynamic")).out).toMatch(
      /^bsc: the next block has a base fee of 7 gwei \(dynamic\)\n$/,
    );
    expect(await json("base-fee bsc 0.05 --mode fixed")).toMatchObject({
      base_fee_gwei: "0.05",
      base_fee_mode: "fixed",
    });
    expect(await run("base-fee bsc")).toMatchObject({ code: 2, err: expect.stringContaining("--mode") });
  });
});

describe("fault", () => {
  test("is added with match, params, after and times, listed with its hits, and removed", async () => {
    const line =
      "fault add api.request status --match operation_id=listVaults --param status=503 --after 1 --times 2 --json";
    const { out } = await run(line.replace("503", "500"));
    const fault = JSON.parse(out);
    expect(fault).toMatchObject({
      gate: "api.request",
      match: { operation_id: "listVaults" },
      params: { status: 500 },
      after: 1,
      times: 2,
      hits: 0,
    });
    const ask = async () => (await shared().api.GET("/vault")).response.status;
    expect([await ask(), await ask()]).toEqual([200, 500]);
    expect((await run("fault list")).out).toMatch(
      new RegExp(`\\n${fault.id} +api.request +status +operation_id=listVaults +status=500 +1 +2 +2 +1\\n`),
    );
    expect((await run(`fault remove ${fault.id}`)).out).toBe(`removed ${fault.id}\n`);
    expect((await run("fault list")).out).toBe("no faults\n");
    expect(await run(`fault remove ${fault.id}`)).toMatchObject({ code: 1 });
  });

  test("is described in words, and clear removes all", async () => {
    const one = await run("fault add routing.provider slow --match from=polygon --param by=2m --times forever");
    expect(one.out).toMatch(/ {2}routing\.provider \(from=polygon\): slow, until it is taken away\n$/);
    const two = await run("fault add rpc.request error --param code=-32000 --param message=404 --after 2");
    expect(two.out).toMatch(/ {2}rpc\.request: error, after 2 passages, 1 time\n$/);
    expect((await run("fault clear")).out).toBe("removed 2 faults\n");
  });

  test("catalogue lists gates and effects with what they need", async () => {
    const { out } = await run("fault catalogue");
    expect(out).toContain("\n  match: provider, scenario, from, to, asset, tenant_id\n");
    expect(out).toContain("\n  error (code, message): answered with this JSON-RPC error");
  });

  test.each([
    ["fault add", 2, "missing required argument 'gate'"],
    ["fault add a b --match nonsense", 2, "key=value"],
    ["fault add a b --times 0", 2, "whole number, 1 or more"],
    ["fault add a b --match x=1 --match x=2", 2, "given twice"],
    ["fault add chain.weather rain", 1, "routing.provider"],
    ["fault add routing.provider explode", 1, "refuse"],
    ["fault explode", 2, "unknown command 'explode'"],
  ])("%s is refused", async (line, code, words) => {
    expect(await run(line)).toMatchObject({ code, out: "", err: expect.stringContaining(words) });
  });
});

describe("tenants", () => {
  test("a new one is printed with its API key, which works at the service, and listed", async () => {
    const made = await json("tenants create checkout --tier pro");
    expect((await shared().clientFor(made.api_key).GET("/vault")).data?.data).toMatchObject([{ id: made.vault_id }]);
    expect((await run("tenants list")).out).toMatch(new RegExp(`\\n${made.tenant_id} +checkout +pro +1000 `));
    expect((await run("tenants create other")).out).toMatch(/^Tenant id {2}\S+\nAPI key {4}sk_\S+\nVault id {3}\S+\n$/);
    expect(await run("tenants create x --tier gold")).toMatchObject({ code: 2 });
  });
});

describe("worlds", () => {
  test("a snapshot is created with a name, restored repeatedly, listed and deleted; reset starts over", async () => {
    const sandbox = await aSandbox();
    const inIt = async (line: string) => {
      const { io, said } = anIo({ SANDBOX_URL: sandbox.url });
      return { code: await runCommand(line.split(" "), io), ...said };
    };
    const now = async () => JSON.parse((await inIt("clock --json")).out).now;
    const begin = await now();
    await inIt("advance 1h");
    const kept = await now();
    expect((await inIt("snapshot create later")).out).toMatch(/^\S+ {2}later\n$/);
    await inIt("advance 1h");
    for (let count = 0; count < 2; count += 1) {
      expect((await inIt("restore later")).out).toBe("the world is as it was at the snapshot later\n");
      expect(await now()).toBe(kept);
      await inIt("advance 5m");
    }
    expect((await inIt("snapshot create later")).out).toContain(
      "2 snapshots are called later now: restore and delete take the id\n",
    );
    const second = JSON.parse((await inIt("snapshot list --json")).out).items.find(
      ({ name, time }: any) => name === "later" && time !== kept,
    );
    expect(await inIt("restore later")).toMatchObject({ code: 1, err: expect.stringContaining(second.id) });
    expect((await inIt("snapshot list")).out.split("\n")).toHaveLength(1 + 2 + 1);
    expect((await inIt(`snapshot delete ${second.id}`)).out).toBe(`deleted ${second.id}\n`);
    expect((await inIt("snapshot delete later")).code).toBe(0);
    expect((await inIt("snapshot list")).out).toBe("no snapshots\n");
    expect(await inIt("restore later")).toMatchObject({ code: 1, err: expect.stringContaining("404") });
    expect((await inIt("reset")).out).toBe("the world is as it was at its start\n");
    expect(await now()).toBe(begin);
  });

  test("an export is one JSON document on stdout, or a file", async () => {
    const printed = await run("export");
    expect(printed.code).toBe(0);
    const written = await run("export --output world.json");
    expect(written.out).toMatch(/^world\.json: \d+ bytes; start --import world\.json makes the same world\n$/);
    expect(written.files["world.json"]).toBe(printed.out);
    expect(JSON.parse(printed.out)).toBeTypeOf("object");
  });
});

describe("status", () => {
  test("shows clock, networks, pending work and faults on one screen", async () => {
    const { out } = await run("status");
    expect(out).toMatch(/^crypto-payment-sandbox \d+\.\d+\.\d+ at http:\/\/127\.0\.0\.1:\d+, seed 1, sandbox\n/);
    for (const words of ["frozen", "NETWORK", "polygon", "planned: ", "faults: none"]) expect(out).toContain(words);
    expect(await json("status")).toMatchObject({ seed: 1, faults: [] });
  });
});

describe("output", () => {
  test("fits a narrow terminal and has colours there; in a pipe it is complete and plain", async () => {
    const narrow = await run("networks", { terminal: { columns: 75 } });
    expect(narrow.out).toContain("\u001b[1mNETWORK");
    const lines = stripVTControlCharacters(narrow.out).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(75);
    expect(narrow.out).toContain("…");
    const piped = await run("networks");
    expect(piped.out).not.toContain("\u001b");
    expect(piped.out).not.toContain("…");
    const { io, said } = anIo({ SANDBOX_URL: shared().url, NO_COLOR: "1" }, {}, { terminal: { columns: 75 } });
    await runCommand(["networks"], io);
    expect(said.out).not.toContain("\u001b");
    expect(said.out).toContain("…");
  });
});

async function vaultAddress(network = "ethereum"): Promise<string> {
  const { api, ready } = shared();
  const path = { vault_id: ready.vault_id };
  const { data } = await api.GET("/vault/{vault_id}/addresses", { params: { path } });
  return data?.data.find(({ network_symbol }) => network_symbol === network)?.address ?? "";
}

describe("common mistakes of new users", () => {
  test("mine names the fault that stops blocks, reorg names its option, advance --to shows a valid time", async () => {
    const { id } = await json("fault add chain.mine halt --match network=arbitrum --times forever");
    const { out } = await run("mine arbitrum");
    expect(out).toMatch(
      /^arbitrum is at block \d+ .*\nno more blocks are mined on arbitrum while fault \S+ is armed: remove it with fault remove\n$/,
    );
    await json(`fault remove ${id}`);
    expect((await run("mine arbitrum")).out).not.toContain("no block");
    await json(`deposit --network arbitrum --asset USDC --amount 1 --to-address ${await vaultAddress("arbitrum")}`);
    const refused = await run("reorg arbitrum 3");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("use --force to remove them all the same") });
    expect((await run("reorg arbitrum 3 --force")).code).toBe(0);
    expect(await run("advance --to nonsense")).toMatchObject({
      code: 2,
      err: '"nonsense" is not a time: write one with an offset such as 2026-03-01T12:00:00Z, or a duration such as 10m without --to\n',
    });
  });
});
