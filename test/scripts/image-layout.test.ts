// The image of a release is checked by its content, for each machine that it is built for.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { imagesIn } from "../../scripts/release/layout.ts";

const PREBUILDS = join(import.meta.dirname, "../../node_modules/better-sqlite3/prebuilds");
let desk = "";
let layout = "";
beforeEach(() => {
  desk = mkdtempSync(join(tmpdir(), "layout-"));
  layout = join(desk, "layout");
  mkdirSync(join(layout, "blobs/sha256"), { recursive: true });
});
afterEach(() => rmSync(desk, { recursive: true, force: true }));

type Machine = "amd64" | "arm64";
const BINARY = { amd64: "linux-x64.node", arm64: "linux-arm64.node" } as const;

/** Stores bytes or a document as a blob. @returns its descriptor */
function blob(content: Buffer | object) {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const hash = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(join(layout, "blobs/sha256", hash), bytes);
  return { digest: `sha256:${hash}`, size: bytes.length };
}

/** A layer with a native file for `machine` in each place; any binary of it stands for Node and the engine. */
function layer(machine: Machine, name: string) {
  const folder = join(desk, name);
  const places = [
    "usr/local/bin/node",
    "app/node_modules/@nomicfoundation/edr-linux/edr.node",
    "app/node_modules/better-sqlite3/prebuilds/a.node",
  ];
  for (const place of places) {
    mkdirSync(join(folder, dirname(place)), { recursive: true });
    cpSync(join(PREBUILDS, BINARY[machine]), join(folder, place));
  }
  spawnSync("tar", ["-czf", join(desk, `${name}.tar.gz`), "-C", folder, "."]);
  return blob(readFileSync(join(desk, `${name}.tar.gz`)));
}

type Changes = { content?: Machine; config?: object; predicates?: readonly string[] };

/** An image with its attestations; `changes` says what is wrong with it. */
function image(
  machine: Machine,
  {
    content = machine,
    config = {},
    predicates = ["https://spdx.dev/Document", "https://slsa.dev/provenance/v1"],
  }: Changes = {},
) {
  const facts = blob({ architecture: machine, config: { User: "1000", ...config } });
  const own = {
    ...blob({ config: facts, layers: [layer(content, `${machine}-${content}`)] }),
    platform: { os: "linux", architecture: machine },
  };
  const statements = predicates.map((type) => ({
    ...blob({ type, machine }),
    annotations: { "in-toto.io/predicate-type": type },
  }));
  const beside = {
    ...blob({ config: facts, layers: statements }),
    platform: { os: "unknown", architecture: "unknown" },
    annotations: { "vnd.docker.reference.digest": own.digest },
  };
  return [own, beside];
}

function index(manifests: readonly object[]): void {
  const inner = { ...blob({ manifests }), mediaType: "application/vnd.oci.image.index.v1+json" };
  writeFileSync(join(layout, "index.json"), JSON.stringify({ manifests: [inner] }));
}

const faults = (): string[] => imagesIn(layout).flatMap((found) => found.faults);

test("an image for both machines, with a bill of materials and provenance for each, has no fault", () => {
  index([...image("amd64"), ...image("arm64")]);
  const found = imagesIn(layout);
  expect(found.map(({ machine, faults: own }) => [machine, own])).toEqual([
    ["amd64", []],
    ["arm64", []],
  ]);
  expect(found.every(({ bytes }) => bytes > 100_000)).toBe(true);
});

test("a machine that is missing, files of another machine, root, a volume and a missing statement are each named", () => {
  index(image("amd64"));
  expect(faults()).toEqual(["there is no image for arm64"]);
  index([...image("amd64"), ...image("arm64", { content: "amd64" })]);
  expect(faults()).toContain("arm64: bin/node is elf for x64, not for linux-arm64");
  index([
    ...image("amd64", { config: { User: "root", Volumes: { "/data": {} } } }),
    ...image("arm64", { predicates: [] }),
  ]);
  expect(faults()).toEqual([
    "amd64: it runs as root",
    "amd64: it asks for a volume",
    "arm64: there is no bill of materials",
    "arm64: there is no provenance",
  ]);
});

test("a blob whose bytes are not those of its name is refused", () => {
  const [own = {}, beside = {}] = image("amd64");
  index([own, beside, ...image("arm64")]);
  const { digest } = own as { digest: string };
  writeFileSync(join(layout, "blobs", digest.replace(":", "/")), "{}");
  expect(faults).toThrow(`the blob ${digest} has another digest`);
});
