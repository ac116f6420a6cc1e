// What worlds cost, as counts: what does not depend on a world is made once in a process, however busy the machine is.
import { Provider } from "@nomicfoundation/edr";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { keyringOf } from "../../../src/chains/address.ts";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import { DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { Database } from "../../../src/db/database.ts";
import { StatementCache } from "../../../src/db/statement-cache.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { withoutMonitor } from "../../support/worlds/without-monitor.ts";

const STRANGER = "0x00000000000000000000000000000000000000a1";
const NETWORKS = readCatalogue().length;

test("the second sandbox of a process derives no key, runs no migration and asks each engine twice", async () => {
  withoutMonitor();
  const first = await aSandbox();
  await first.close();
  const keyring = keyringOf(String(DEFAULT_CONFIG.seed));
  const { remembered } = keyring;
  const scripts = vi.spyOn(Database.prototype, "script");
  const crossings = vi.spyOn(Provider.prototype, "handleRequest");
  onTestFinished(() => void vi.restoreAllMocks());
  const second = await aSandbox();
  // Its genesis is written; block 0 is read with its checkpoint.
  expect(crossings).toHaveBeenCalledTimes(2 * NETWORKS);
  expect([keyringOf(String(DEFAULT_CONFIG.seed)), keyring.remembered]).toEqual([keyring, remembered]);
  expect(scripts).toHaveBeenCalledTimes(1);
  expect(second.ready.api_key).toBe(first.ready.api_key);
});

test("a sandbox with another seed has other keys, and one with the first seed has the first ones again", async () => {
  const keys = async (seed: number): Promise<string[]> => {
    const sandbox = await aSandbox({ seed });
    const { data } = await sandbox.api.GET("/vault/{vault_id}/addresses", {
      params: { path: { vault_id: sandbox.ready.vault_id } },
    });
    const addresses = data?.data.map(({ address }) => address) ?? [];
    const block = await sandbox.chain("base").public.getBlock();
    await sandbox.close();
    return [...addresses, block.hash];
  };
  const [one, other, again] = [await keys(7), await keys(8), await keys(7)];
  expect(again).toEqual(one);
  expect(other.filter((address) => one.includes(address))).toEqual([one.at(-1)]);
});

test("a tenant asks each engine three times: what its gas station has, to fund it, and what its addresses held before", async () => {
  withoutMonitor();
  const sandbox = await aSandbox();
  const crossings = vi.spyOn(Provider.prototype, "handleRequest");
  const statements = vi.spyOn(StatementCache.prototype, "of");
  onTestFinished(() => void vi.restoreAllMocks());
  await sandbox.control("POST", "/tenants", { name: "second" });
  expect(crossings).toHaveBeenCalledTimes(3 * NETWORKS);
  expect(statements.mock.calls.length).toBeLessThanOrEqual(300);
});

test("a reset asks only the engine that has to go back, once, and prepares no more than a world needs at its opening", async () => {
  withoutMonitor();
  const sandbox = await aSandbox();
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1", to_address: STRANGER });
  const crossings = vi.spyOn(Provider.prototype, "handleRequest");
  const statements = vi.spyOn(Sqlite.prototype, "prepare");
  onTestFinished(() => void vi.restoreAllMocks());
  await sandbox.control("POST", "/reset");
  expect(crossings).toHaveBeenCalledTimes(1);
  expect(statements.mock.calls.length).toBeLessThanOrEqual(50);
});
