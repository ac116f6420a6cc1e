// `skill install`: what it writes, and what it never overwrites.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { anIo } from "./an-io.ts";

const SKILL = "skills/crypto-payment-sandbox/SKILL.md";
const NAMES = ["SKILL.md", "references/commands.md", "references/faults.md", "references/operations.md"];
const at = (name: string): string => join(".agent/skills/crypto-payment-sandbox", name);
const ours = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../skills/crypto-payment-sandbox", name), "utf8");

async function install(files: Record<string, string>, ...more: string[]) {
  const { io, said } = anIo({}, files);
  const code = await runCommand(["skill", "install", ".agent/skills", ...more], io);
  return { code, ...said };
}

test("the skill is copied whole, and it says what it wrote", async () => {
  const files: Record<string, string> = {};
  const { code, out, err } = await install(files);
  expect([code, err]).toEqual([0, ""]);
  expect(out.trim().split("\n")).toEqual(NAMES.map((name) => `written    ${at(name)}`));
  for (const name of NAMES) expect(files[at(name)]).toBe(ours(name));
  expect(JSON.parse((await install(files, "--json")).out)).toEqual({
    folder: at("").replace(/\/$/, ""),
    files: NAMES.map((file) => ({ file, state: "unchanged" })),
  });
});

test("a file of an earlier version is replaced, an edited one is kept and named, with exit code 1", async () => {
  const files: Record<string, string> = {};
  await install(files);
  // As if an earlier version had installed another text.
  const { createHash } = await import("node:crypto");
  const old = "an earlier version\n";
  const record = JSON.parse(files[at(".installed.json")] ?? "");
  record["SKILL.md"] = createHash("sha256").update(old).digest("hex");
  Object.assign(files, { [at("SKILL.md")]: old, [at(".installed.json")]: JSON.stringify(record) });
  files[at("references/faults.md")] += "my own note\n";
  const { code, out, err } = await install(files);
  expect(code).toBe(1);
  expect(out).toContain(`written    ${at("SKILL.md")}`);
  expect(out).toContain(`kept       ${at("references/faults.md")}`);
  expect(err).toContain("move them away");
  expect(files[at("SKILL.md")]).toBe(ours("SKILL.md"));
  expect(files[at("references/faults.md")]).toContain("my own note");
  // And again: it is still an edited file.
  expect((await install(files)).code).toBe(1);
});

test("a file that was there before any install is kept", async () => {
  const files = { [at("SKILL.md")]: "mine\n" };
  expect(await install(files)).toMatchObject({ code: 1 });
  expect(files[at("SKILL.md")]).toBe("mine\n");
});

test("a folder that cannot be written is one line, with exit code 2", async () => {
  const { io, said } = anIo();
  const refused = () => {
    throw Object.assign(new Error("no"), { code: "EACCES" });
  };
  expect(await runCommand(["skill", "install", "x"], { ...io, makeFolder: refused })).toBe(2);
  expect(said.err).toMatch(/cannot be written \(EACCES\): name a folder/);
});

test("the skill has a name, a description and a licence, and at most 200 lines", () => {
  const text = ours("SKILL.md");
  const [, head = ""] = text.split("---\n");
  const members = Object.fromEntries(
    head
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/s).slice(0, 2)),
  );
  expect(Object.keys(members)).toEqual(["name", "description", "license"]);
  expect(members["name"]).toBe("crypto-payment-sandbox");
  expect(members["description"].length).toBeLessThanOrEqual(1024);
  expect(text.split("\n").length).toBeLessThanOrEqual(200);
  for (const [, link = ""] of text.matchAll(/\]\((references\/[\w.]+)\)/g)) expect(NAMES).toContain(link);
  expect(SKILL).toContain(members["name"]);
});
