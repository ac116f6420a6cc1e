// `hunt init` watches a customer of apps of many shapes, and writes an adapter that holds (U-03).
import { expect, test } from "vitest";
import type { InitResult } from "../../../src/hunt/init/init.ts";
import { aCopy, type Example } from "../a-hunt.ts";
import { ofShape, watched } from "./watched.ts";

const TO = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const CUSTOMER = `
curl -X POST http://localhost:3000/customers -H 'Content-Type: application/json' -d '{"id": "alice", "network": "base"}'
curl 'http://localhost:3000/books?owner=alice'
POST /withdrawals {"id": "wd-1", "owner": "alice", "network": "base", "asset": "USDC", "amount": "40", "to": "${TO}"}
curl -X POST 'http://localhost:3000/reconcile?owner=alice'
`;

async function ofExample(example: Example, text: string, told: string[] = []): Promise<InitResult> {
  const copy = await aCopy({ example });
  try {
    return await watched(copy.adapter.app ?? "", copy.port, text, told, copy.adapter.env);
  } finally {
    copy.remove();
  }
}

/** The members of the adapter without its port. */
function derived({ adapter: { actions, books, accepts, keeps } }: InitResult): unknown {
  return JSON.parse(JSON.stringify({ actions, books, accepts, keeps }).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ""));
}

test.each<Example>(["shop-with-books", "books-python"])(
  "U-03 the adapter of %s is what its authors wrote by hand",
  async (example) => {
    const told: string[] = [];
    const result = await ofExample(example, CUSTOMER, told);
    expect(result.missing).toEqual([]);
    expect(derived(result)).toMatchObject({
      actions: {
        open: { url: "/customers", body: { id: "${owner}", network: "${network}" }, address: "/address" },
        withdraw: {
          url: "/withdrawals",
          body: {
            id: "${id}",
            owner: "${owner}",
            network: "${network}",
            asset: "${asset}",
            amount: "${amount}",
            to: "${to}",
          },
        },
        reconcile: { url: "/reconcile?owner=${owner}" },
      },
      books: { url: "/books?owner=${owner}", credits: "/credits", withdrawals: "/withdrawals" },
      accepts: expect.arrayContaining([
        { network: "base", asset: "USDC" },
        { network: "bsc", asset: "USDC" },
      ]),
    });
    expect(result.holds.at(-1)).toContain("3 without trouble are right");
    expect(told.join("\n")).toMatch(/seen: POST \/customers → 201 → POST \/wallets: alice on base, 0x/);
  },
  120_000,
);

test("U-03 a shop that keeps its orders in memory is said to, and a refund of another amount is no withdrawal", async () => {
  const orders = `POST /orders {"id": "order-77", "amount": "1"}\nGET /orders/order-77\nPOST /orders/order-77/refund {"to_address": "${TO}"}`;
  const result = await ofExample("shop", orders);
  expect(derived(result)).toEqual({
    actions: { open: { url: "/orders", body: { id: "${owner}", amount: "1" }, address: "/address" } },
    books: { url: "/orders/${owner}", total: "/received", network: "base", asset: "USDC" },
    ...{ accepts: [{ network: "base", asset: "USDC" }], keeps: false },
  });
  expect(result.missing).toEqual([
    { what: "withdraw", why: expect.stringContaining("the amount that was paid out (1233.56)") },
  ]);
}, 120_000);

test("U-03 a form, names of the app's own, a deep address, a balance in cents", async () => {
  const text = `
curl http://localhost/signup -d 'email=bob@example.org&plan=basic'
curl http://localhost/customers/\${1/customer/id}/balance
POST /customers/\${1/customer/id}/withdraw {"cents": 4000, "destination": "${TO}", "key": "first"}`;
  const result = await ofShape("cents", text);
  expect(result.missing).toEqual([]);
  expect(derived(result)).toMatchObject({
    actions: {
      open: {
        ...{ url: "/signup", body: "email=${id}@example.org&plan=basic", owner: "/customer/id" },
        address: "/customer/wallet/deposit/address",
      },
      withdraw: {
        url: "/customers/${owner}/withdraw",
        body: { cents: "${amount_cents:number}", destination: "${to}", key: "${id}" },
      },
    },
    books: {
      url: "/customers/${owner}/balance",
      balance: "/balance_cents",
      decimals: 2,
      network: "base",
      asset: "USDC",
    },
  });
}, 120_000);

test("U-03 a name in the path, no body, a list in base units at the root", async () => {
  const text = `
curl -X PUT http://localhost/users/carla/wallet
curl 'http://localhost/ledger?u=carla'
POST /users/carla/payouts {"sum": "40.5", "dest": "${TO}", "ref": "wd-1"}`;
  const result = await ofShape("ledger", text);
  expect(result.missing).toEqual([]);
  expect(derived(result)).toMatchObject({
    actions: {
      open: { method: "PUT", url: "/users/${owner}/wallet", address: "/pay_to/0", own_names: true },
      withdraw: { url: "/users/${owner}/payouts", body: { sum: "${amount}", dest: "${to}", ref: "${id}" } },
    },
    books: { url: "/ledger?u=${owner}", credits: "", decimals: 6, names: { amount: "qty" }, network: "base" },
  });
}, 120_000);

test("U-03 what is not found is named, and nothing is made up", async () => {
  const blind = await ofShape("blind", 'POST /open {"name": "dora"}\nGET /health');
  expect(blind.adapter.books).toBeUndefined();
  expect(blind.adapter.actions).toMatchObject({ open: { body: { name: "${owner}" }, address: "/to" } });
  expect(blind.missing).toEqual([{ what: "books", why: expect.stringMatching(/none of \d+ GETs showed 41.75 USDC/) }]);
  const idle = await ofShape("blind", "GET /health");
  expect(idle.adapter.actions).toBeUndefined();
  expect(idle.missing).toEqual([
    { what: "open", why: "your app called POST /wallets for no request through the proxy" },
  ]);
}, 120_000);
