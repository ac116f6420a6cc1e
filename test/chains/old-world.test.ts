// A world whose blocks were mined by Hardhat's own provider, before the engine was asked directly: it opens, replays to its hashes and state roots, and goes on.
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { engineVersion } from "../../src/chains/simulated.ts";
import { newestSchema, schemaOf } from "../../src/db/migrate.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { payoutNow, vaultAddress } from "../support/payments/a-payout.ts";
import { allDeposits } from "../support/payments/on-chain.ts";
import { anOldFolder, type OldWorld } from "../support/worlds/an-old-folder.ts";

/**
 * What `GET /admin/export` of schema 23 answered: deposits, a payout that is paid and one that waits, a settlement with its delegation,
 * a block of several transactions of which one reverts, another base fee, state changes, an impersonated sender, a reorg, empty blocks;
 * and `blocks`: hash and state root of each block from block 0, as the node of that version answered them.
 */
const WORLD = new URL("world-on-hardhats-networks.json.gz", import.meta.url);
type WorldWithHashes = OldWorld & { engine: string; blocks: Record<string, [hash: Hex, stateRoot: Hex][]> };

test("R-163 R-167 every block of a world of Hardhat's provider has the hash and the state root that it had, and the world goes on", async () => {
  const { data, old } = anOldFolder<WorldWithHashes>(WORLD);
  expect([old.engine, old.schema < newestSchema()]).toEqual([engineVersion(), true]);
  const sandbox = await aSandbox({ data });
  expect(schemaOf(sandbox.store)).toBe(newestSchema());
  for (const [network, blocks] of Object.entries(old.blocks)) {
    const now: [Hex, Hex][] = [];
    for (let height = 0; height < blocks.length; height += 1) {
      const { hash, stateRoot } = await sandbox.chain(network).public.getBlock({ blockNumber: BigInt(height) });
      now.push([hash, stateRoot]);
    }
    expect(now, network).toEqual(blocks);
  }
  expect(Object.values(old.blocks).flat().length).toBeGreaterThan(30);
  const before = (await allDeposits(sandbox.api)).length;
  await sandbox.control("PUT", "/networks/base/mining", { mode: "instant" });
  const to_address = await vaultAddress(sandbox.api, sandbox.ready.vault_id, "base");
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "3.5", to_address });
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "10m" });
  expect(await allDeposits(sandbox.api)).toHaveLength(before + 1);
  expect(sandbox.store.all("select distinct state from deposit")).toEqual([{ state: "confirmed" }]);
  for (const { id } of sandbox.store.all<{ id: string }>("select id from payout"))
    expect((await payoutNow(sandbox.api, id)).status).toBe("confirmed");
  const heads = await headsOf(sandbox);
  await sandbox.close();
  const again = await aSandbox({ data });
  expect(await headsOf(again)).toEqual(heads);
});

const headsOf = async (sandbox: Awaited<ReturnType<typeof aSandbox>>): Promise<unknown> => {
  const { items } = await sandbox.control("GET", "/networks");
  return items.map(({ network, head }: { network: string; head: unknown }) => [network, head]);
};
