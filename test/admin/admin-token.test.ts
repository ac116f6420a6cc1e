// The admin token: required on all of /admin, never a tenant's key, and the password of the pages.
import { describe, expect, test } from "vitest";
import { basicPassword, bearerToken, isToken } from "../../src/admin/admin-token.ts";
import { aSandbox } from "../support/a-sandbox.ts";

test("reads the token of a Bearer header and the password of a Basic one", () => {
  expect(bearerToken("Bearer abc")).toBe("abc");
  expect(bearerToken("bearer  abc")).toBe("abc");
  expect(bearerToken("Basic abc")).toBeUndefined();
  expect(bearerToken(undefined)).toBeUndefined();
  expect(basicPassword(`Basic ${btoa("me:a:b")}`)).toBe("a:b");
  expect(basicPassword(`Basic ${btoa("nocolon")}`)).toBeUndefined();
});

test("only the exact text is the token", () => {
  expect(isToken("secret", "secret")).toBe(true);
  for (const other of [undefined, "", "secre", "secret ", "SECRET", "secret".repeat(10_000)])
    expect(isToken("secret", other)).toBe(false);
});

describe("with --admin-token", () => {
  const withToken = async () => {
    const sandbox = await aSandbox({ adminToken: "s3cret-token" });
    const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
      fetch(`${sandbox.url}${path}`, { method, headers });
    return { sandbox, get };
  };

  test("every admin route requires it, unknown ones too, and a tenant's key is not accepted", async () => {
    const { sandbox, get } = await withToken();
    const key = sandbox.ready.api_key;
    for (const path of ["/admin/status", "/admin/events/wait", "/admin/nowhere", "/admin"]) {
      for (const headers of [
        {},
        { Authorization: `Bearer ${key}` },
        { "X-API-Key": key },
        { Authorization: "Bearer wrong" },
      ]) {
        const answer = await get(path, headers as Record<string, string>);
        expect(answer.status, path).toBe(401);
        expect(await answer.json()).toMatchObject({ success: false, code: 401 });
        expect(answer.headers.get("www-authenticate")).toContain("Bearer");
      }
    }
    expect((await get("/admin/status", { Authorization: "Bearer s3cret-token" })).status).toBe(200);
  });

  test("the token opens no operation of the service", async () => {
    const { get } = await withToken();
    const headers = { Authorization: "Bearer s3cret-token", "X-API-Key": "s3cret-token" };
    expect((await get("/v1/vault", headers)).status).toBe(401);
  });

  test("the page at / is public and holds no data: what it shows it asks for with the token, and a password changes nothing", async () => {
    const { sandbox, get } = await withToken();
    const closed = await get("/");
    const open = await get("/", { Authorization: `Basic ${btoa("me:s3cret-token")}` });
    expect([closed.status, open.status]).toEqual([200, 200]);
    const page = await closed.text();
    expect(await open.text()).toBe(page);
    for (const secret of [sandbox.ready.tenant_id, sandbox.ready.api_key, "s3cret-token"])
      expect(page).not.toContain(secret);
    expect((await get("/healthz")).status).toBe(200);
  });
});
