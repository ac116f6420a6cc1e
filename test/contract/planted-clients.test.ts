// Every planted client is found by exactly its rule, and the correct one by none (C-80).
import { expect, test } from "vitest";
import { systemClock, type WallClock } from "../../src/kernel/wall-clock.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { openReceiver } from "../support/clients/a-receiver.ts";
import { FIXTURES } from "../support/fixtures.ts";
import { type Answer, type App, PLANTED } from "./planted-clients.ts";

/** A wall clock that goes on only when a client sleeps: pauses are exact on every machine. Timers are real. */
let passed = 0;
const START = Date.UTC(2026, 4, 29, 12);
const wall: WallClock = { ...systemClock, now: () => START + passed, monotonic: () => passed };
const shared = sharedSandbox({}, { wall });

test.each(PLANTED.map((client) => [client.mistake, client] as const))(
  "%s",
  async (_mistake, { rule, level, run, receiver }) => {
    const { control, contract, ready } = shared();
    const {
      tenant_id: tenantId,
      api_key: apiKey,
      vault_id: vaultId,
    } = await control("POST", "/tenants", { name: "app" });
    const call = async (method: string, path: string, body?: object, headers = {}): Promise<Answer> => {
      const json = body === undefined ? {} : { "content-type": "application/json" };
      const response = await fetch(`${ready.api_base_url}${path}`, {
        method,
        headers: { "X-API-Key": apiKey, ...json, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      if (response === undefined) return undefined;
      return { status: response.status, body: await response.json(), header: (name) => response.headers.get(name) };
    };
    // The team's own set-up is no mistake of the app: it comes before the report begins.
    const { body: addresses } = (await call("GET", `/vault/${vaultId}/addresses`)) as NonNullable<Answer>;
    const payTo = (address: string, amount: string) =>
      control("POST", "/deposits", { network: "base", asset: "USDC", amount, to_address: address });
    await payTo(addresses.data.find((one: any) => one.network_symbol === "base").address, "1000");
    const { body: wallet } = (await call("POST", "/wallets", {
      owner: "customer",
      network_symbol: "base",
    })) as NonNullable<Answer>;
    let secret = "";
    const app: App = {
      ...{ call, apiKey, vaultId, payee: FIXTURES.payee, now: () => wall.now() / 1_000 },
      sleep: (ms) => {
        passed += ms;
      },
      fault: async (gate, effect, match = {}, params = {}, times = 1) => {
        await control("POST", "/faults", { gate, effect, match: { ...match, tenant_id: tenantId }, params, times });
      },
      deposit: (amount) => payTo(wallet.data.address, amount),
      get secret() {
        return secret;
      },
    };
    const endpoint =
      receiver === undefined
        ? undefined
        : await openReceiver((_number, received) => (response) => {
            void Promise.resolve(receiver(app, received)).then((reply) => {
              if (typeof reply === "function") reply(response);
              else response.writeHead(reply).end();
            });
          });
    try {
      if (endpoint !== undefined) {
        const registered = { url: endpoint.url, event_types: ["deposit.confirmed"] };
        ({ secret } = await control("POST", `/tenants/${tenantId}/webhook-endpoints`, registered));
      }
      contract.recorder.forget(wall.now(), tenantId);
      await run(app);
      await control("POST", "/run-until-idle", {});
      const findings = contract.recorder
        .findings(wall.now(), tenantId)
        .filter((one) => one.rule !== "CF-12" || one.level !== "note");
      expect(findings.map((one) => `${one.rule} ${one.evidence}`)).toEqual(
        rule === null ? [] : [expect.stringContaining(rule)],
      );
      if (level !== undefined) expect(findings[0]?.level).toBe(level);
    } finally {
      await endpoint?.end();
    }
  },
);

test("there are more than twenty planted mistakes, and every rule has at least one", () => {
  const mistakes = PLANTED.filter(({ rule }) => rule !== null);
  expect(mistakes.length).toBeGreaterThan(20);
  const rules = new Set(mistakes.map(({ rule }) => rule));
  expect(rules.size).toBe(16);
});
