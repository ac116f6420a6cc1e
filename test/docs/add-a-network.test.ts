// "How do I add a network" of CONTRIBUTING.md, step by step in a clone of the last commit.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "./workspace.ts";

const ROW = {
  network_id: "9005",
  symbol: "avalanche",
  name: "Avalanche C-Chain",
  eip155_id: 43_114,
  category: "evm",
  native: { symbol: "AVAX", name: "Avalanche", decimals: 18 },
  tokens: [{ symbol: "USDC", name: "USD Coin", decimals: 6, address: "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E" }],
  block_time_ms: 2000,
  confirmations: 2,
  uda_support: true,
  base_fee: "1000000000",
};

/** What each step is done to here: its first file. The last two steps are not needed for a plain network. */
const STEPS = [
  "chain/catalogue.json",
  "fixtures/worlds/default.json",
  "test/chain/catalogue.test.ts",
  "docs/networks.md",
  "chain/contracts/",
  "CHANGELOG.md",
];

/** A client's view of the new network: a wallet there, a deposit to it at its price, and the chain id. */
const CLIENT = `
const { SANDBOX_API_BASE_URL: api, SANDBOX_ADMIN_URL: admin, SANDBOX_API_KEY: key, SANDBOX_RPC_AVALANCHE: rpc } = process.env;
const ask = async (url, body) => {
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const answer = await fetch(url, body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
};
await ask(api + "/wallets", { owner: "alice", network_symbol: "avalanche" });
await ask(admin + "/deposits", { network: "avalanche", asset: "AVAX", amount: "2", owner: "alice" });
await ask(admin + "/run-until-idle", { advance: true });
const { result } = await ask(rpc, { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
const { data } = await ask(api + "/deposits");
process.stdout.write(JSON.stringify({ chain: Number(result), deposits: data.map(({ network_id, balance }) => [network_id, balance.usd]) }));
`;

function aClone() {
  const folder = mkdtempSync(join(tmpdir(), "a-network-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync("git", ["clone", "-q", ROOT, folder]);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const own = Object.entries(process.env).filter(([name]) => !/^(SANDBOX|VITEST|TEST|VITE|NODE_ENV)/.test(name));
  const env = { ...Object.fromEntries(own), NO_COLOR: "1" };
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  const edit = (path: string, find: string, replace: string): void => {
    expect(read(path), path).toContain(find);
    writeFileSync(join(folder, path), read(path).replace(find, replace));
  };
  const run = async (...words: readonly string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, words, { cwd: folder, env, encoding: "utf8" })).stdout;
  return { read, edit, run };
}

/** The first file that each numbered step of a section names. */
function stepsOf(page: string, title: string): (string | undefined)[] {
  const [, section = ""] = page.split(`### ${title}\n`);
  const [own = ""] = section.split("\n### ");
  const steps = own.split(/^\d\. /m).slice(1);
  return steps.map((step) =>
    [...step.matchAll(/`([\w./-]+)`/g)].map(([, word]) => word).find((word) => /[/.]/.test(word ?? "")),
  );
}

test("the steps for a network, followed in a clone, give one that has wallets, deposits and an RPC endpoint", async () => {
  const { read, edit, run } = aClone();
  expect(stepsOf(read("CONTRIBUTING.md"), "a network")).toEqual(STEPS);

  edit("chain/catalogue.json", "\n  }\n]", `\n  },\n${JSON.stringify(ROW)}]`);
  edit("fixtures/worlds/default.json", `"POL": "0.50"`, `"POL": "0.50", "AVAX": "20.00"`);
  const last = `["8453", "base", "Base", 8453, "ETH"],`;
  edit("test/chain/catalogue.test.ts", last, `${last} ["9005", "avalanche", "Avalanche C-Chain", 43114, "AVAX"],`);
  const client = ["--clock", "frozen", "--", process.execPath, "--input-type=module", "-e", CLIENT];
  // None of the three needs the result of another: they run at the same time.
  const [seen] = await Promise.all([
    run("src/main.ts", "exec", ...client),
    run("scripts/generate/generate.ts"),
    run("node_modules/vitest/vitest.mjs", "run", "test/chain/catalogue.test.ts"),
  ]);
  expect(JSON.parse(seen)).toEqual({ chain: 43_114, deposits: [["9005", "40.00"]] });
  expect(read("docs/networks.md")).toContain("Avalanche C-Chain");
}, 120_000);
