// Stories about the user's app: its actions, restarts and books, steps that begin at once, deliveries that come again (U-20).
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import type { ActionValues, AppUnderTest } from "../../src/scenario/app-under-test.ts";
import { checkScenario } from "../../src/scenario/check.ts";
import { runScenario } from "../../src/scenario/run.ts";
import type { Step } from "../../src/scenario/scenario.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";

const reference = (name: string): string => `\${${name}}`;

type Acted = { name: string; values: ActionValues };

/** A shop in this process that credits each webhook of a confirmed deposit, without a look whether it knows it: `dedupes` mends it. */
async function aShop({ ready, api, control }: ASandbox, { dedupes = true, keeps = true } = {}) {
  const credits = new Map<string, { id: string; owner: string; amount: string }>();
  const acted: Acted[] = [];
  let starts = 1;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { id, type, payload } = JSON.parse(Buffer.concat(chunks).toString());
      const key = dedupes ? payload.id : `${id}-${credits.size}`;
      if (type === "deposit.confirmed") credits.set(key, { id, owner: payload.owner, amount: payload.balance.amount });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const endpoint = await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url, secret: "whsec_app" });
  const app: AppUnderTest = {
    tenant: {
      ...{ id: ready.tenant_id, vaultId: ready.vault_id, apiKey: ready.api_key, endpointId: endpoint.id, url },
      secret: "whsec_app",
    },
    async act(name, values) {
      acted.push({ name, values });
      if (name === "broken") return { status: "lost", body: null, refused: "POST /broken → no answer within 15 s" };
      if (name !== "open") return { status: 404, body: { error: `no ${name}` }, refused: `POST /${name} → 404` };
      const body = { owner: values.owner ?? "", network_symbol: values.network ?? "base" };
      const { data, response } = await api.POST("/wallets", { body });
      return { status: response.status, body: { address: data?.data.address } };
    },
    async restart() {
      starts += 1;
      if (!keeps) credits.clear();
    },
    // As a hunt would say it: two credits of one webhook.
    judge: async (rules) =>
      rules.flatMap((rule) => (rule === "B-03" && credits.size > 1 ? [`B-03: ${credits.size} credits`] : [])),
    books: async (owner) =>
      [...credits.values()]
        .filter((one) => one.owner === owner)
        .map(({ amount }) => ({ network: null, asset: "USDC", amount })),
  };
  return { app, acted, starts: () => starts };
}

const OPTIONS = { app: { app: "npm start", webhook: "http://127.0.0.1:3000/webhooks" } };
const open: Step = {
  title: "h-a opens a wallet",
  act: { name: "open", owner: "h-a", network: "base" },
  status: 201,
  save: { a_base: "address" },
};
const pay: Step = { title: "h-a pays", pay: { network: "base", asset: "USDC", amount: "25.5", owner: "h-a" } };
const rest: Step = { title: "at rest", travel: { until_idle: "1h" } };
const books = (amount: unknown): Step => ({
  title: "the books",
  expect: { books: [{ owner: "h-a", asset: "USDC", amount }] },
});

async function play(sandbox: ASandbox, app: AppUnderTest, steps: Step[], more: object = {}, wall = systemClock) {
  const scenario = checkScenario({ title: "a story", about: "of a shop", options: OPTIONS, steps, ...more });
  return runScenario(scenario, { host: { url: sandbox.url, adminToken: null }, wall, app });
}

