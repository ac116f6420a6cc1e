// Correct clients with several workers, under faults of every kind: whatever the seed, no rule finds anything in them.
import { expect, test } from "vitest";
import type { Finding } from "../../src/contract/recorder/findings.ts";
import { systemClock, type WallClock } from "../../src/kernel/wall-clock.ts";
import { verifyWebhook } from "../../src/webhooks/sign.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { openReceiver } from "../support/clients/a-receiver.ts";
import { FIXTURES } from "../support/fixtures.ts";
import { chanceOf } from "./chance.ts";

let passed = 0;
const START = Date.UTC(2026, 4, 29, 12);
const wall: WallClock = { ...systemClock, now: () => START + passed, monotonic: () => passed };
const shared = sharedSandbox({ tier: "enterprise" }, { wall });

type Answer = { status: number; body: any; retryAfter: number | undefined } | undefined;
/** Yields the ms after which it goes on. */
type Worker = AsyncGenerator<number, void, void>;
type Call = (method: string, path: string, body?: object, headers?: object) => Promise<Answer>;
type Chance = () => number;
type Backoff = (retry: number, chance: Chance) => number;

const BACKOFFS: readonly Backoff[] = [
  (retry) => 300 * 2 ** retry,
  (retry, chance) => chance() * 300 * 2 ** retry,
  (retry, chance) => 150 * 2 ** retry * (1 + chance()),
  // As an app may be set in its tests.
  (retry, chance) => chance() * 10 * 2 ** retry,
  (retry) => 2 ** retry,
];
const FAULTS: readonly [gate: string, effect: string, params?: object][] = [
  ["api.request", "status", { status: 500 }],
  ["api.request", "status", { status: 429 }],
  ["api.request", "close"],
  ["api.request", "after-commit-close"],
  ["price.feed", "unavailable"],
  ["webhook.delivery", "duplicate"],
  ["webhook.delivery", "status", { status: 503 }],
  ["webhook.delivery", "wrong-secret"],
  ["webhook.delivery", "unsigned"],
  ["webhook.delivery", "truncate"],
  ["webhook.delivery", "stale-timestamp"],
  ["chain.submit", "revert"],
];

/** Lets the worker whose pause ends first go on, so that the calls of all are woven into each other. */
async function play(workers: readonly Worker[]): Promise<void> {
  const due = workers.map((worker) => ({ worker, at: passed }));
  while (due.length > 0) {
    const next = due.reduce((first, one) => (one.at < first.at ? one : first));
    passed = Math.max(passed, next.at);
    const { done, value } = await next.worker.next();
    if (done === true) due.splice(due.indexOf(next), 1);
    else next.at = passed + value;
  }
}

/** A client that does what the specification asks; `paid` are its orders. */
class Client {
  readonly #call: Call;
  readonly #chance: Chance;
  readonly #backoff: Backoff;
  /** No worker calls before this, once one of them was limited. */
  #notBefore = 0;

