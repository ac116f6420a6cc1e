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

test("the banner shows every address, key and secret, and one of the accounts", () => {
  const text = banner({ ...FACTS, admin_token: "t0ken" });
  const { rpc, accounts, pid, url, ...single } = FACTS;
  const facts = [...Object.values(single), ...Object.keys(rpc), ...Object.values(accounts[0] ?? {}), "t0ken"];
  for (const fact of facts) expect(text).toContain(fact);
});

test("the banner has at most 20 lines of 80 columns, and ends with base URL and API key", async () => {
  const { ready } = await aSandbox({ adminToken: "t0ken" });
  const { admin_token, ...usual } = { ...ready, pid: 1, url: FACTS.url };
  const data = { world: "/home/alice/worlds/mine, new", demo: "3 tenants, 40 deposits; created in 2.1 s" };
  for (const text of [banner(usual), banner({ ...usual, admin_token: "t".repeat(48) }, data)]) {
    const lines = text.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines.slice(-2)).toEqual([`  URL      ${ready.api_base_url}`, `  API key  ${ready.api_key}`]);
  }
});

test("an admin token is shown only when there is one", () => {
  expect(banner(FACTS)).not.toContain("Token");
});

test("the banner warns of real funds and real keys (R-216, R-217)", () => {
  expect(banner(FACTS)).toMatch(/Never send real funds/);
  expect(banner(FACTS)).toMatch(/valid on the real network/);
});

test("R-120 the banner and the help say which endpoint has the signing secret, and that every other endpoint has its own", () => {
  const line = banner(FACTS)
    .split("\n")
    .map((one) => one.trim())
    .join(" ");
  expect(line).toContain(`Secret   ${FACTS.webhook_secret} of --webhook; an endpoint that you register has its own`);
  const help = START_OPTIONS.find(({ flags }) => flags.startsWith("--webhook-secret"))?.about;
  expect(help).toMatch(/of the endpoint of --webhook.*an endpoint that you register has its own/);
});

/** The example call as a shell reads it, printed one word a line. */
function firstCall(text: string): string[] {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.includes("curl "));
  const call = lines.slice(at, at + 3).join("\n");
  const words = execFileSync("/bin/sh", ["-c", call.replace("  curl -s", "printf '%s\\n'")], { encoding: "utf8" });
  return words.trimEnd().split("\n");
}

test.each(["sk_sandbox_0123", `quo'te$(id)\`id\`"x"!\\`])(
  "the example call quotes the key %j for the shell",
  (api_key) => {
    expect(firstCall(banner({ ...FACTS, api_key }))).toEqual([
      `${FACTS.api_base_url}/wallets`,
      ...["-H", "content-type:application/json", "-H", `X-API-Key: ${api_key}`],
      ...["-d", '{"owner":"alice","network_symbol":"base"}'],
    ]);
  },
);

test("the example call of the banner works against a sandbox", async () => {
  const { ready, api } = await aSandbox();
  const [to = "", , type = "", , key = "", , body = ""] = firstCall(banner({ ...ready, pid: 1 }));
  const headers = [type, key].map((header) => header.split(/: ?/) as [string, string]);
  expect((await fetch(to, { method: "POST", headers, body })).status).toBe(201);
  const { data } = await api.GET("/wallets/owner/{owner}", { params: { path: { owner: "alice" } } });
  expect(data?.data).toHaveLength(1);
});
