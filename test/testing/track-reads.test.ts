// Which members of an answer an app reads, as far as JavaScript shows it.
import { describe, expect, test } from "vitest";
import { trackReads } from "../../src/testing/testing.ts";

const BODY = {
  success: true,
  data: [
    { id: "a", label: "hot", balance: { amount: "1", raw: "100" } },
    { id: "b", label: "cold", balance: null },
  ],
};

/** The pointers that were read by `use`. */
async function readBy(use: (body: any) => unknown, path = "/v1/vault"): Promise<string[]> {
  const tracked = trackReads(async () => new Response(JSON.stringify(BODY)));
  use(await (await tracked(`http://localhost:4010${path}`)).json());
  return tracked.reads().flatMap(({ pointers }) => pointers);
}

const ALL = [
  "/data",
  "/data/*/balance",
  "/data/*/balance/amount",
  "/data/*/balance/raw",
  "/data/*/id",
  "/data/*/label",
  "/success",
];

describe("what is read of an answer", () => {
  test.each<[string, (body: any) => unknown, string[]]>([
    ["nothing", () => {}, []],
    ["a member of an entry", (body) => body.data[0].id, ["/data", "/data/*/id"]],
    ["entries in a loop", (body) => body.data.map(({ label }: any) => label), ["/data", "/data/*/label"]],
    [
      "for … of and a chain",
      (body) => {
        for (const one of body.data) one.balance?.amount;
      },
      ["/data", "/data/*/balance", "/data/*/balance/amount"],
    ],
    ["a member that is not there", (body) => body.pagination, []],
    ["the number of entries", (body) => body.data.length, ["/data"]],
    [
      "a copy of an entry reads its members",
      (body) => ({ ...body.data[1] }),
      ["/data", "/data/*/balance", "/data/*/id", "/data/*/label"],
    ],
    ["JSON.stringify reads all", (body) => JSON.stringify(body), ALL],
    ["names alone are no read", (body) => Object.keys(body), []],
  ])("%s", async (_title, use, pointers) => expect(await readBy(use)).toEqual(pointers));

  test("an answer equals what was sent, and its lists are lists", async () => {
    await readBy((body) => {
      expect(body).toEqual(BODY);
      expect(Array.isArray(body.data)).toBe(true);
      expect(JSON.stringify(body)).toBe(JSON.stringify(BODY));
      expect(body.data[0]).toBe(body.data[0]);
    });
  });

  test("calls of one kind are one, and what was noted can be forgotten", async () => {
    const tracked = trackReads(async () => new Response(JSON.stringify(BODY)));
    for (const id of ["1", "2"]) {
      const answer = await tracked(`http://localhost:4010/v1/wallets/${id}?x=1`, { method: "post" });
      ((await answer.json()) as any).success;
    }
    expect(tracked.reads()).toEqual([{ method: "POST", path: "/v1/wallets/*", pointers: ["/success"] }]);
    tracked.forget();
    expect(tracked.reads()).toEqual([]);
  });

  test("the rest of the response is untouched", async () => {
    const tracked = trackReads(async () => new Response("plain", { status: 418, headers: { "x-a": "b" } }));
    const answer = await tracked(new Request("http://localhost/v1/vault"));
    expect([answer.status, answer.headers.get("x-a"), answer instanceof Response, await answer.text()]).toEqual([
      418,
      "b",
      true,
      "plain",
    ]);
  });

  test("a copy of the response notes too, and what is frozen afterwards still does", async () => {
    const tracked = trackReads(async () => new Response(JSON.stringify(BODY)));
    const answer = await tracked("http://localhost/v1/vault");
    const body = (await answer.clone().json()) as any;
    Object.freeze(body);
    Object.freeze(body.data);
    body.data[0].balance.raw;
    expect(tracked.reads()).toEqual([
      { method: "GET", path: "/v1/vault", pointers: ["/data", "/data/*/balance", "/data/*/balance/raw"] },
    ]);
    expect(((await answer.json()) as any).success).toBe(true);
  });

  test("a member called __proto__ is data", async () => {
    const tracked = trackReads(async () => new Response('{"__proto__":{"a":1}}'));
    const body = (await (await tracked("http://localhost/v1/vault")).json()) as any;
    expect([
      Object.keys(body),
      Object.getPrototypeOf(body) === Object.prototype,
      Object.values<any>(body)[0].a,
    ]).toEqual([["__proto__"], true, 1]);
    expect(tracked.reads()[0]?.pointers).toEqual(["/__proto__", "/__proto__/a"]);
  });

  test("a webhook notes what is read of it, whether it comes as text, bytes or an object, which stays as it is", () => {
    const tracked = trackReads();
    const event = { type: "deposit.new", payload: { id: "a", amount: "1" } };
    for (const body of [JSON.stringify(event), new TextEncoder().encode(JSON.stringify(event)), event]) {
      tracked.forget();
      expect((tracked.webhook(body) as typeof event).payload.id).toBe("a");
      expect(tracked.webhookReads()).toEqual([{ type: "deposit.new", pointers: ["/payload", "/payload/id"] }]);
    }
    event.payload.amount;
    expect(tracked.webhookReads()[0]?.pointers).not.toContain("/payload/amount");
    expect(() => tracked.webhook("{")).toThrow(SyntaxError);
  });
});
