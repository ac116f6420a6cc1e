// Table: small clients with one mistake each, and one without; each is found by its rule and by no other (C-80).
import type { ServerResponse } from "node:http";
import { verifyWebhook } from "../../src/webhooks/sign.ts";
import type { Received } from "../support/clients/a-receiver.ts";

/** `undefined`: the connection was closed. */
export type Answer = { status: number; body: any; header(name: string): string | null } | undefined;

/** What a client has: its key is sent with each call. `fault` makes the next `times` requests of an operation fail. */
export type App = {
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Virtual for the test: the wall clock goes on, nobody waits. */
  sleep(ms: number): void;
  fault(gate: string, effect: string, match?: object, params?: object, times?: number): Promise<void>;
  /** Makes a deposit of the amount to the owner's wallet, of which the receiver hears. */
  deposit(amount: string): Promise<void>;
  readonly apiKey: string;
  readonly vaultId: string;
  readonly payee: string;
  readonly secret: string;
  /** Wall seconds. */
  now(): number;
};

type Receiver = (app: App, received: Received) => Promise<number> | number | ((response: ServerResponse) => void);
export type Planted = {
  mistake: string;
  rule: string | null;
  level?: string;
  run(app: App): Promise<void>;
  receiver?: Receiver;
};

const payout = (app: App, reference: string, more: object = {}) => ({
  ...{ vault_id: app.vaultId, asset: "USDC", network_symbol: "base", to_address: app.payee },
  ...{ reference_id: reference, amount: "1", ...more },
});
const pay = (app: App, reference: string, more: object = {}) =>
  app.call("POST", "/transfer/payout", payout(app, reference, more));
const total = (app: App) => app.call("GET", `/vault/${app.vaultId}/balances`);
const lost = (app: App, operation: string) =>
  app.fault("api.request", "after-commit-close", { operation_id: operation });
const failing = (app: App, operation: string, times = 1) =>
  app.fault("api.request", "status", { operation_id: operation }, { status: 500 }, times);

/** Verifies as the specification asks: bytes, constant time, age. */
function isGenuine(app: App, { headers, body }: Received): boolean {
  return verifyWebhook({ secret: app.secret, headers, body, nowSeconds: app.now() }).ok;
}
const careful: Receiver = (app, received) => (isGenuine(app, received) ? 200 : 401);
/** Verifies the signature with whatever age. */
const ageless: Receiver = (app, { headers, body }) =>
  verifyWebhook({ secret: app.secret, headers, body, nowSeconds: Number(headers["webhook-timestamp"]) }).ok ? 200 : 401;

const forged = (effect: string) => async (app: App) => {
  await app.fault("webhook.delivery", effect, { type: "deposit.confirmed" });
  await app.deposit("5");
};

async function retried(app: App, pauses: readonly number[]): Promise<void> {
  await failing(app, "listVaultBalances", pauses.length);
  await total(app);
  for (const pause of pauses) {
    app.sleep(pause);
    await total(app);
  }
}

/** The client that does everything right, under the same faults. */
async function correct(app: App): Promise<void> {
  // Lost answers: the same key, the same reference.
  await lost(app, "createWallet");
  const wallet = { owner: "careful", network_symbol: "base" };
  const key = { "Idempotency-Key": "wallet-careful" };
  await app.call("POST", "/wallets", wallet, key);
  app.sleep(500);
  await app.call("POST", "/wallets", wallet, key);
  await lost(app, "createPayout");
  await pay(app, "careful-1");
  app.sleep(500);
  const again = await pay(app, "careful-1");
  if (again?.status === 409) await app.call("GET", "/transfer/payout");
  // The same payment once more, because it is wanted twice.
  await pay(app, "careful-2");
  // A 429, and pauses that grow.
  await app.fault("api.request", "status", { operation_id: "listVaultBalances" }, { status: 429 });
  const limited = await total(app);
  app.sleep(Number(limited?.header("Retry-After")) * 1_000);
  await total(app);
  await retried(app, [500, 1_000, 2_000, 4_000]);
  // All pages.
  for (let page = 1; ; page += 1) {
    const list = await app.call("GET", `/transfer/payout?page=${page}`);
    if (!list?.body.pagination?.has_next) break;
  }
  // A slow look now and then.
  for (let look = 0; look < 40; look += 1) {
    await total(app);
    app.sleep(2_000);
  }
  for (const effect of ["wrong-secret", "unsigned", "truncate", "stale-timestamp"]) await forged(effect)(app);
  await app.fault("webhook.delivery", "duplicate", { type: "deposit.confirmed" });
  await app.deposit("7");
}

/** Pays once for each webhook it has not seen. */
function payer(once: boolean): Receiver {
  const known = new Set<string>();
  let payments = 0;
  return async (app, received) => {
    if (!isGenuine(app, received)) return 401;
    const id = String(received.headers["webhook-id"]);
    if (received.json.type === "deposit.confirmed" && !(once && known.has(id))) {
      known.add(id);
      payments += 1;
      await pay(app, `for-${received.json.payload.id}-${once ? "" : payments}`, {
        amount: received.json.payload.balance.amount,
      });
    }
    return 200;
  };
}

