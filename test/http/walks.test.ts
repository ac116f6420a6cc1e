// Walking a list while it grows: nothing that was there is missed, also among records of one and the same instant.
import fc from "fast-check";
import { expect, test } from "vitest";
import { aService, type Service } from "./a-service.ts";

let names = 0;
const wallet = (service: Service) => {
  names += 1;
  return service.post("/v1/wallets", { owner: `owner-${names}`, network_symbol: "base" });
};
const uda = (service: Service) => {
  names += 1;
  const destination = { address: "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B", asset_symbol: "USDC", network_id: "60" };
  return service.post("/v1/uda", { owner: `owner-${names}`, destination });
};

/** `first` and `next` give the query of a page; `oldest` says that new records come last. */
const WALKS = [
  {
    name: "wallets as they come",
    add: wallet,
    page: (at: number, limit: number) => `/v1/wallets?page=${at + 1}&limit=${limit}`,
    oldest: false,
  },
  {
    name: "wallets, oldest first",
    add: wallet,
    page: (at: number, limit: number) => `/v1/wallets?sort[]=created_at:asc&page=${at + 1}&limit=${limit}`,
    oldest: true,
  },
  {
    name: "wallets, newest first",
    add: wallet,
    page: (at: number, limit: number) => `/v1/wallets?sort[]=created_at:desc&page=${at + 1}&limit=${limit}`,
    oldest: false,
  },
  {
    name: "UDAs as they come",
    add: uda,
    page: (at: number, limit: number) => `/v1/uda?limit=${limit}&offset=${at * limit}`,
    oldest: false,
  },
] as const;

/** The number of records, the page size, how many are added before each further page, and whether the clock is frozen. */
const plan = fc.record({
  there: fc.integer({ min: 1, max: 12 }),
  limit: fc.integer({ min: 1, max: 5 }),
  added: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 }),
  frozen: fc.boolean(),
});

test.each(WALKS)(
  "R-205 $name: every record that was there is met, and the order never changes",
  async ({ add, page, oldest }) => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ there, limit, added, frozen }) => {
        const service = aService();
        const make = async (): Promise<string> => {
          if (!frozen) service.world.clock.moveTo(service.world.clock.now() + 1_000);
          const { status, body } = await add(service);
          expect(status).toBe(201);
          return body.data.id;
        };
        const old: string[] = [];
        for (let count = 0; count < there; count += 1) old.push(await make());
        const met: string[] = [];
        for (let at = 0; ; at += 1) {
          const { body } = await service.get(page(at, limit));
          const items: { id: string }[] = body.data.items ?? body.data;
          met.push(...items.map(({ id }) => id));
          if (items.length < limit) break;
          for (let count = 0; count < (added[at] ?? 0); count += 1) await make();
        }
        expect(old.filter((id) => !met.includes(id))).toEqual([]);
        // A list that grows at its end shows nothing twice; one that grows in front may show again what moved back.
        if (oldest || added.every((count) => count === 0)) expect(new Set(met).size).toBe(met.length);
        const once = [...new Set(met)].filter((id) => old.includes(id));
        const forwards = once.map((id) => old.indexOf(id));
        const sorted = forwards.toSorted((a, b) => a - b);
        expect([sorted, sorted.toReversed()]).toContainEqual(forwards);
      }),
      { numRuns: 25 },
    );
  },
);
