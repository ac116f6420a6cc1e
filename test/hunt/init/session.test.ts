// Cookies: each customer of an app has a browser of its own, and `hunt init` finds the requests that begin a session (U-03).

import { expect, test } from "vitest";
import { freePort } from "../../../src/cli/hunt/free-port.ts";
import { type Adapter, atPort } from "../../../src/hunt/adapter.ts";
import { Cookies } from "../../../src/hunt/app/cookies.ts";
import { hunt } from "../../../src/hunt/hunt.ts";
import { beginningsOf } from "../../../src/hunt/init/session.ts";
import type { WatchedRequest } from "../../../src/hunt/init/watched-request.ts";
import { hostOf } from "../a-hunt.ts";
import { ofShape } from "./watched.ts";

const URL_OF_APP = "http://127.0.0.1:3000/me/books";
const NOW = Date.UTC(2026, 0, 1);

test.each<[string, string[], string | undefined]>([
  ["none", [], undefined],
  ["the first of its attributes", ["s=1; Path=/; HttpOnly; SameSite=Lax"], "s=1"],
  ["two", ["s=1; Path=/", "t=2; Path=/me"], "s=1; t=2"],
  ["a later value of the same name", ["s=1; Path=/", "s=2; Path=/"], "s=2"],
  ["a value with signs of equality", ["s=a=b==; Path=/"], "s=a=b=="],
  ["one of another folder", ["s=1; Path=/admin", "t=2; Path=/meadow"], undefined],
  ["one of the folder of the request that set it", ["s=1"], undefined],
  ["one that ends", ["s=1; Path=/", "s=; Path=/; Max-Age=0"], undefined],
  ["one that ended", ["s=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], undefined],
  ["one whose end is to come", ["s=1; Path=/; Expires=Fri, 01 Jan 2027 00:00:00 GMT"], "s=1"],
  ["what is no cookie", ["nothing", "=x; Path=/"], undefined],
])("a customer's cookies: %s", (_, lines, expected) => {
  const cookies = new Cookies(() => NOW);
  cookies.take("alice", "http://127.0.0.1:3000/signup/now", lines);
  expect(cookies.headerFor("alice", URL_OF_APP)["cookie"]).toBe(expected);
  expect(cookies.headerFor("bob", URL_OF_APP)).toEqual({});
  expect(cookies.headerFor("alice", "http://localhost:3000/me")).toEqual({});
});

test("a request with a cookie header of its own keeps it, and a customer keeps the cookies under a new name", () => {
  const cookies = new Cookies(() => NOW);
  cookies.take("alice", URL_OF_APP, ["s=1; Path=/"]);
  expect(cookies.headerFor("alice", URL_OF_APP, { Cookie: "mine=1" })).toEqual({});
  cookies.alsoCalled("alice", "7", URL_OF_APP);
  expect(cookies.headerFor("7", URL_OF_APP)).toEqual({ cookie: "s=1" });
  for (let other = 0; other < 1_100; other += 1) cookies.take(`c${other}`, URL_OF_APP, ["s=1; Path=/"]);
  expect(cookies.headerFor("alice", URL_OF_APP)).toEqual({});
});

test("what begins a session: what set its cookies, and then all that the customer changed before", () => {
  const one = (number: number, parts: Partial<WatchedRequest>): WatchedRequest => ({
    ...{ number, method: "POST", target: "/", headers: {}, requestBody: null, status: 200, replyBody: null },
    ...{ cookies: [], ...parts },
  });
  const all = [
    one(1, { method: "GET", cookies: ["visit=1"] }),
    one(2, { headers: { cookie: "visit=1" } }),
    one(3, { cookies: ["s=1"] }),
    one(4, { status: 500 }),
    one(5, { headers: { cookie: "s=1; theme=dark" } }),
    one(6, { headers: { cookie: "theme=dark" } }),
  ];
  const numbers = (at: number) =>
    beginningsOf(all[at] as WatchedRequest, all).map((list) => list.map(({ number }) => number));
  expect(numbers(4)).toEqual([[3], [2, 3]]);
  expect(numbers(5)).toEqual([]);
  expect(numbers(0)).toEqual([]);
});

const TO = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** A short hunt with an adapter that `hunt init` wrote. */
async function hunted(adapter: Adapter) {
  const port = await freePort();
  const only = ["webhook deposit.confirmed duplicate", "value to two owners", "value the same amount again"];
  const limits = { seed: 1, phases: ["singles"] as const, budgetMs: 120_000, maxWorlds: 20, most: 1, settleMs: 500 };
  return hunt({ adapter: atPort(adapter, port), ...limits, deep: false, only, without: [] }, hostOf(port, []));
}

test("U-03 a sign-up that sets a session cookie: the customer of the hunt has its own session in every later request", async () => {
  const told: string[] = [];
  const text = `POST /signup {"name": "erna", "password": "x"}\nGET /me/books\nPOST /me/withdrawals {"amount": "40", "to": "${TO}", "ref": "w-1"}`;
  const { adapter, missing, holds } = await ofShape("signup", text, told);
  expect([missing, told.filter((line) => line.includes("401"))]).toEqual([[], []]);
  expect(JSON.stringify(adapter)).not.toContain("cookie");
  expect(adapter).toMatchObject({
    actions: {
      open: { body: { name: "${owner}", password: "x" }, address: "/address" },
      withdraw: { body: { amount: "${amount}", to: "${to}", ref: "${id}" } },
    },
    books: { total: "/received" },
    keeps: false,
  });
  expect(holds.at(-1)).toContain("3 without trouble are right");
}, 120_000);

test("U-03 a wallet that is opened in a session: the requests that begin it come first, and a hunt judges each customer's books", async () => {
  const text = `GET /\nPOST /signup {"name": "erna", "password": "x"}\nPOST /login {"name": "erna", "password": "x"}\nPOST /me/wallet\nGET /me/books`;
  const { adapter, missing, holds } = await ofShape("login", text);
  expect(missing.map(({ what }) => what)).toEqual(["withdraw"]);
  const { open } = adapter.actions ?? {};
  expect(open?.first?.map(({ url, body }) => [new URL(url ?? "").pathname, body])).toEqual([
    ["/", undefined],
    ["/signup", { name: "${id}", password: "x" }],
    ["/login", { name: "${id}", password: "x" }],
  ]);
  expect(holds[0]).toBe("open       GET /, POST /signup, POST /login, POST /me/wallet: the customer got a wallet");
  const report = await hunted(adapter);
  expect(report.hindrance).toBeNull();
  expect(report.findings).toEqual([]);
  expect(report.worlds.singles).toBeGreaterThan(0);
  const wrong = await hunted({ ...adapter, env: { ...adapter.env, MISTAKE: "no-dedupe" } });
  expect(wrong.findings.map(({ rule }) => rule)).toEqual(["B-02"]);
}, 240_000);