export const PLANTED: readonly Planted[] = [
  { mistake: "none", rule: null, run: correct, receiver: payer(true) },
  { mistake: "a wrong path", rule: "CF-01", run: async (app) => void (await app.call("GET", "/wallet/owner/alice")) },
  {
    mistake: "a wrong method",
    rule: "CF-01",
    run: async (app) => void (await app.call("PUT", "/wallets", { owner: "a" })),
  },
  {
    mistake: "an amount with a comma",
    rule: "CF-02",
    level: "warning",
    run: async (app) => void (await pay(app, "r", { amount: "1,5" })),
  },
  {
    mistake: "a 400 repeated unchanged",
    rule: "CF-02",
    level: "error",
    run: async (app) => {
      await pay(app, "r", { amount: "1,5" });
      app.sleep(1_000);
      await pay(app, "r", { amount: "1,5" });
    },
  },
  { mistake: "an unknown member", rule: "CF-03", run: async (app) => void (await pay(app, "r", { memo: "lunch" })) },
  {
    mistake: "a misspelt filter",
    rule: "CF-03",
    run: async (app) => void (await app.call("GET", "/transfer/payout?statu=queued")),
  },
  {
    mistake: "the key in the path",
    rule: "CF-04",
    run: async (app) => void (await app.call("GET", `/wallets/owner/${app.apiKey}`)),
  },
  {
    mistake: "the key in the query",
    rule: "CF-04",
    run: async (app) => void (await app.call("GET", `/transfer/payout?api_key=${app.apiKey}`)),
  },
  {
    mistake: "an invented operation",
    rule: "CF-12",
    level: "warning",
    run: async (app) => void (await app.call("GET", "/blockchain/assets")),
  },
  {
    mistake: "no Retry-After",
    rule: "CF-05",
    run: async (app) => {
      await app.fault("api.request", "status", { operation_id: "listVaultBalances" }, { status: 429 });
      await total(app);
      app.sleep(300);
      await total(app);
    },
  },
  { mistake: "retries at a fixed pace", rule: "CF-06", run: (app) => retried(app, [1_000, 1_000, 1_000, 1_000]) },
  { mistake: "retries at once", rule: "CF-06", run: (app) => retried(app, Array<number>(9).fill(0)) },
  {
    mistake: "a new reference when the answer is lost",
    rule: "CF-07",
    run: async (app) => {
      await lost(app, "createPayout");
      await pay(app, "first");
      app.sleep(1_200);
      await pay(app, "second");
    },
  },
  {
    mistake: "a new reference after a 500",
    rule: "CF-07",
    run: async (app) => {
      await failing(app, "createPayout");
      await pay(app, "first");
      app.sleep(1_200);
      await pay(app, "second");
    },
  },
  {
    mistake: "a lost answer is ignored",
    rule: "CF-08",
    run: async (app) => {
      await lost(app, "createPayout");
      await pay(app, "first");
      await total(app);
    },
  },
  {
    mistake: "a 5xx is ignored",
    rule: "CF-08",
    run: async (app) => {
      await failing(app, "createPayout");
      await pay(app, "first");
      await total(app);
    },
  },
  {
    mistake: "the first page only",
    rule: "CF-09",
    run: async (app) => {
      for (let index = 0; index < 21; index += 1) await pay(app, `many-${index}`, { amount: `0.${index + 10}` });
      await app.call("GET", "/transfer/payout");
    },
  },
  {
    mistake: "polling without a pause",
    rule: "CF-10",
    run: async (app) => {
      for (let look = 0; look < 40; look += 1) {
        await total(app);
        app.sleep(100);
      }
    },
  },
  {
    mistake: "a wallet again without a key",
    rule: "CF-11",
    run: async (app) => {
      await lost(app, "createWallet");
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await app.call("POST", "/wallets", { owner: "twice", network_symbol: "base" });
        app.sleep(1_000);
      }
    },
  },
  { mistake: "another secret is taken", rule: "CF-13", run: forged("wrong-secret"), receiver: () => 200 },
  { mistake: "no signature is taken", rule: "CF-13", run: forged("unsigned"), receiver: () => 200 },
  { mistake: "a cut body is taken", rule: "CF-13", run: forged("truncate"), receiver: () => 200 },
  { mistake: "an old webhook is taken", rule: "CF-14", run: forged("stale-timestamp"), receiver: ageless },
  { mistake: "500 to a genuine webhook", rule: "CF-15", run: (app) => app.deposit("5"), receiver: () => 500 },
  {
    mistake: "a redirect",
    rule: "CF-15",
    run: (app) => app.deposit("5"),
    receiver: () => (response) => response.writeHead(302, { location: "/elsewhere" }).end(),
  },
  {
    mistake: "work before the answer",
    rule: "CF-15",
    run: (app) => app.deposit("5"),
    receiver: (app, received) => {
      app.sleep(3_000);
      return careful(app, received);
    },
  },
  {
    mistake: "a payment for each copy of a webhook",
    rule: "CF-16",
    run: async (app) => {
      await app.fault("webhook.delivery", "duplicate", { type: "deposit.confirmed" });
      await app.deposit("7");
    },
    receiver: payer(false),
  },
];
