// `contract reliance` as a user runs it: what the client's tests need of all that the specification does not show is named, and nothing else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder, CLIENT, contract } from "./a-client-folder.ts";

test("C-41 a client that leans on an invented operation and on an invented member: both are named, with decision and next step", async () => {
  const folder = aFolder({
    "client.mjs": `${CLIENT}
const assets = await call("GET", "/blockchain/assets");
if (assets.status !== 200) throw new Error("no assets: " + assets.status);
const balances = await call("GET", "/vault/" + vault + "/balances");
for (const balance of balances.json.data) if (balance.available === undefined) throw new TypeError("no available balance");
`,
  });
  const result = await contract(["reliance", "--report", "report", "--", "node", "client.mjs"], folder);
  expect(result.code, result.err).toBe(1);
  expect(result.out).toContain("leans on: GET /blockchain/assets, invented, H-47 (free choice)");
  expect(result.out).toMatch(
    /leans on: available of GET \/vault\/\{vault_id\}\/balances, invented, H-14 \(free\s+choice\)/,
  );
  expect(result.out).toMatch(/leans on 2 of 34 parts that are invented\n$/);
  // A word that is longer than a line, such as the body for --strict, is not broken: it is there to be copied.
  const tooLong = (text: string) => text.split("\n").filter((line) => line.length > 80 && !line.includes('"without":'));
  expect([tooLong(result.out), tooLong(result.err)]).toEqual([[], []]);
  const { sections } = JSON.parse(readFileSync(join(folder, "report/contract.json"), "utf8"));
  expect(sections[0].cases).toMatchObject([
    { result: "fail", decision: "H-47", evidence: [{ text: expect.stringContaining("no assets: 501") }] },
    { result: "fail", decision: "H-14", evidence: [{ text: expect.stringContaining("no available balance") }] },
  ]);
});

test("a client that needs documented members alone leans on nothing: one run without all of the level", async () => {
  const folder = aFolder({
    "client.mjs": `${CLIENT}
const created = await call("POST", "/uda", uda);
if (created.json.data.owner !== "customer-1") throw new TypeError("no owner");
`,
  });
  const result = await contract(["reliance", "--json", "--", "node", "client.mjs"], folder);
  expect(result.code, result.err).toBe(0);
  expect(JSON.parse(result.out)).toMatchObject({ kind: "contract-reliance", level: "invented", judged: 34, sets: [] });
});

test("a client that fails without any change, and one that calls nothing, cannot be judged: exit 3 and what to do", async () => {
  const failing = await contract(["reliance", "--", "node", "-e", "process.exit(1)"], aFolder());
  expect([failing.code, failing.err]).toEqual([3, expect.stringContaining("your tests fail without any change")]);
  const silent = await contract(["reliance", "--", "node", "-e", ""], aFolder());
  expect([silent.code, silent.err]).toEqual([3, expect.stringContaining("nothing called the sandbox")]);
});
