// Lists serve as many items as they say: 50 unless said, up to 200, on UDAs and on settlements.
import { expect, test } from "vitest";
import { createSettlement } from "../../src/domain/settlement/transitions.ts";
import { aDeposit } from "../support/worlds/a-bare-world.ts";
import { aService } from "./a-service.ts";

const COUNT = 203;
const destination = { address: `0x${"de".repeat(20)}`, asset_symbol: "USDC", network_id: "9001" };

type Item = { id: string };

test("the lists of UDAs and of settlements serve 50 items unless said, and as many as the limit says (S-302, S-563, S-564)", async () => {
  const service = aService();
  const create = async (owner: string) => (await service.post("/v1/uda", { owner, destination })).body.data;
  const uda = await create("owner 0");
  for (let at = 1; at < COUNT; at += 1) await create(`owner ${at}`);
  const [{ address }] = uda.deposit_addresses;
  for (let ordinal = 0; ordinal < COUNT; ordinal += 1) {
    const deposit = aDeposit(service.world, address, { ordinal, confirmed: true });
    service.world.db.transaction(() => createSettlement(service.world, deposit));
  }
  for (const path of ["/v1/uda", `/v1/uda/${uda.id}/settlements`]) {
    const served = async (query: string) => (await service.get(`${path}${query}`)).body.data;
    for (const [query, count] of [
      ["", 50],
      ["?limit=49", 49],
      ["?limit=51", 51],
      ["?limit=199", 199],
      ["?limit=200", 200],
    ] as const) {
      const { items, ...page } = await served(query);
      expect([items.length, page.count, page.limit], `${path}${query}`).toEqual([count, count, count]);
      expect(new Set(items.map(({ id }: Item) => id)).size).toBe(count);
    }
    const { items, count } = await served("?limit=200&offset=200");
    expect([items.length, count], path).toEqual([COUNT - 200, COUNT - 200]);
  }
});
