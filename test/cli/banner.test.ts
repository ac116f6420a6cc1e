import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { banner, readyLine } from "../../src/cli/banner.ts";
import { FACTS } from "./ready-facts.ts";

test("the JSON line is one line with exactly the facts", () => {
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

test.each(["sk_sandbox_0123", `quo'te$(id)\`id\`"x"!\\`])(
  "the curl line gives a shell the key %j literally",
  (api_key) => {
    const line =
      banner({ ...FACTS, api_key })
        .split("\n")
        .find((one) => one.includes("curl ")) ?? "";
    const words = execFileSync("/bin/sh", ["-c", line.replace("  curl -s", "printf '%s\\n'")], { encoding: "utf8" });
    expect(words).toBe(`-H\nX-API-Key: ${api_key}\nhttp://127.0.0.1:4010/v1/vault\n`);
  },
);
