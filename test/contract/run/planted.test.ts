// `contract run` as a user runs it: the shipped command, real sandboxes, planted clients in two languages; each mistake is found by its reading.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMAND_FOLDER } from "../../support/the-command.ts";
import { aFolder, CLIENT, contract, type Result } from "./a-client-folder.ts";

/** The values with each result, as the JSON says. */
function resultsIn({ folder }: Result): Record<string, string> {
  const { sections } = JSON.parse(readFileSync(join(folder, "report/contract.json"), "utf8"));
  return Object.fromEntries(sections[0].cases.map((one: { name: string; word: string }) => [one.name, one.word]));
}

describe("planted clients", () => {
  test("C-81 a client that reads only data fails under exactly the readings that move the record", async () => {
    const folder = aFolder({
      "client.mjs": `${CLIENT}
for (const owner of ["customer-1", "customer-2"]) {
  const created = await call("POST", "/uda", { ...uda, owner });
  if (created.json.data.owner !== owner) throw new TypeError("no owner");
}
const wallets = await call("GET", "/wallets");
if (wallets.status !== 200) throw new Error("no wallets");
`,
    });
    const words = ["--readings", "all", "--report", "report", "--", "node", "client.mjs"];
    const result = await contract(["run", ...words], folder);
    expect(result.code, result.err).toBe(1);
    const results = resultsIn(result);
    const failed = Object.entries(results).filter(([, word]) => word === "FAIL" || word === "fails");
    expect(failed.toSorted()).toEqual([
      ["record=alternate", "FAIL"],
      ["record=top-level", "FAIL"],
    ]);
    expect(results["extra_members=some"]).toBe("ok");
    expect(results["list_array=named"]).toBe("not met");
    expect(result.out).toMatch(/^record +top-level +stated +FAIL +TypeError/m);
    expect(readdirSync(join(folder, "report"))).toEqual(
      expect.arrayContaining(["contract.html", "contract.junit.xml", "run-0.log"]),
    );
  });

  test("a client that reads both places passes", async () => {
    const folder = aFolder({
      "client.mjs": `${CLIENT}
const { json } = await call("POST", "/uda", uda);
if ((json.data ?? json).owner !== "customer-1") throw new TypeError("no owner");
`,
    });
    const result = await contract(["run", "--readings", "record=top-level", "--", "node", "client.mjs"], folder);
    expect(result.code, result.err).toBe(0);
    expect(result.out).toMatch(/^record +top-level +stated +ok /m);
  });

  test("growth and silent readings warn by default: a client that refuses unknown members, one that parses dates", async () => {
    const folder = aFolder({
      "client.mjs": `${CLIENT}
const { json } = await call("POST", "/uda", uda);
const record = json.data;
const known = new Set(JSON.parse(process.env.KNOWN ?? "null") ?? Object.keys(record));
if (Object.keys(record).some((name) => /unknown|sandbox|x_|new/i.test(name))) throw new Error("unknown member");
if (!/^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$/.test(record.created_at)) throw new Error("bad date " + record.created_at);
`,
    });
    const words = ["--readings", "time_text=seconds", "--report", "report", "--", "node", "client.mjs"];
    const result = await contract(["run", ...words], folder);
    expect(result.code, result.err).toBe(0);
    expect(resultsIn(result)["time_text=seconds"]).toBe("fails");
    expect(result.out).toContain("1 more would count with --fail-on silent");
  });

  test("C-31 a suite that starts its own sandbox has the readings too, and what it met is known, even if it never stops it", async () => {
    const folder = aFolder({
      "client.mjs": `
import { startSandbox } from ${JSON.stringify(join(COMMAND_FOLDER, "testing.js"))};
const sandbox = await startSandbox();
const response = await fetch(sandbox.apiBaseUrl + "/uda", { method: "POST", headers: { "x-api-key": sandbox.apiKey, "content-type": "application/json" },
  body: JSON.stringify({ owner: "customer-1", destination: { address: "0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a", asset_symbol: "USDC", network_id: "9001" } }) });
const { data } = await response.json();
if (process.env.STOPS) await sandbox.stop();
if (data.owner !== "customer-1") throw new TypeError("no owner");
process.exit(0);
`,
    });
    const words = ["--readings", "record=top-level", "--report", "report", "--", "node", "client.mjs"];
    const result = await contract(["run", ...words], folder);
    expect(result.code, result.err).toBe(1);
    expect(resultsIn(result)).toEqual({ "record=top-level": "FAIL" });
    expect(existsSync(join(folder, "report/run-0"))).toBe(true);
  });

  test("C-30 a client that calls nothing is exit 3, and a process that it left behind is ended", async () => {
    const folder = aFolder({
      "client.mjs": `
import { spawn } from "node:child_process";
const server = \`process.once("SIGTERM", () => { require("node:fs").writeFileSync("ended", ""); process.exit(); });
  setInterval(() => {}, 1000); console.log("up")\`;
const left = spawn(process.execPath, ["-e", server], { stdio: ["ignore", "pipe", "inherit"] });
left.stdout.once("data", () => process.exit(0));
`,
    });
    const result = await contract(["run", "--readings", "record=top-level", "--", "node", "client.mjs"], folder);
    expect(result.code).toBe(3);
    expect(result.err).toContain("does your app read SANDBOX_API_BASE_URL?");
    expect(existsSync(join(folder, "ended"))).toBe(true);
  });
});

test("C-81 a Python suite (unittest) through the variables of exec", async ({ skip }) => {
  skip(!hasPython(), "there is no Python on this machine: this suite is not checked");
  const folder = aFolder({
    "test_payments.py": `
import json, os, unittest, urllib.request

class Payments(unittest.TestCase):
    def test_uda(self):
        body = json.dumps({"owner": "customer-1", "destination": {"asset_symbol": "USDC", "network_id": "9001",
            "address": "0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"}}).encode()
        request = urllib.request.Request(os.environ["SANDBOX_API_BASE_URL"] + "/uda", data=body,
            headers={"x-api-key": os.environ["SANDBOX_API_KEY"], "content-type": "application/json"})
        with urllib.request.urlopen(request) as response:
            self.assertEqual(json.load(response)["data"]["owner"], "customer-1")
`,
  });
  mkdirSync(join(folder, "empty"));
  const words = ["--readings", "record=top-level", "--report", "report", "--", "python3", "-m", "unittest"];
  const result = await contract(["run", ...words], folder);
  expect(result.code, result.err).toBe(1);
  expect(result.out).toMatch(/test_uda \(test_payments\.Payments/);
  expect(result.out).toContain("KeyError: 'data'");
});

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
