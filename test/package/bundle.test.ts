// The files that the package runs: what is in them, what they load when a sandbox starts, and that it answers.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Metafile } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyAssets } from "../../scripts/run/assets.ts";
import { bundle, OUTSIDE } from "../../scripts/run/bundle.ts";
import { bundledPackages, notice } from "../../scripts/run/licences.ts";
import type { ReadyInfo } from "../../src/runtime/ready-info.ts";

const ROOT = join(import.meta.dirname, "../..");
const LOCK = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<string, { dependencies?: object; devDependencies?: object }>;
};

/** A package folder without types and pages. */
const folder = mkdtempSync(join(tmpdir(), "a-package-"));
let made: Metafile;

beforeAll(async () => {
  for (const name of ["node_modules", "package.json", "fixtures", "chain"])
    symlinkSync(join(ROOT, name), join(folder, name));
  made = await bundle(join(folder, "dist"));
  copyAssets(join(folder, "dist"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The folders of packages and of everything that they depend on, as Node would find them. */
function closureOf(names: readonly string[], from = "", found = new Set<string>()): Set<string> {
  for (const name of names) {
    const places = from
      .split("/node_modules/")
      .map((_, index, parts) => parts.slice(0, parts.length - index).join("/node_modules/"));
    const path = [...places.map((place) => `${place}/node_modules/${name}`), `node_modules/${name}`].find(
      (place) => place in LOCK.packages,
    );
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    closureOf(Object.keys(LOCK.packages[path]?.dependencies ?? {}), path, found);
  }
  return found;
}

test("the bundle has the code of the packages that docs/dependencies.md names, of what these depend on, and of no tool", () => {
  const [, page = ""] = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8").split("## In the bundle\n");
  const named = [...(page.split("\n## ")[0] ?? "").matchAll(/^\| `([^`]+)`/gm)].map(([, name = ""]) => name);
  const packages = bundledPackages(made);
  const { dependencies, devDependencies } = LOCK.packages[""] ?? {};
  const direct = Object.keys(devDependencies ?? {}).filter((name) => packages.includes(`node_modules/${name}`));
  expect(direct.toSorted()).toEqual(named.toSorted());
  expect(direct).toContain("viem");
  const closure = closureOf([...named, ...Object.keys(dependencies ?? {})]);
  expect(packages.filter((path) => !closure.has(path))).toEqual([]);
  expect(packages.filter((path) => /^node_modules\/(@nomicfoundation\/)?hardhat/.test(path))).toEqual([]);
});

test("a user installs only what the files of the package load from outside, and what a compiler reads of them", () => {
  const { dependencies = {} } = LOCK.packages[""] ?? {};
  const loaded = OUTSIDE.filter((name) => name in dependencies);
  expect(Object.keys(dependencies).toSorted()).toEqual([...loaded, "openapi-fetch"].toSorted());
  const types = readFileSync(join(ROOT, "src/testing/tenant.ts"), "utf8");
  expect(types).toContain('import type { Client } from "openapi-fetch"');
});

test("the library of the Model Context Protocol is in the bundle, in a file that waits until `mcp` asks for it", () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { dependencies: object };
  expect(Object.keys(dependencies).filter((name) => /modelcontextprotocol|zod/.test(name))).toEqual([]);
  const isOf = (inputs: object): boolean => Object.keys(inputs).some((path) => path.includes("@modelcontextprotocol/"));
  const holding = Object.entries(made.outputs).filter(([, { inputs }]) => isOf(inputs));
  expect(holding.map(([path]) => path.replace(/^.*\//, ""))).toEqual(["mcp-server.js"]);
  const asking = Object.values(made.outputs).flatMap(({ imports }) =>
    imports.filter(({ path }) => path.endsWith("mcp-server.js")).map(({ kind }) => kind),
  );
  expect(asking).toEqual(["dynamic-import"]);
});

test("outside are only modules of Node and the packages that are meant to be", () => {
  const outside = Object.values(made.outputs).flatMap(({ imports }) =>
    imports.filter(({ external, path }) => external && path !== "./mcp-server.js").map(({ path }) => path),
  );
  expect([...new Set(outside)].filter((path) => !isBuiltin(path)).toSorted()).toEqual(OUTSIDE.toSorted());
});

test("every source is in one file only, so that the entries share one instance of each", () => {
  // The MCP server is a program of its own: it and the command share nothing but functions.
  const shared = Object.entries(made.outputs).filter(([path]) => !path.endsWith("/mcp-server.js"));
  const places = Map.groupBy(
    shared.flatMap(([output, { inputs }]) => Object.keys(inputs).map((input) => ({ input, output }))),
    ({ input }) => input,
  );
  expect([...places.values()].filter((of) => of.length > 1)).toEqual([]);
  expect(places.has("src/runtime/sandbox.ts")).toBe(true);
});

test("what packages load with themselves and hardly use is evaluated when a member of it is read, and is there then", async () => {
  const deferred = Object.keys(made.inputs).filter((input) => input.startsWith("deferred:"));
  expect(deferred.map((input) => input.replace(/^.*node_modules\//, "")).toSorted()).toEqual([
    "mime-types/index.js",
    "openapi-backend/refparser.js",
    "openapi-schema-validator/dist/index.js",
  ]);
  await run(["start", "--port", "0", "--json"], async (text, child) => {
    const { rpc } = JSON.parse(text) as ReadyInfo;
    // Express asks for the media type of a body that it is to read.
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}';
    const headers = { "content-type": "application/json", origin: "http://127.0.0.1:1" };
    const answer = await fetch(rpc["base"] ?? "", { method: "POST", headers, body });
    expect(await answer.json()).toEqual({ jsonrpc: "2.0", id: 1, result: "0x2105" });
    child.kill("SIGTERM");
  });
});

test("the notice has the name and the licence text of every package in the bundle", () => {
  const text = notice(made);
  const headings = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \((MIT|ISC|BSD-3-Clause|Apache-2\.0)\)$/gm)];
  expect(headings).toHaveLength(bundledPackages(made).length);
  expect(headings.map(([, name]) => name)).toContain("prom-client");
  expect(text).toMatch(/Permission is hereby granted/);
});

/** Runs the command, hands over the first line that it prints, and returns what it loaded until it ended. */
async function run(args: readonly string[], line: (text: string, child: ChildProcess) => void | Promise<void>) {
  const loaded = join(folder, "loaded.json");
  const preload = ["--import", join(ROOT, "test/support/loaded-files.mjs")];
  const child = spawn(process.execPath, [...preload, join(folder, "dist/main.js"), ...args], {
    env: { ...process.env, LOADED_FILES: loaded },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [first] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  await line(first, child);
  expect(await ended).toEqual([0, null]);
  return JSON.parse(readFileSync(loaded, "utf8")) as { files: string[]; node: string[] };
}

test("the command starts from a few files and answers", async () => {
  const { files, node } = await run(["start", "--port", "0", "--json"], async (text, child) => {
    const { api_base_url: url, api_key: key } = JSON.parse(text) as ReadyInfo;
    expect((await fetch(`${url}/vault`, { headers: { "x-api-key": key } })).status).toBe(200);
    child.kill("SIGTERM");
  });
  // About 1,500 before there was a bundle. Each command that is loaded when it runs splits what it shares with others into further files.
  expect(files.length, files.join("\n")).toBeLessThanOrEqual(60);
  // A command that is loaded when it runs: here the hunt, by a title of its rules.
  const bundled = files.filter((file) => file.includes("/dist/")).map((file) => readFileSync(new URL(file), "utf8"));
  expect(bundled.filter((text) => text.includes("believed a forged webhook"))).toEqual([]);
  expect(files.filter((file) => /hardhat|faker|testing\.js/.test(file))).toEqual([]);
  // Node's client of `fetch`: nothing needs it to serve.
  expect(node.filter((name) => name.includes("undici"))).toEqual([]);
});

test("importing the test library loads neither the hunt nor the sandbox: both wait until they are asked for", () => {
  const loaded = join(folder, "loaded.json");
  const library = join(folder, "dist/testing.js");
  const words = ["--import", join(ROOT, "test/support/loaded-files.mjs"), library];
  expect(spawnSync(process.execPath, words, { env: { ...process.env, LOADED_FILES: loaded } }).status).toBe(0);
  const { files } = JSON.parse(readFileSync(loaded, "utf8")) as { files: string[] };
  const bundled = files.filter((file) => file.includes("/dist/")).map((file) => readFileSync(new URL(file), "utf8"));
  expect(bundled.length).toBeGreaterThan(0);
  expect(bundled.filter((text) => text.includes("believed a forged webhook"))).toEqual([]);
  expect(files.filter((file) => /better.sqlite3|edr/.test(file))).toEqual([]);
});

test("the child of exec gets the environment of the command, without what the command sets for itself", async () => {
  const print = "console.log(Object.keys(process.env).join())";
  await run(["exec", "--clock", "frozen", "--", process.execPath, "-e", print], (text) => {
    expect(text.split(",")).toContain("SANDBOX_API_KEY");
    expect(text).not.toContain("MIMALLOC");
  });
});
