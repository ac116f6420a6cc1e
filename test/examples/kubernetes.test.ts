// The manifests for Kubernetes: what each pod makes of its index, and that parts and merge fit together. `.ci/kubernetes` checks them against the API's schemas.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";

const FOLDER = join(import.meta.dirname, "../../examples/kubernetes");

type Container = {
  command: string[];
  args: string[];
  env?: { name: string; value: string }[];
  volumeMounts: { name: string; mountPath: string }[];
};
type Pod = {
  restartPolicy: string;
  containers: [Container];
  volumes: { name: string; persistentVolumeClaim: { claimName: string } }[];
};
type Manifest = {
  kind: string;
  metadata: { name: string };
  spec: { completionMode?: string; completions?: number; parallelism?: number; template: { spec: Pod } };
};

function manifestsIn(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(join(FOLDER, file), "utf8")).map((one) => one.toJS() as Manifest);
}

function jobIn(file: string): { job: Manifest; container: Container } {
  const job = manifestsIn(file).find(({ kind }) => kind === "Job");
  if (job === undefined) throw new Error(`${file} has no Job`);
  return { job, container: job.spec.template.spec.containers[0] };
}

/** Runs the command of a container; `npx` prints its words and ends with this code. */
function played({ command, args, env = [] }: Container, index: number, code = 0) {
  const folder = mkdtempSync(join(tmpdir(), "pod-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "npx"), `#!/bin/sh\nprintf '%s\\n' "$*"\nexit ${code}\n`, { mode: 0o755 });
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const path = `${folder}:${process.env["PATH"]}`;
  const [program = "", ...words] = [...command, ...args];
  const { stdout, status } = spawnSync(program, words, {
    env: { ...variables, PATH: path, JOB_COMPLETION_INDEX: String(index) },
    encoding: "utf8",
  });
  return { line: stdout.trim(), status };
}

test.each([
  ["hunt.yaml", "cpsandbox hunt --shard 3/8 --worlds 8000 --seed 1 --report /reports/shard-3"],
  ["contract.yaml", "cpsandbox contract run --shard 3/4 --report /reports/shard-3 -- npm test"],
])("%s: each pod plays the part after its index, and there are as many parts as pods", (file, line) => {
  const { job, container } = jobIn(file);
  const { completionMode, completions = 0, parallelism } = job.spec;
  expect({ completionMode, parallelism }).toEqual({ completionMode: "Indexed", parallelism: completions });
  expect(container.env?.find(({ name }) => name === "SHARDS")?.value).toBe(String(completions));
  expect(played(container, 2).line).toBe(line);
  const parts = Array.from(
    { length: completions },
    (_, index) => /--shard (\S+)/.exec(played(container, index).line)?.[1],
  );
  expect(parts).toEqual(Array.from({ length: completions }, (_, index) => `${index + 1}/${completions}`));
});

test.each(["hunt.yaml", "contract.yaml"])(
  "%s: a part that found something ends well, one that could not judge is played again",
  (file) => {
    const { container } = jobIn(file);
    expect([0, 1, 2, 3, 130].map((code) => played(container, 0, code).status)).toEqual([0, 0, 2, 3, 130]);
  },
);

test.each([
  ["hunt.yaml", "hunt-merge.yaml", "cpsandbox hunt merge /reports/shard-* --report /reports/hunt"],
  ["contract.yaml", "contract-merge.yaml", "cpsandbox contract merge /reports/shard-* --report /reports/contract"],
])("%s and %s share a volume, and the exit code of the merge is that of its pod", (parts, merge, line) => {
  const volumesOf = (file: string) => {
    const { job, container } = jobIn(file);
    return { volumes: job.spec.template.spec.volumes, mounts: container.volumeMounts };
  };
  expect(volumesOf(merge)).toEqual(volumesOf(parts));
  const claim = manifestsIn(parts).find(({ kind }) => kind === "PersistentVolumeClaim");
  expect(volumesOf(parts).volumes.map((one) => one.persistentVolumeClaim.claimName)).toEqual([claim?.metadata.name]);
  const { container } = jobIn(merge);
  expect(played(container, 0, 1)).toEqual({ line, status: 1 });
});

test("preview.yaml: one process for one volume, with the probe, the token and the names that the sandbox has", () => {
  const documents = parseAllDocuments(readFileSync(join(FOLDER, "preview.yaml"), "utf8")).map((one) => one.toJS());
  const [claim, deployment, service] = documents;
  expect(documents.map(({ kind }) => kind)).toEqual(["PersistentVolumeClaim", "Deployment", "Service"]);
  const { replicas, strategy, selector, template } = deployment.spec;
  expect({ replicas, strategy }).toEqual({ replicas: 1, strategy: { type: "Recreate" } });
  expect([selector.matchLabels, service.spec.selector]).toEqual([template.metadata.labels, template.metadata.labels]);
  const [container] = template.spec.containers;
  const { version } = JSON.parse(readFileSync(join(FOLDER, "../../package.json"), "utf8")) as { version: string };
  expect(container.image).toBe(`crypto-payment-sandbox:${version}`);
  const [data, token] = container.env;
  expect(data).toEqual({ name: "SANDBOX_DATA", value: container.volumeMounts[0].mountPath });
  expect(token.name).toBe("SANDBOX_ADMIN_TOKEN");
  expect(template.spec.volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
  // The port and the user of the image, and a route that the sandbox has without a token.
  const dockerfile = readFileSync(join(FOLDER, "../../Dockerfile"), "utf8");
  expect(dockerfile).toContain(`SANDBOX_PORT=${container.ports[0].containerPort}`);
  for (const probe of [container.startupProbe, container.readinessProbe])
    expect(probe.httpGet).toEqual({ path: "/healthz", port: container.ports[0].name });
  expect(service.spec.ports[0]).toMatchObject({ port: 4010, targetPort: container.ports[0].name });
});

/** What the last bench of this version measured, by the measure's name. */
function measured(measure: string): number {
  const { version } = JSON.parse(readFileSync(join(FOLDER, "../../package.json"), "utf8")) as { version: string };
  const results = readFileSync(join(FOLDER, `../../bench/results/${version}.md`), "utf8");
  const line = results.split("\n").find((one) => one.startsWith(measure)) ?? "";
  return Number(line.slice(measure.length).trim().split(/\s+/)[0]);
}

test("the figures of the page are those of the bench, and the sandboxes that fit follow from the manifest's requests", () => {
  const page = readFileSync(join(FOLDER, "../../docs/preview-environments.md"), "utf8");
  const figure = (pattern: RegExp): number => Number((pattern.exec(page)?.[1] ?? "").replace(",", ""));
  // A later run of the same version may differ a little.
  const near = (shown: number, found: number) => expect(Math.abs(shown - found) / found).toBeLessThan(0.15);
  const idle = figure(/memory 2 s after the start \| (\d+) MB/);
  const deposits = figure(/memory of 1,000 deposits more \| (\d+) MB/);
  const cpu = figure(/CPU of a deposit, all threads \| ([\d.]+) ms/);
  near(idle, measured("memory 2 s after the start, RSS MB"));
  near(deposits, measured("RSS MB a 1,000 deposits"));
  near(cpu, measured("CPU a deposit, all threads, ms"));
  const { resources } = (manifestsIn("preview.yaml")[1] as any).spec.template.spec.containers[0];
  const request = Number(/^(\d+)Mi$/.exec(resources.requests.memory)?.[1]);
  expect(resources.limits.memory).toBe("1Gi");
  expect(request * 1.048_576).toBeGreaterThan(idle);
  const sandboxesOn = (gibibytes: number): number => Math.floor(((gibibytes - 1) * 1024) / request);
  expect([figure(/\| (\d+) by the request of/), figure(/less 1 GB for the node \| (\d+)/)]).toEqual([
    sandboxesOn(8),
    sandboxesOn(32),
  ]);
  const worst = figure(/up to (\d+) MB in a world of 100,000/);
  const most = figure(/at least ([\d,]+) deposits/);
  expect(most).toBeLessThan(((1_073.7 - idle) / worst) * 1_000);
  near(figure(/some (\d+) a second for all/), (2 * 1_000) / cpu);
});
