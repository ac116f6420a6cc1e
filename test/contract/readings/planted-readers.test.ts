// C-81: every reading breaks at least one planted client, and no hardened one. Driven by the table of readings.
import { describe, expect, test } from "vitest";
import { type Choices, READING_NAMES, rowOf, valuesOf } from "../../../src/contract/readings/table.ts";
import { verifyWebhook } from "../../../src/webhooks/sign.ts";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { openReceiver, type Received } from "../../support/clients/a-receiver.ts";
import { type Answer, type App, HARDENED, type Habits, SCENES, type SceneName } from "./a-hardened-client.ts";
import { PLANTED, type PlantedReader } from "./planted-readers.ts";

const shared = sharedSandbox();
const SCENE_NAMES = Object.keys(SCENES) as SceneName[];

/** Every value but the defaults, with its planted client. */
const VALUES = READING_NAMES.flatMap((name) =>
  valuesOf(name)
    .slice(1)
    .map((value) => ({ name, value, of: `${name}=${value}`, planted: PLANTED[name]?.[value] })),
);

/** Plays scenes as a new tenant for whom the readings hold; resolves with what broke, or undefined, and the values that it met. */
async function play(choices: Choices, scenes: readonly SceneName[], habits: Partial<Habits> = {}) {
  const { control, contract, ready } = shared();
  const { tenant_id: tenantId, api_key: key, vault_id: vaultId } = await control("POST", "/tenants", { name: "app" });
  contract.readings.set(choices, tenantId);
  const received: Received[] = [];
  let secret = "";
  const receiver = await openReceiver((_number, one) => {
    const verdict = verifyWebhook({ ...one, secret, nowSeconds: Date.now() / 1_000 });
    if (verdict.ok) received.push(one);
    return verdict.ok ? 200 : 401;
  });
  try {
    const path = `/tenants/${tenantId}/webhook-endpoints`;
    ({ secret } = await control("POST", path, { url: receiver.url, event_types: ["*"] }));
    const app: App = {
      ...{ received, tenantId, vaultId, control },
      idle: (advance = false) => control("POST", "/run-until-idle", advance ? { advance } : {}),
      call: (method, at, body, headers = {}) => call(`${ready.api_base_url}${at}`, { method, key, body, headers }),
    };
    for (const scene of scenes) await SCENES[scene](app, { ...HARDENED, ...habits });
    return { broke: undefined, met: metBy(tenantId) };
  } catch (error) {
    return { broke: error as Error, met: metBy(tenantId) };
  } finally {
    for (const network of ["ethereum", "polygon"])
      await control("PUT", `/networks/${network}/mining`, { mode: "instant" });
    await control("POST", "/run-until-idle");
    await receiver.end();
  }
}

const metBy = (tenantId: string): string[] =>
  shared()
    .contract.readings.met(tenantId)
    .map(({ name, value }) => `${name}=${value}`);

type Request = { method: string; key: string; body: object | undefined; headers: Record<string, string> };

async function call(url: string, { method, key, body, headers }: Request): Promise<Answer> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const all = { "X-API-Key": key, "content-type": "application/json", ...headers };
  const response = await fetch(url, { method, headers: all, ...json });
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text), header: (name) => response.headers.get(name) };
}

test("every value of the table but the defaults has a planted client, and no other has", () => {
  expect(VALUES.filter(({ planted }) => planted === undefined).map(({ of }) => of)).toEqual([]);
  const known = new Set(VALUES.map(({ of }) => of));
  const named = Object.entries(PLANTED).flatMap(([name, values]) =>
    Object.keys(values).map((value) => `${name}=${value}`),
  );
  expect(named.filter((of) => !known.has(of))).toEqual([]);
  expect(VALUES).toHaveLength(39);
  expect(new Set(READING_NAMES.map((name) => rowOf(name).class)).size).toBe(3);
});

describe("with the defaults", () => {
  test("the hardened client passes", async () => {
    expect((await play({}, SCENE_NAMES)).broke).toBeUndefined();
  });

  const clients = new Set(Object.values(PLANTED).flatMap((values) => Object.values(values)));
  test.each([...clients].map((one: PlantedReader) => [one.mistake, one] as const))(
    "a client that %s passes",
    async (_mistake, { scene, habits }) => {
      expect((await play({}, [scene], habits)).broke).toBeUndefined();
    },
  );
});

describe.each(VALUES)("$of", ({ name, value, of, planted }) => {
  test("no hardened client breaks, and the value was met", async () => {
    const { broke, met } = await play({ [name]: value }, SCENE_NAMES);
    expect(broke).toBeUndefined();
    expect(met).toEqual([of]);
  });

  test(`breaks a client that ${planted?.mistake}`, async () => {
    const { scene, habits } = planted as PlantedReader;
    const { broke, met } = await play({ [name]: value }, [scene], habits);
    expect(broke, "nothing broke").toBeInstanceOf(Error);
    expect(met).toEqual([of]);
  });
});
