// Rules of webhooks that hold for every delivery, seen from the receiver's side.
import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { createLog, LOG_LEVELS } from "../../../src/kernel/log.ts";
import { createSandbox } from "../../../src/runtime/sandbox.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { type Answer, aReceiver } from "../../support/clients/a-receiver.ts";
import { anAssignment, anEndpoint, type Delivery, offsetsOf, verify } from "../../support/payments/a-webhook.ts";

const LADDER = [0, 10, 30, 70, 150, 310];
const deposit = { network: "base", asset: "USDC", amount: "5", owner: "alice" };

test("R-134 R-143 an endpoint that answers 410, or names a time with Retry-After, keeps its place and its ladder", async () => {
  const sandbox = await aSandbox();
  const gone: Answer = (response) => response.writeHead(410, { "retry-after": "3600" }).end("gone for ever");
  const endpoint = await anEndpoint(sandbox, { answer: () => gone });
  await anAssignment(sandbox);
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  const [dead] = await endpoint.deliveries();
  expect([dead!.state, offsetsOf(dead!)]).toEqual(["dead", LADDER]);
  await anAssignment(sandbox, "bob");
  await sandbox.control("POST", "/run-until-idle");
  expect(endpoint.received).toHaveLength(7);
  const [listed] = (await sandbox.control("GET", endpoint.path.replace(/\/[^/]*$/, ""))).items;
  expect(listed.active).toBe(true);
});

type Payload = { id: string; tx_hash?: string; tx_id?: string };

test("R-136 when an event arrives, the API shows the state it reports or a later one", async () => {
  const sandbox = await aSandbox();
  const seen: [string, boolean][] = [];
  const check = async (type: string, payload: Payload): Promise<boolean> => {
    const { id, tx_hash } = payload;
    const path = { params: { path: { id } } };
    if (type === "address.assigned") return (await sandbox.api.GET("/wallets/{id}", path)).response.status === 200;
    if ((await sandbox.api.GET("/deposits/{id}", path)).response.status !== 200) return false;
    const { data } = (await sandbox.api.GET("/transactions")).data ?? { data: [] };
    const state = data.find(({ tx_id }) => tx_id === (tx_hash ?? payload.tx_id))?.status;
    return type === "deposit.new" ? state !== undefined : state === "confirmed";
  };
  const endpoint = await anEndpoint(sandbox, {
    types: ["address.assigned", "deposit.new", "deposit.confirmed"],
    answer:
      (_number, { json }) =>
      (response) => {
        void check(json.type, json.payload).then((shown) => {
          seen.push([json.type, shown]);
          response.end();
        });
      },
  });
  await anAssignment(sandbox);
  await sandbox.control("POST", "/deposits", deposit);
  await sandbox.control("POST", "/run-until-idle");
  expect(seen).toEqual([
    ["address.assigned", true],
    ["deposit.new", true],
    ["deposit.confirmed", true],
  ]);
  expect(endpoint.received).toHaveLength(3);
});

test("R-118 R-138 the signed envelope repeats the id of the header, and no header holds anything that a client chose", async () => {
  const sandbox = await aSandbox();
  const endpoint = await anEndpoint(sandbox);
  for (const owner of ["Zoë 株 €", "a.b", "x: y, z=1;", '"quoted"', "%0d%0aSet-Cookie: a=b"])
    await anAssignment(sandbox, owner);
  await sandbox.control("POST", "/deposits", { ...deposit, owner: "a.b" });
  await sandbox.control("POST", "/run-until-idle");
  expect(endpoint.received.length).toBeGreaterThan(7);
  const forms: IncomingHttpHeaders = {
    "content-type": "^application/json$",
    "user-agent": "^sandbox-webhooks/1$",
    "webhook-id": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
    "webhook-timestamp": "^[0-9]{10}$",
    "webhook-signature": "^[0-9a-f]{64}$",
    "content-length": "^[0-9]+$",
    host: "^127\\.0\\.0\\.1:[0-9]+$",
    connection: "^(keep-alive|close)$",
  };
  for (const { headers, json } of endpoint.received) {
    expect(json.id).toBe(headers["webhook-id"]);
    expect(Object.keys(headers).toSorted()).toEqual(Object.keys(forms).toSorted());
    for (const [name, value] of Object.entries(headers)) expect(value, name).toMatch(new RegExp(String(forms[name])));
  }
});

