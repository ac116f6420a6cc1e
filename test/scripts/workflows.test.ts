// The workflows of this repository: what they run exists, and a release publishes nothing that was not checked and nothing without a token.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, ".github/workflows");

type Step = { run?: string; uses?: string; if?: string; with?: Record<string, unknown>; env?: Record<string, string> };
type Job = { needs?: string | string[]; steps?: Step[]; uses?: string };
type Workflow = { jobs: Record<string, Job> };

const workflows = readdirSync(FOLDER).map((name) => ({
  name,
  jobs: (parse(readFileSync(join(FOLDER, name), "utf8")) as Workflow).jobs,
}));
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };

test("every script, file and job that a workflow names exists", () => {
  const lines = workflows.flatMap(({ name, jobs }) =>
    Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => (run ? [{ name, run }] : []))),
  );
  expect(lines.length).toBeGreaterThan(20);
  const missing = lines.flatMap(({ name, run }) => [
    ...[...run.matchAll(/npm run (?:--silent )?([\w:]+)/g)]
      .filter(([, script = ""]) => !(script in scripts))
      .map(([all]) => `${name}: ${all}`),
    ...[...run.matchAll(/(?<![\w/.-])(?:\.ci|scripts|test)\/[\w./-]+/g)]
      .filter(([file]) => !existsSync(join(ROOT, file)))
      .map(([file]) => `${name}: ${file}`),
  ]);
  expect(missing).toEqual([]);
  for (const { name, jobs } of workflows)
    for (const { needs = [] } of Object.values(jobs))
      expect(
        [needs].flat().filter((job) => !(job in jobs)),
        name,
      ).toEqual([]);
});

test("a release pushes the image that was checked, for both machines, signed, and only with the owner's token", () => {
  const jobs: Record<string, Job> = workflows.find(({ name }) => name === "release.yml")?.jobs ?? {};
  const texts = (job: string): string[] => (jobs[job]?.steps ?? []).map(({ run = "" }) => run);
  const build = texts("image").findIndex((run) => run.includes("--platform linux/amd64,linux/arm64"));
  const check = texts("image").findIndex((run) => run.includes("check-image.ts image.oci.tar"));
  expect([build >= 0, check > build]).toEqual([true, true]);
  expect(texts("image")[build]).toMatch(/--provenance mode=max --sbom true\s+--output type=oci,dest=image\.oci\.tar/);
  expect(jobs["publish"]?.needs).toEqual(expect.arrayContaining(["hold", "files", "machines", "image", "image-arm64"]));
  const steps = jobs["publish"]?.steps ?? [];
  const pushes = steps.filter(({ run = "" }) => /skopeo copy|npm publish|twine upload/.test(run));
  expect(pushes).toHaveLength(3);
  for (const { run = "", env = {} } of pushes) {
    const secrets = Object.entries(env).filter(([, value]) => value.includes("secrets."));
    expect(secrets).toHaveLength(1);
    expect(run).toMatch(new RegExp(`test -[zn] "\\$${secrets[0]?.[0]}"`));
  }
  const signed = steps.find(({ with: given }) => given?.["push-to-registry"] === true);
  expect(signed?.uses).toMatch(/^actions\/attest-build-provenance@/);
  expect(signed?.if).toBe("steps.push.outputs.digest != ''");
});