  constructor(call: Call, chance: Chance, backoff: Backoff) {
    [this.#call, this.#chance, this.#backoff] = [call, chance, backoff];
  }

  /** Repeats the same request until it has an answer that says something. */
  async *ask(method: string, path: string, body?: object, headers: object = {}): AsyncGenerator<number, Answer, void> {
    for (let retry = 0; retry < 20; ) {
      while (this.#notBefore > passed) yield this.#notBefore - passed;
      const answer = await this.#call(method, path, body, headers);
      passed += 3;
      if (answer?.status === 429) this.#notBefore = passed + (answer.retryAfter ?? 60) * 1_000 + 1;
      else if (answer === undefined || answer.status >= 500) {
        yield this.#backoff(retry, this.#chance);
        retry += 1;
      } else return answer;
    }
    return undefined;
  }

  async *pay(vault: string, reference: string, amount: object): Worker {
    const to = { asset: "USDC", network_symbol: "base", to_address: FIXTURES.payee };
    const path = "usd_amount" in amount ? "/transfer/payout/usd" : "/transfer/payout";
    const answer = yield* this.ask("POST", path, { vault_id: vault, reference_id: reference, ...to, ...amount });
    // Known already: an earlier attempt was accepted, whose answer was lost.
    if (answer?.status === 409) yield* this.all("/transfer/payout");
    else if (answer?.status === 201) yield* this.watch(answer.body.data.id);
  }

  /** Looks at a payout now and then, less and less often. */
  async *watch(id: string): Worker {
    for (let look = 0; look < 4; look += 1) {
      const answer = yield* this.ask("GET", `/transfer/payout/${id}`);
      if (answer?.body.data.status !== "queued" && answer?.body.data.status !== "processing") return;
      yield 1_000 * 2 ** look;
    }
  }

  async *all(path: string): Worker {
    for (let page = 1; ; page += 1) {
      const list = yield* this.ask("GET", `${path}?page=${page}`);
      if (!list?.body.pagination?.has_next) return;
    }
  }

  async *wallet(owner: string): Worker {
    yield* this.ask("POST", "/wallets", { owner, network_symbol: "base" }, { "Idempotency-Key": `wallet-${owner}` });
  }
}

/** A worker does some things, one after the other, with a pause between. */
async function* working(client: Client, chance: Chance, vault: string, name: string): Worker {
  for (let task = 0; task < 4; task += 1) {
    const order = `${name}-${task}`;
    // Equal orders of several workers are several orders.
    const amount = chance() < 0.7 ? { amount: chance() < 0.5 ? "1" : "2" } : { usd_amount: "1.00" };
    const kind = chance();
    if (kind < 0.6) yield* client.pay(vault, order, amount);
    else if (kind < 0.8) yield* client.wallet(order);
    else yield* client.all("/wallets");
    yield Math.floor(chance() * 2_000);
  }
}

/** The clock of this test goes on while a webhook is under way, so it says nothing about how long a receiver takes. */
const isTold = ({ level, pointer }: Finding): boolean => level !== "note" && pointer !== "slow";

const SEEDS = Array.from({ length: 50 }, (_, index) => index + 1);

test.each(SEEDS)("no rule finds anything in a correct client (seed %i)", async (seed) => {
  const { control, contract, ready } = shared();
  const chance = chanceOf(`correct client ${seed}`);
  const made = await control("POST", "/tenants", { name: `app ${seed}` });
  const { tenant_id: tenantId, api_key: apiKey, vault_id: vault } = made;
  const call = async (method: string, path: string, body?: object, headers: object = {}): Promise<Answer> => {
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(`${ready.api_base_url}${path}`, {
      ...{ method, headers: { "X-API-Key": apiKey, ...json, ...headers } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (response === undefined) return undefined;
    const retryAfter = response.headers.get("retry-after");
    return {
      ...{ status: response.status, body: await response.json() },
      retryAfter: retryAfter === null ? undefined : Number(retryAfter),
    };
  };
  const payTo = (address: string) =>
    control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1000", to_address: address });
  const addresses = await call("GET", `/vault/${vault}/addresses`);
  await payTo(addresses?.body.data.find((one: any) => one.network_symbol === "base").address);
  const client = new Client(call, chance, BACKOFFS[seed % BACKOFFS.length] as Backoff);
  let secret = "";
  const known = new Set<string>();
  const tasks: Worker[] = [];
  const endpoint = await openReceiver((_number, { headers, body, json }) => {
    const genuine = verifyWebhook({ secret, headers, body, nowSeconds: wall.now() / 1_000 }).ok;
    const id = String(headers["webhook-id"]);
    if (genuine && json.type === "deposit.confirmed" && !known.has(id)) {
      tasks.push(client.pay(vault, `for-${json.payload.id}`, { amount: "1" }));
      known.add(id);
    }
    return genuine ? 200 : 401;
  });
  try {
    ({ secret } = await control("POST", `/tenants/${tenantId}/webhook-endpoints`, { url: endpoint.url }));
    contract.recorder.forget(wall.now(), tenantId);
    for (let armed = 0; armed < 8; armed += 1) {
      const [gate, effect, params = {}] = FAULTS[Math.floor(chance() * FAULTS.length)] as (typeof FAULTS)[number];
      const [after, times] = [Math.floor(chance() * 6), 1 + Math.floor(chance() * 4)];
      await control("POST", "/faults", { gate, effect, params, after, times, match: { tenant_id: tenantId } });
    }
    await play(["a", "b", "c"].map((name) => working(client, chance, vault, name)));
    const wallet = await call(
      "POST",
      "/wallets",
      { owner: "last", network_symbol: "base" },
      { "Idempotency-Key": "last" },
    );
    if (wallet?.status === 201) await payTo(wallet.body.data.address);
    await control("POST", "/clock/advance", { by: "2h" });
    await play(tasks);
    await play([client.all("/transfer/payout"), client.all("/wallets"), client.all("/transactions")]);
    await control("DELETE", "/faults");
    const found = contract.recorder.findings(wall.now(), tenantId).filter(isTold);
    expect(found.map(({ rule, evidence }) => `${rule} ${evidence}`)).toEqual([]);
  } finally {
    await endpoint.end();
  }
});
