// Lists of 100,000 rows: time to read the first and the last page, through the service's queries.
import { DEFAULT_CONFIG } from "../../src/config/options.ts";
import { seeDeposit } from "../../src/domain/deposit/detect.ts";
import { depositFields } from "../../src/domain/deposit/fields.ts";
import { insertDeposit, pageOfDeposits } from "../../src/domain/deposit/store.ts";
import { listSql } from "../../src/domain/filter.ts";
import { tenantById } from "../../src/domain/tenant/store.ts";
import { assignWallet } from "../../src/domain/wallet/assign.ts";
import type { World } from "../../src/domain/world.ts";
import { required } from "../../src/kernel/assert.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { createWorld } from "../../src/runtime/create-world.ts";
import type { Part } from "../report/report.ts";
import type { Context } from "./context.ts";

const ROWS = 100_000;
const LIMIT = 20;

/** Median of many reads of each page. */
export async function benchLists({ say }: Context): Promise<Part> {
  say(`lists of ${ROWS} rows`);
  const { world, chains, defaultTenant } = await createWorld({
    config: DEFAULT_CONFIG,
    wall: systemClock,
    log: silentLog,
  });
  const tenant = required(tenantById(world.db, defaultTenant.tenantId), "the default tenant");
  world.db.transaction(() => fill(world, tenant));
  const list = listSql({ filter: [], sort: [] }, depositFields(world.catalogue));
  const read = (page: number): number => {
    const samples: number[] = [];
    for (let time = 0; time < 40; time += 1) {
      const begun = performance.now();
      const { rows } = pageOfDeposits(world.db, tenant.id, list, { page, limit: LIMIT });
      samples.push(performance.now() - begun);
      if (rows.length === 0) throw new Error(`page ${page} is empty`);
    }
    return samples.toSorted((a, b) => a - b)[20] ?? Number.NaN;
  };
  await chains.close();
  const [first, last] = [read(1), read(ROWS / LIMIT)];
  const rows = [
    { what: "list of 100,000 deposits, first page", value: first, unit: "ms" },
    { what: "list of 100,000 deposits, last page", value: last, unit: "ms" },
    { what: "last page / first page", value: last / first, unit: "ratio" },
  ];
  return { findings: {}, details: [], rows };
}

/** One real deposit, and copies of it with other ids and times. */
function fill(world: World, tenant: Parameters<typeof assignWallet>[1]): void {
  const wallet = assignWallet(world, tenant, { owner: "bench", networkId: undefined, networkSymbol: "ethereum" });
  const network = world.catalogue.network("ethereum");
  const leg = { network: network.symbol, txHash: "0x0", ordinal: 0, asset: network.native.key, raw: 1n };
  const block = { height: 1, hash: "0x1", timestamp: 1_767_225_600 };
  const model = seeDeposit(world, { ...leg, from: wallet.address, to: wallet.address }, wallet, block);
  for (let index = 1; index < ROWS; index += 1) {
    const id = world.ids.next("deposit");
    insertDeposit(world.db, { ...model, id, tx_hash: id, block_time: model.block_time + index, block_height: index });
  }
}
