import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { banner, readyLine } from "../../src/cli/banner.ts";
import { START_OPTIONS } from "../../src/cli/commands/sandbox/start-command.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { FACTS } from "./ready-facts.ts";

test("the ready line is one line of JSON with exactly the ready info", () => {
  const line = readyLine(FACTS);
  expect(line.indexOf("\n")).toBe(line.length - 1);
  expect(JSON.parse(line)).toEqual(FACTS);
});

test("the banner shows every address, key, secret and account", () => {
  const text = banner({ ...FACTS, admin_token: "t0ken" });
  const { rpc, accounts, pid, url, ...single } = FACTS;
  const facts = [
    ...Object.values(single),
    ...Object.entries(rpc).flat(),
    ...accounts.flatMap((one) => Object.values(one)),
  ];
  for (const fact of [...facts.map(String), "t0ken"]) expect(text).toContain(fact);
});

test("an admin token is shown only when there is one", () => {
  expect(banner(FACTS)).not.toContain("Admin token");
});

test("the banner warns of real funds and real keys (R-216, R-217)", () => {
  expect(banner(FACTS)).toMatch(/never send real funds/);
  expect(banner(FACTS)).toMatch(/valid on the real network/);
});

test("R-120 the banner and the help say which endpoint has the signing secret, and that every other endpoint has its own", () => {
  const line = banner(FACTS)
    .split("\n")
    .find((one) => one.includes("Signing secret"));
  expect(line).toContain(
    `${FACTS.webhook_secret}  (of --webhook; an endpoint that you register has its own, in the response)`,
  );
  const help = START_OPTIONS.find(({ flags }) => flags.startsWith("--webhook-secret"))?.about;
  expect(help).toMatch(/of the endpoint of --webhook.*an endpoint that you register has its own/);
});

test.each([["sk_sandbox_0123", "t0ken"], Array.from({ length: 2 }, () => `quo'te$(id)\`id\`"x"!\\`)])(
  "the example calls quote the key %j and the token %j for the shell",
  (api_key, admin_token) => {
    const words = banner({ ...FACTS, api_key, admin_token })
      .split("\n")
      .filter((one) => one.includes("curl "))
      .map((line) =>
        execFileSync("/bin/sh", ["-c", line.replace("  curl -s", "printf '%s\\n'")], { encoding: "utf8" }),
      );
    const json = "-H\nContent-Type: application/json\n-d\n";
    expect(words).toEqual([
      `-H\nX-API-Key: ${api_key}\n${json}{"owner":"alice","network_symbol":"base"}\n${FACTS.api_base_url}/wallets\n`,
      `-H\nAuthorization: Bearer ${admin_token}\n${json}{"url":"http://127.0.0.1:3000/hooks","secret":"whsec_mine"}\n${FACTS.admin_url}/tenants/${FACTS.tenant_id}/webhook-endpoints\n`,
    ]);
  },
);

test("the example calls of the banner work against a sandbox", async () => {
  const { url, ready, control, api } = await aSandbox({ adminToken: "t0ken" });
  const lines = banner({ ...ready, pid: 1 }).split("\n");
  for (const line of lines.filter((one) => one.includes("curl "))) {
    const [, headers = "", body = "", to = ""] = /curl -s (.*)-d '(.*)' '(.*)'$/.exec(line) ?? [];
    const given = [...headers.matchAll(/-H '(.*?): (.*?)' /g)].map(
      ([, name = "", value = ""]) => [name, value] as const,
    );
    expect((await fetch(to, { method: "POST", headers: Object.fromEntries(given), body })).status, line).toBe(201);
  }
  expect((await fetch(`${url}/`)).status).toBeLessThan(500);
  expect((await api.GET("/wallets/owner/{owner}", { params: { path: { owner: "alice" } } })).data?.data).toHaveLength(
    1,
  );
  expect((await control("GET", `/tenants/${ready.tenant_id}/webhook-endpoints`)).items).toHaveLength(1);
});
