// Names are never used as paths, and the addresses of the platform are its own.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { Keyring } from "../../src/chains/address.ts";
import { FAUCET_PATH, PAYER_PATHS } from "../../src/flow/settlements/route-accounts.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aDashboard } from "../support/clients/a-dashboard.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PATHS = [
  "../../x",
  "..\\..\\x",
  "/etc/passwd",
  "x/../../y",
  "file:///etc/passwd",
  "..%2f..%2fx",
  "~/x",
  "./x.json",
  "C:\\x",
  "\u002e\u002e/x",
];

test("R-214 the name of a snapshot or scenario is never used as a path: no file outside of the folder is created, changed or read", async () => {
  const top = mkdtempSync(join(tmpdir(), "sandbox-paths-"));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const data = join(top, "deep", "data");
  mkdirSync(join(top, "deep"));
  const sandbox = await aSandbox({ data });
  const known = readdirSync(top, { recursive: true, encoding: "utf8" });
  for (const name of PATHS) {
    const kept = await sandbox.admin("POST", "/snapshots", { name });
    expect([name, [201, 400].includes(kept.status)]).toEqual([name, true]);
    if (kept.status === 201) {
      // The name of the file on disk does not matter.
      expect(kept.body.data.id).toMatch(/^snapshot-\d+$/);
      await sandbox.control("POST", `/snapshots/${kept.body.data.id}/restore`);
    }
    for (const [method, end] of [
      ["POST", "/restore"],
      ["DELETE", ""],
    ] as const) {
      const answer = await sandbox.admin(method, `/snapshots/${encodeURIComponent(name)}${end}`);
      expect([name, method, [400, 404].includes(answer.status)]).toEqual([name, method, true]);
    }
    const told = await sandbox.admin("POST", "/scenarios/run", { name });
    expect([name, [400, 404].includes(told.status)]).toEqual([name, true]);
    expect(JSON.stringify(told.body)).not.toContain("root:");
  }
  const outside = (name: string): boolean => !name.startsWith(join("deep", "data"));
  expect(readdirSync(top, { recursive: true, encoding: "utf8" }).filter(outside)).toEqual(known.filter(outside));
});

test("R-216 every address of the platform is derived from the seed, and none is one of the ten accounts of the user", async () => {
  const addressesOf = ({ store }: ASandbox, seed: number): string[] => {
    const keyring = new Keyring(String(seed));
    const stored = store.all<{ address: string }>("select address from address").map(({ address }) => address);
    return [...stored, ...[FAUCET_PATH, ...PAYER_PATHS].map((path) => keyring.addressAt(path))]
      .map((one) => one.toLowerCase())
      .toSorted();
  };
  const [one, again, other] = [await aSandbox({ seed: 3 }), await aSandbox({ seed: 3 }), await aSandbox({ seed: 4 })];
  expect(addressesOf(one, 3).length).toBeGreaterThan(10);
  expect(addressesOf(again, 3)).toEqual(addressesOf(one, 3));
  expect(addressesOf(other, 4).filter((address) => addressesOf(one, 3).includes(address))).toEqual([]);
  const users = one.ready.accounts.map(({ address }) => address.toLowerCase());
  expect(users).toHaveLength(10);
  expect(addressesOf(one, 3).filter((address) => users.includes(address))).toEqual([]);
});

test("R-216 R-217 the start page, the README and the security page warn against real funds and real keys (needs Chromium)", async () => {
  const texts = { readme: "README.md", security: "docs/security.md" };
  for (const file of Object.values(texts)) {
    const text = readFileSync(join(ROOT, file), "utf8").replaceAll(/\s+/g, " ").toLowerCase();
    expect(text, file).toContain("never send real funds");
    expect(text, file).toMatch(/valid (on the real network|there)/);
  }
  const { url } = await aSandbox();
  expect(await (await fetch(url)).text()).toContain("never send real funds");
  await (await aDashboard(url)).getByText("never send real funds").waitFor();
});

test("R-185 the image listens on all addresses of its container, as a user other than root; the compose file publishes its port to this machine only", () => {
  const image = readFileSync(join(ROOT, "Dockerfile"), "utf8");
  expect(image).toMatch(/SANDBOX_HOST=0\.0\.0\.0/);
  expect(image).toMatch(/^USER [1-9]\d*$/m);
  const ports = readFileSync(join(ROOT, "compose.yaml"), "utf8").match(/ports: .*/g) ?? [];
  expect(ports.length).toBeGreaterThan(0);
  for (const line of ports) expect(line).toMatch(/^ports: \["127\.0\.0\.1:\d+:\d+"\]/);
});
