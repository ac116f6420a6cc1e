// Invalid input for every operation, generated from both documents: too large, too deep, duplicated, prototype pollution, out of range (R-189, R-200… ).
import { afterAll, describe, expect, test } from "vitest";
import { adminDocument } from "../../src/admin/app.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsWithExamples } from "../admin/bad-requests.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { digestOf } from "../support/worlds/a-digest.ts";

const shared = sharedSandbox();
const NOBODY = "00000000-0000-7000-8000-000000000000";
type Answer = { name: string; status: number; body: any };

const OPERATIONS = [
  ...operationsWithExamples(serviceDocument).map((operation) => ({ ...operation, base: "/v1" })),
  ...operationsWithExamples(adminDocument).map((operation) => ({ ...operation, base: "/admin" })),
];
const WITH_BODY = OPERATIONS.filter(({ body }) => body !== undefined);
type Operation = (typeof OPERATIONS)[number];

const pathOf = ({ base, path }: Operation, values: Readonly<Record<string, string>> = {}): string =>
  base + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? NOBODY);

async function send(
  operation: Operation,
  wrong: { path?: string; body?: string | undefined; type?: string | undefined },
): Promise<Answer> {
  const { path = pathOf(operation), body, type = "application/json" } = wrong;
  const method = operation.method.toUpperCase();
  const answer = await fetch(shared().url + path, {
    method,
    headers: { "x-api-key": shared().ready.api_key, ...(body === undefined ? {} : { "content-type": type }) },
    ...(body === undefined ? {} : { body }),
  });
  expect(answer.headers.get("content-type"), path).toBe("application/json; charset=utf-8");
  return { name: `${method} ${path.slice(0, 200)}`, status: answer.status, body: await answer.json() };
}

/** Sends the same mistake to every operation: each answer is this error in its envelope, and the world is unchanged. */
async function refused(answers: readonly Promise<Answer>[], ...expected: number[]): Promise<void> {
  const before = digestOf(shared().store);
  expect(answers.length).toBeGreaterThan(0);
  for (const { name, status, body } of await Promise.all(answers)) {
    expect([name, expected.includes(status) ? "refused" : status]).toEqual([name, "refused"]);
    expect(body, name).toMatchObject({ success: false, code: status, error: expect.any(String) });
  }
  expect(digestOf(shared().store)).toEqual(before);
}

const nested = (depth: number, inner = "1"): string => `${"[".repeat(depth)}${inner}${"]".repeat(depth)}`;
const within = (member: string): string => `{"x":${member}}`;

afterAll(() => expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("polluted"));

