// The variables of `contract run` and `contract reliance` reach every sandbox that a suite starts: startSandbox, useSandbox and the fixtures (C-31).
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { sandboxFixtures, startSandbox, type TestSandbox, useSandbox } from "../../src/testing/testing.ts";
import { setVariable } from "../support/set-variable.ts";

/** What a suite sees of a sandbox: the readings that hold, and whether an invented operation is there. */
async function seen(sandbox: TestSandbox): Promise<{ record: string; list_array: string; assets: number }> {
  const { record, list_array } = await sandbox.contract.readings();
  const { response } = await sandbox.client.GET("/blockchain/assets");
  return { record, list_array, assets: response.status };
}

/** The ways in which a suite starts a sandbox; each gives it to `use`. */
const WAYS: [name: string, way: (use: (sandbox: TestSandbox) => Promise<void>, options: object) => Promise<void>][] = [
  [
    "startSandbox",
    async (use, options) => {
      await using sandbox = await startSandbox(options);
      await use(sandbox);
    },
  ],
  [
    "useSandbox",
    async (use, options) => {
      const hooks: { before?: () => Promise<void>; after?: () => Promise<void> } = {};
      const sandbox = useSandbox(
        { beforeAll: (run) => (hooks.before = run), afterAll: (run) => (hooks.after = run) },
        options,
      );
      await hooks.before?.();
      await use(sandbox());
      await hooks.after?.();
    },
  ],
  [
    "sandboxFixtures",
    async (use, options) => {
      const [fixture] = sandboxFixtures(options).sandbox;
      await fixture({}, use);
    },
  ],
];

describe.each(WAYS)("%s", (_name, way) => {
  test("reads SANDBOX_READING and SANDBOX_STRICT, and its options win", async () => {
    setVariable("SANDBOX_READING", "record=top-level,list_array=named");
    setVariable("SANDBOX_STRICT", "invented");
    await way(async (sandbox) => {
      expect(await seen(sandbox)).toEqual({ record: "top-level", list_array: "named", assets: 501 });
    }, {});
    setVariable("SANDBOX_STRICT", "");
    await way(
      async (sandbox) => {
        expect(await seen(sandbox)).toEqual({ record: "data", list_array: "named", assets: 200 });
      },
      { readings: { record: "data" } },
    );
  });

  test("writes into SANDBOX_CONTRACT_DIR when it stops: bodies only where the folder asks for them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "contract-dir-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    setVariable("SANDBOX_CONTRACT_DIR", folder);
    const body = { owner: "planted owner", network_symbol: "base", note: "sk_live_planted0000000000000001" };
    const use = async ({ client, control }: TestSandbox): Promise<void> => {
      await client.POST("/wallets", { body });
      await control.post("/deposits", {}).catch(() => "refused");
    };
    await way(use, {});
    const [first = ""] = readdirSync(folder);
    const plain = readFileSync(join(folder, first), "utf8");
    expect([JSON.parse(plain).requests, plain.includes("planted")]).toEqual([1, false]);
    writeFileSync(join(folder, "with-bodies"), "");
    await way(use, {});
    const second = readdirSync(folder).find((name) => name !== first && name !== "with-bodies") ?? "";
    const text = readFileSync(join(folder, second), "utf8");
    expect(JSON.parse(text).last_requests).toEqual([
      {
        ...{ request_id: expect.stringMatching(/^req_/), method: "POST", target: "/v1/wallets", status: 201 },
        body: expect.stringContaining("planted owner"),
      },
    ]);
    expect(text).not.toContain("sk_live_planted");
  });
});