test("a payment is credited: on the default tenant, by the app's own endpoint, and no tenant is made", async () => {
  const sandbox = await aSandbox();
  const { app, acted } = await aShop(sandbox);
  const key: Step = { title: "its wallets", call: "listWallets", status: 200, answer: { data: [{ owner: "h-a" }] } };
  const outcome = await play(sandbox, app, [open, pay, rest, key, books("25.50")]);
  expect(outcome.steps.flatMap(({ differences }) => differences)).toEqual([]);
  expect(outcome).toMatchObject({ outcome: "passed", tenant_id: sandbox.ready.tenant_id });
  expect(outcome.steps[0]?.saved["a_base"]).toMatch(/^0x/);
  expect(acted).toEqual([{ name: "open", values: { owner: "h-a", network: "base" } }]);
  expect((await sandbox.control("GET", "/tenants")).items).toHaveLength(1);
  const { items } = await sandbox.control("GET", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`);
  expect(items).toMatchObject([{ active: true }]);
});

test("a lost answer that is credited twice fails at the books, with both sums; the mended app passes the same story", async () => {
  const fault: Step = {
    title: "the answer is lost",
    fault: { gate: "webhook.delivery", effect: "answer-lost", match: { type: "deposit.confirmed" } },
  };
  for (const dedupes of [false, true]) {
    const sandbox = await aSandbox();
    const { app } = await aShop(sandbox, { dedupes });
    const outcome = await play(sandbox, app, [open, fault, pay, rest, books("25.5")]);
    const wrong = { at: "books[0].amount", expected: '"25.5"', seen: '"51"' };
    expect(outcome.steps.at(-1)?.differences).toEqual(dedupes ? [] : [wrong]);
  }
});

test("replay sends the last delivery of the type and owner again; restart starts the app again", async () => {
  const sandbox = await aSandbox();
  const { app, starts } = await aShop(sandbox, { dedupes: false, keeps: false });
  const replay: Step = { title: "again", replay: { type: "deposit.confirmed", owner: "h-a" } };
  const outcome = await play(sandbox, app, [
    ...[open, pay, rest, replay, rest, books("51")],
    ...[{ title: "it dies", restart: {} }, books("0"), replay, rest, books("25.5")],
  ]);
  expect(outcome.steps.filter((step) => step.outcome !== "passed")).toEqual([]);
  expect(starts()).toBe(2);
});

test("steps begin together: none waits for another, and what they save is there afterwards", async () => {
  const sandbox = await aSandbox();
  const { app } = await aShop(sandbox);
  let waiting = 0;
  const both = Promise.withResolvers<void>();
  const meeting: AppUnderTest = {
    ...app,
    async act(name, values) {
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      return app.act(name, values);
    },
  };
  const second = { ...open, act: { name: "open", owner: "h-b", network: "base" }, save: { b_base: "address" } } as Step;
  const together: Step = { title: "both at once", together: [open, second] };
  const legs: Step = {
    title: "one transaction for both",
    pay: {
      network: "base",
      asset: "USDC",
      legs: [
        { amount: "1", to: reference("a_base") },
        { amount: "2", owner: "h-b" },
        { amount: "3", to: reference("b_base") },
      ],
    },
  };
  const all: Step = {
    title: "the books",
    expect: {
      books: [
        { owner: "h-a", amount: "1" },
        { owner: "h-b", amount: { $matches: "^5$" } },
      ],
    },
  };
  const outcome = await play(sandbox, meeting, [together, legs, rest, all]);
  expect(outcome.steps.flatMap(({ differences }) => differences)).toEqual([]);
  expect(Object.keys(outcome.steps[0]?.saved ?? {})).toEqual(["a_base", "b_base"]);
});

test("steps that are apart begin one behind the other, and none waits for another one's end", async () => {
  const sandbox = await aSandbox();
  const { app } = await aShop(sandbox);
  const began: (string | undefined)[] = [];
  const all = Promise.withResolvers<void>();
  const meeting: AppUnderTest = {
    ...app,
    async act(name, values) {
      began.push(values.owner);
      if (began.length === 3) all.resolve();
      await all.promise;
      return app.act(name, values);
    },
  };
  const waits: number[] = [];
  const wall: typeof systemClock = {
    ...systemClock,
    after(delayMs, run, options) {
      waits.push(delayMs);
      return systemClock.after(delayMs, run, options);
    },
  };
  const together = ["h-1", "h-2", "h-3"].map((owner): Step => ({ title: owner, act: { name: "open", owner } }));
  const outcome = await play(sandbox, meeting, [{ title: "apart", together, apart: "50ms" }], {}, wall);
  expect(outcome.outcome).toBe("passed");
  expect(began).toEqual(["h-1", "h-2", "h-3"]);
  expect(waits).toEqual([50, 100]);
});

test("a step that fails inside is named by its place", async () => {
  const sandbox = await aSandbox();
  const { app } = await aShop(sandbox);
  const wrong: Step = { title: "no such action", act: { name: "withdraw", id: "w-1" }, status: 202 };
  const lost: Step = { title: "no answer", act: { name: "broken" }, status: "lost" };
  const outcome = await play(sandbox, app, [{ title: "both", together: [lost, wrong] }]);
  expect(outcome.steps[0]?.differences.map(({ at }) => at)).toEqual(["together[1].status", "together[1].answer"]);
});

test("what misses its owner, wallet or name does nothing in a story of a hunt, and fails in any other", async () => {
  const steps: Step[] = [
    pay,
    { title: "to a name", pay: { network: "base", asset: "USDC", amount: "1", to: reference("a_base") } },
    { title: "again", replay: { type: "deposit.confirmed" } },
    { title: "refused", act: { name: "withdraw" }, save: { w: "address" } },
    books("0"),
  ];
  const sandbox = await aSandbox();
  const { app } = await aShop(sandbox);
  const outcome = await play(sandbox, app, steps, { hunt: { version: 1 } });
  expect(outcome.outcome).toBe("passed");
  expect(outcome.steps.map(({ note }) => note)).toEqual([
    expect.stringContaining('"h-a"'),
    "did nothing: no earlier step saved a_base",
    "did nothing: there is no delivery of deposit.confirmed",
    ...["the app answered: POST /withdraw → 404", undefined],
  ]);
  const failed = await play(sandbox, app, [pay]);
  expect(failed.outcome).toBe("failed");
  expect(() => checkScenario({ title: "t", about: "a", options: OPTIONS, steps: steps.slice(1, 2) })).toThrow("a_base");
});

test("what the app answered instead of what it was asked for is told, unless the step expects it, and fails nothing", async () => {
  const sandbox = await aSandbox();
  const { app } = await aShop(sandbox);
  const lost: Step = { title: "no answer", act: { name: "broken" } };
  const withdraw: Step = { title: "no such action", act: { name: "withdraw" } };
  const wanted: Step = { ...withdraw, status: 404 };
  const both: Step = { title: "both", together: [lost, open] };
  const { outcome, steps } = await play(sandbox, app, [lost, withdraw, wanted, both, pay]);
  expect(outcome).toBe("passed");
  const broken = "the app answered: POST /broken → no answer within 15 s";
  expect(steps.map(({ note }) => note)).toEqual([
    ...[broken, "the app answered: POST /withdraw → 404"],
    ...[undefined, broken, undefined],
  ]);
  // What the other one saves is there.
  expect(steps[3]?.saved).toEqual({ a_base: expect.stringMatching(/^0x/) });
});

const refused: readonly (readonly [string, object, string])[] = [
  ["an action without an app", { steps: [open] }, "/steps/0/act: needs the adapter"],
  ["a restart without an app", { steps: [rest, { title: "r", restart: {} }] }, "/steps/1/restart: needs the adapter"],
  ["books without an app", { steps: [books("1")] }, "/steps/0/expect/books: needs the adapter"],
  [
    "an action inside of together",
    { steps: [{ title: "t", together: [pay, open] }] },
    "/steps/0/together/1/act: needs the adapter",
  ],
  [
    "the receiver of an app",
    { options: OPTIONS, steps: [{ title: "r", receiver: { answers: 500 } }] },
    "/steps/0/receiver: the webhooks go to the app",
  ],
  [
    "a receiver inside of together",
    { steps: [{ title: "t", together: [{ title: "r", receiver: { answers: 500 } }] }] },
    "/steps/0/together/0: receiver cannot begin together",
  ],
  [
    "webhooks of an app",
    { options: OPTIONS, steps: [{ title: "w", expect: { webhooks: [] } }] },
    "/steps/0/expect/webhooks: the webhooks go to the app",
  ],
  ["a tier for an app", { options: { ...OPTIONS, tier: "pro" }, steps: [rest] }, "/options: tier and rate_limit"],
  ...["2s", "soon", "1s1ms"].map(
    (apart) =>
      [
        `steps that are ${apart} apart`,
        { steps: [{ title: "t", together: [pay], apart }] },
        "/steps/0/apart: must be a duration of at most one second",
      ] as const,
  ),
  [
    "a mistake inside of together",
    { steps: [{ title: "t", together: [{ title: "m", mine: { network: "base", blocks: 0 } }] }] },
    "/steps/0/together/0/mine/blocks",
  ],
  [
    "a payment to two",
    { steps: [{ title: "p", pay: { ...pay.pay, to: "0x1" } }] },
    "/steps/0/pay: needs either to or owner",
  ],
  [
    "an amount beside legs",
    { steps: [{ title: "p", pay: { ...pay.pay, legs: [{ amount: "1", owner: "a" }] } }] },
    "/steps/0/pay/amount: stands in each of the legs",
  ],
  [
    "a leg without a recipient",
    { steps: [{ title: "p", pay: { network: "base", asset: "USDC", legs: [{ amount: "1" }] } }] },
    "/steps/0/pay/legs/0: needs either to or owner",
  ],
  [
    "an unknown member of an action",
    { options: OPTIONS, steps: [{ title: "a", act: { name: "x", of: "y" } }] },
    "/steps/0/act/of",
  ],
];

test.each(refused)("%s is refused at its place", (_what, parts, message) => {
  expect(() => checkScenario({ title: "t", about: "a", ...parts })).toThrow(message);
});

test("the control API refuses whatever would start a program, valid or not, and names the command", async () => {
  const sandbox = await aSandbox();
  for (const parts of [
    { options: OPTIONS, steps: [rest] },
    { steps: [open] },
    { steps: [{ title: "r", restart: {} }] },
    { steps: [{ title: "t", together: [{ title: "r", restart: {} }] }] },
    { steps: [books("1")] },
    { options: { app: 1, nonsense: true } },
    { options: { app: "npm start" }, steps: "none" },
  ]) {
    const scenario = { title: "t", about: "a", ...parts };
    const { status, body } = await sandbox.admin("POST", "/scenarios/run", { scenario });
    expect([status, body.error]).toEqual([400, expect.stringContaining("cpsandbox run FILE")]);
  }
  expect((await sandbox.control("GET", "/tenants")).items).toHaveLength(1);
});

test("without an app the runner refuses before it touches the sandbox", async () => {
  const sandbox = await aSandbox();
  const scenario = checkScenario({ title: "t", about: "a", options: OPTIONS, steps: [rest] });
  const run = runScenario(scenario, { host: { url: sandbox.url, adminToken: null }, wall: systemClock });
  await expect(run).rejects.toThrow("cpsandbox run FILE");
});