describe("bodies", () => {
  test("R-200 more than 100 KiB is 413", async () => {
    const large = JSON.stringify({ x: "x".repeat(102_400) });
    await refused(
      WITH_BODY.map((operation) => send(operation, { body: large })),
      413,
    );
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/xml",
    "application/yaml",
  ])("R-189 of type %s is 415", (type) =>
    refused(
      WITH_BODY.map((operation) => send(operation, { body: "{}", type })),
      415,
    ),
  );

  test("R-189 a missing one is never a server error", async () => {
    const required = WITH_BODY.filter(({ body }) => (body?.schema.required ?? []).length > 0);
    await refused(
      required.map((operation) => send(operation, {})),
      400,
    );
  });

  test.each([
    ["33 levels", within(nested(32))],
    ["40,000 levels", within(nested(40_000))],
    ["1,001 elements", within(`[${Array(1_001).fill(1).join()}]`)],
    ["1,001 keys", `{${Array.from({ length: 1_001 }, (_, at) => `"k${at}":1`).join()}}`],
    [
      "1,001 keys in parts",
      within(
        `[${Array.from({ length: 101 }, () => `{${Array.from({ length: 10 }, (_, at) => `"k${at}":1`).join()}}`).join()}]`,
      ),
    ],
    ["a list instead of an object", "[]"],
    ["half of a surrogate pair", '{"x":"\\ud800"}'],
    ["no JSON", "{"],
    ["a number that is none", '{"x":NaN}'],
    ["two documents", "{}{}"],
  ])("R-201 with %s are 400", (_, body) =>
    refused(
      WITH_BODY.map((operation) => send(operation, { body })),
      400,
    ),
  );

  test.each(
    ["__proto__", "constructor", "prototype"].flatMap((key) => [
      [key, "at the top", `{"${key}":{"polluted":true}}`],
      [key, "in an object", `{"x":{"y":{"${key}":{"polluted":true}}}}`],
      [key, "in a list, thirty deep", within(nested(29, `{"${key}":{"polluted":true}}`))],
      [key, "written with escapes", `{"${key.replace("o", "\\u006f")}":{"polluted":true}}`],
    ]),
  )("R-202 with the key %s %s are 400, and no object of the process has changed", async (_key, _where, body) => {
    await refused(
      WITH_BODY.map((operation) => send(operation, { body })),
      400,
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe("queries", () => {
  const scalars = OPERATIONS.flatMap((operation) =>
    operation.queryParameters.map(({ name, schema }) => ({ operation, name, schema })),
  );

  test("R-203 every single-valued parameter is 400 when sent twice, also with the same value", async () => {
    expect(scalars.length).toBeGreaterThan(50);
    const twice = (value: string) =>
      scalars.map(({ operation, name }) =>
        send(operation, { path: `${pathOf(operation)}?${name}=${value}&${name}=${value}` }),
      );
    await refused([...twice("1"), ...twice("x")], 400);
  });

  test("R-203 a filter or sort of an unlisted field is 400, whatever SQL it contains", async () => {
    const lists = [
      "/v1/deposits",
      "/v1/transactions",
      "/v1/wallets",
      "/v1/transfer/payout",
      "/v1/gas-stations/wallets",
      "/v1/wallets/owner/x",
    ];
    const wrong = [
      "filter[]=nothing:1",
      "filter[]=tenant_id:x",
      "filter[]=1=1;--:x",
      "sort[]=tenant_id:asc",
      "sort[]=id;drop table event:asc",
      "sort[]=created_at:sideways",
      "filter[]=id",
    ];
    const operation = OPERATIONS.find(({ id }) => id === "listDeposits") as Operation;
    await refused(
      lists.flatMap((path) => wrong.map((query) => send(operation, { path: `${path}?${query}` }))),
      400,
    );
  });

  const pages = scalars.filter(
    ({ name, schema }) => ["limit", "offset", "page", "after"].includes(name) && schema.type === "integer",
  );
  test.each(["-1", "1e3", "5x", "0x10", "1.0", "01", "+1", "%201", "", "NaN", "9".repeat(30), "%EF%BC%91", "1%00"])(
    "R-204 %j as limit, offset, page or cursor of any list is 400",
    async (value) => {
      expect(pages.length).toBeGreaterThan(15);
      await refused(
        pages.map(({ operation, name }) => send(operation, { path: `${pathOf(operation)}?${name}=${value}` })),
        400,
      );
    },
  );

  test("R-204 no list accepts limit or page 0, and none returns more items than the document allows", async () => {
    const positive = pages.filter(({ schema }) => (schema.minimum ?? 0) > 0);
    await refused(
      positive.map(({ operation, name }) => send(operation, { path: `${pathOf(operation)}?${name}=0` })),
      400,
    );
    const limits = pages.filter(({ name }) => name === "limit");
    for (const { operation, schema } of limits)
      expect([operation.id, (schema.maximum ?? Infinity) <= 1_000]).toEqual([operation.id, true]);
    await refused(
      limits.map(({ operation, schema }) =>
        send(operation, { path: `${pathOf(operation)}?limit=${(schema.maximum ?? 0) + 1}` }),
      ),
      400,
    );
  });
});

describe("paths", () => {
  const members = OPERATIONS.flatMap((operation) => operation.pathParameters.map(({ name }) => ({ operation, name })));

  test.each([
    "%00",
    "x%00y",
    "%0a",
    "%0d%0aX-Evil:%201",
    "%1b[2J",
    "%7f",
    "%c2%85",
    "%ff",
    "%c0%af",
    "%zz",
    "%ed%a0%80",
  ])("R-207 %s in any place of any path is 400 or 404, and no SQL ever sees it", async (value) => {
    expect(members.length).toBeGreaterThan(40);
    await refused(
      members.map(({ operation, name }) =>
        send(operation, { path: pathOf(operation, { [name]: value }), ...bodyOf(operation) }),
      ),
      400,
      404,
    );
  });

  test.each([
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e%2f%2e%2e",
    "'%20or%20'1'='1",
    "1;drop%20table%20event",
    "__proto__",
    "constructor",
    "toString",
    "x".repeat(5_000),
  ])("R-207 R-214 %s is an id that nobody has", async (value) => {
    const asked = members.filter(({ name }) => name !== "owner");
    await refused(
      asked.map(({ operation, name }) =>
        send(operation, { path: pathOf(operation, { [name]: value }), ...bodyOf(operation) }),
      ),
      400,
      404,
    );
  });

  /** A valid body, so that only the path is wrong. */
  const bodyOf = ({ body }: Operation): { body?: string } =>
    body === undefined ? {} : { body: JSON.stringify(body.example) };
});

test("R-214 no operation takes a file path: no member of a path, query or body is one", () => {
  const names = OPERATIONS.flatMap(({ id, pathParameters, queryParameters, body }) =>
    [...pathParameters, ...queryParameters]
      .map(({ name }) => `${id} ${name}`)
      .concat(Object.keys(body?.members ?? {}).map((name) => `${id} ${name}`)),
  );
  expect(names.length).toBeGreaterThan(150);
  expect(names.filter((name) => / .*(path|file|folder|dir|filename|location)/i.test(name))).toEqual([]);
});