test("R-120 a secret is in no answer but that of its creation, and in no line of the log", async () => {
  const lines: string[] = [];
  const log = createLog(LOG_LEVELS.at(-1) ?? "debug", { write: (line: string) => void lines.push(line) });
  const receiver = await aReceiver((number) => (number === 1 ? 500 : 200));
  const config = {
    ...DEFAULT_CONFIG,
    port: 0,
    clock: "frozen" as const,
    webhook: receiver.url,
    webhookSecret: "my-signing-secret",
  };
  const sandbox = await createSandbox(config, { log });
  const { admin_url, api_base_url, api_key } = sandbox.ready;
  const call = async (method: string, url: string, body?: object): Promise<string> =>
    (
      await fetch(url, {
        method,
        headers: { "content-type": "application/json", "x-api-key": api_key },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).text();
  await call("POST", `${api_base_url}/wallets`, { owner: "alice", network_symbol: "base" });
  await call("POST", `${admin_url}/run-until-idle`, { advance: true });
  const answers = [];
  for (const path of ["deliveries", "events", `tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, "status"])
    answers.push(await call("GET", `${admin_url}/${path}`));
  // A new one is shown by the rotation alone.
  const endpoints = `${admin_url}/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`;
  const { id } = JSON.parse(answers[2]!).data.items[0];
  const { secret } = JSON.parse(await call("POST", `${endpoints}/${id}/rotate-secret`, {})).data;
  answers.push(await call("PATCH", `${endpoints}/${id}`, { event_types: ["*"] }), await call("GET", endpoints));
  answers.push(await call("POST", `${endpoints}/${id}/test`, { type: "deposit.new" }));
  await call("POST", `${admin_url}/run-until-idle`);
  answers.push(await call("GET", `${admin_url}/deliveries`));
  await sandbox.close();
  expect(receiver.received).toHaveLength(3);
  expect(secret).toMatch(/^whsec_[0-9a-f]{48}$/);
  const hidden = ["my-signing-secret", secret as string];
  expect([...lines, ...answers].filter((text) => hidden.some((one) => text.includes(one)))).toEqual([]);
});

test("R-139 R-140 a URL is judged when it is changed as when it is written, and an address at every attempt", async () => {
  const sandbox = await aSandbox();
  const endpoint = await anEndpoint(sandbox);
  for (const url of ["ftp://localhost/", "http://a:b@localhost/", "http://localhost/#x", "http://localhost:25/", "x"])
    expect((await sandbox.admin("PATCH", endpoint.path, { url })).status, url).toBe(400);
  await sandbox.control("PATCH", endpoint.path, { url: "http://[::ffff:169.254.169.254]/latest/meta-data" });
  await sandbox.control("POST", `${endpoint.path}/test`, { type: "deposit.new" });
  await sandbox.control("POST", "/run-until-idle");
  const [refused] = await endpoint.deliveries();
  expect(refused!.attempts[0]!.error).toMatch(/refused: a cloud metadata service/);
  // With the URL of a listening receiver, the next attempt of the same delivery arrives.
  await sandbox.control("PATCH", endpoint.path, { url: endpoint.url });
  await sandbox.control("POST", "/clock/advance", { by: "10s" });
  expect(endpoint.types()).toEqual(["deposit.new"]);
});

test("R-142 deliveries that wait cost no timer each", async () => {
  const sandbox = await aSandbox({ webhook: "http://127.0.0.1:4999/down" });
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const waiting: number[] = [];
  for (const count of [5, 50]) {
    for (let number = 0; number < count; number += 1) await anAssignment(sandbox, `${count}-${number}`);
    await sandbox.control("POST", "/run-until-idle");
    waiting.push(timers());
  }
  expect((await sandbox.control("GET", "/deliveries?state=due")).items).toHaveLength(55);
  expect(waiting[1]! - waiting[0]!).toBeLessThan(20);
});

describe("whatever the receivers do, every event reaches each of them or is dead after six attempts", () => {
  /** What a receiver does with an attempt: nothing random, another thing for each seed, event and attempt. */
  const deed = (seed: number, id: string, attempt: number): Answer => {
    const number = [...`${seed}${id}${attempt}`].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9_973, 7) % 8;
    if (number < 3) return [200, 202, 204][number]!;
    if (number < 6) return [301, 429, 503][number - 3]!;
    return number === 6 ? (response) => response.destroy() : (response) => response.socket?.end("nonsense\r\n\r\n");
  };

  test.each([1, 2, 3, 4, 5])("I-31 I-32 I-33 I-34 I-35 hold with seed %i", async (seed) => {
    const sandbox = await aSandbox({ seed });
    const seen = new Map<string, number>();
    const endpoints = [];
    for (const types of [["*"], ["deposit.new", "deposit.confirmed"], ["balance.updated"]]) {
      const answer = (_number: number, { json, path }: { json: { id: string }; path: string }): Answer => {
        const key = `${types} ${json.id}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
        return deed(seed, key + path, seen.get(key) ?? 0);
      };
      endpoints.push({ ...(await anEndpoint(sandbox, { types, answer })), hears: types });
    }
    for (const owner of ["alice", "bob"]) await anAssignment(sandbox, owner);
    for (const owner of ["alice", "bob", "alice"]) await sandbox.control("POST", "/deposits", { ...deposit, owner });
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    const events: { id: string; type: string }[] = (await sandbox.control("GET", "/events")).items;
    expect(events).toHaveLength(11);
    for (const endpoint of endpoints) {
      const wanted = events.filter(({ type }) => endpoint.hears[0] === "*" || endpoint.hears.includes(type));
      await holdsAt(
        endpoint,
        wanted.map(({ id }) => id),
      );
    }
  });

  async function holdsAt(endpoint: Awaited<ReturnType<typeof anEndpoint>>, wanted: string[]): Promise<void> {
    const deliveries = await endpoint.deliveries();
    expect(deliveries.map(({ event_id }) => event_id)).toEqual(wanted);
    for (const delivery of deliveries) holds(delivery);
    const { received, secret } = endpoint;
    expect(received).toHaveLength(deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0));
    for (const one of received) expect(verify(one, secret)).toMatchObject({ ok: true, id: one.json.id });
    const bodies = new Map(received.map(({ json, body }) => [json.id, body]));
    for (const { json, body } of received) expect(body).toBe(bodies.get(json.id));
    inOrder(received.map(({ json }) => json));
  }

  /** Delivered with a 2xx as the last attempt, or dead after six; the gaps are those of the ladder. */
  function holds(delivery: Delivery): void {
    const { state, attempts } = delivery;
    const taken = attempts.map(({ status }) => status !== null && status >= 200 && status < 300);
    expect(taken.slice(0, -1)).not.toContain(true);
    expect([state, attempts.length]).toEqual(taken.at(-1) ? ["delivered", attempts.length] : ["dead", 6]);
    expect(offsetsOf(delivery)).toEqual(LADDER.slice(0, attempts.length));
  }

  /** First attempts about one deposit come in the order of their events. */
  function inOrder(bodies: { id: string; time: string; payload: { id?: string } }[]): void {
    const first = bodies.filter(({ id }, index) => bodies.findIndex((other) => other.id === id) === index);
    for (const about of new Set(first.map(({ payload }) => payload.id))) {
      const times = first
        .filter(({ payload }) => payload.id !== undefined && payload.id === about)
        .map(({ time }) => time);
      expect(times).toEqual(times.toSorted());
    }
  }
});
