// Reads an image of several machines from a folder in the OCI layout, and says what is wrong with it, by its content: nothing of it is started.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Entry } from "../archives/contents.ts";
import { nativeFaults } from "../archives/natives.ts";
import { PLATFORMS, type Platform } from "../archives/platforms.ts";
import { run } from "../archives/sources.ts";

/** Bytes of all layers as they are downloaded. */
const MAX_BYTES = 150_000_000;

/** What the image is built for, as registries call it, and the machine in the table of archives that has the same binaries. */
const MACHINES: Readonly<Record<string, string>> = { amd64: "linux-x64", arm64: "linux-arm64" };

type Descriptor = {
  digest: string;
  size: number;
  mediaType?: string;
  platform?: { os: string; architecture: string };
  annotations?: Record<string, string>;
};
type Manifest = { manifests?: Descriptor[]; config?: Descriptor; layers?: Descriptor[] };
type Config = { architecture: string; config: { User?: string; Volumes?: object | null; Entrypoint?: string[] } };

export type Found = { machine: string; bytes: number; faults: string[] };

/** One row for each machine that there must be. @throws Error for a blob that is missing or does not have its digest */
export function imagesIn(layout: string): Found[] {
  const all = descriptorsIn(layout, JSON.parse(readFileSync(join(layout, "index.json"), "utf8")));
  return Object.keys(MACHINES).map((machine) => {
    const own = all.find(({ platform }) => platform?.os === "linux" && platform.architecture === machine);
    if (own === undefined) return { machine, bytes: 0, faults: [`there is no image for ${machine}`] };
    const { bytes, faults } = imageOf(layout, own, machine);
    return { machine, bytes, faults: [...faults, ...attestationFaults(layout, own, all)] };
  });
}

/** The manifests of an index, and of the indexes in it. */
function descriptorsIn(layout: string, { manifests = [] }: Manifest): Descriptor[] {
  return manifests.flatMap((one) =>
    one.mediaType?.includes("index") ? descriptorsIn(layout, blob<Manifest>(layout, one)) : [one],
  );
}

function bytesOf(layout: string, { digest }: Descriptor): Buffer {
  const [kind = "", hash = ""] = digest.split(":");
  const bytes = readFileSync(join(layout, "blobs", kind, hash));
  if (createHash(kind).update(bytes).digest("hex") !== hash) throw new Error(`the blob ${digest} has another digest`);
  return bytes;
}

function blob<T>(layout: string, descriptor: Descriptor): T {
  return JSON.parse(bytesOf(layout, descriptor).toString()) as T;
}

function imageOf(layout: string, descriptor: Descriptor, machine: string): Omit<Found, "machine"> {
  const { config, layers = [] } = blob<Manifest>(layout, descriptor);
  if (config === undefined) throw new Error(`the manifest for ${machine} names no config`);
  const facts = blob<Config>(layout, config);
  const platform = PLATFORMS.find(({ name }) => name === MACHINES[machine]) as Platform;
  const bytes = layers.reduce((sum, { size }) => sum + size, 0);
  const faults = [
    ...(facts.architecture === machine ? [] : [`its config says ${facts.architecture}`]),
    ...(/^[1-9]\d*$/.test(facts.config.User ?? "") ? [] : ["it runs as root"]),
    ...(Object.keys(facts.config.Volumes ?? {}).length === 0 ? [] : ["it asks for a volume"]),
    ...(bytes <= MAX_BYTES ? [] : [`it has ${bytes} bytes compressed`]),
    ...nativeFaults(platform, filesOf(layout, layers)),
  ];
  return { bytes, faults: faults.map((fault) => `${machine}: ${fault}`) };
}

/** All files of the layers; Node and the packages under the names that they have in an archive. */
function filesOf(layout: string, layers: readonly Descriptor[]): Entry[] {
  const folder = mkdtempSync(join(tmpdir(), "image-layers-"));
  try {
    for (const [index, layer] of layers.entries()) {
      bytesOf(layout, layer);
      const to = join(folder, String(index));
      mkdirSync(to);
      run(
        "tar",
        [
          "-xf",
          join(layout, "blobs", ...layer.digest.split(":")),
          "--no-same-owner",
          "--no-same-permissions",
          "-C",
          to,
        ],
        layout,
      );
    }
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      if (!entry.isFile()) return [];
      const file = join(entry.parentPath, entry.name);
      const path = relative(folder, file).replace(/^\d+\/(usr\/local\/(?=bin\/)|app\/)?/, "");
      return [{ path, bytes: readFileSync(file), isProgram: false }];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bill of materials and the provenance that the builder adds as a manifest beside the image. */
function attestationFaults(layout: string, image: Descriptor, all: readonly Descriptor[]): string[] {
  const beside = all.find(({ annotations }) => annotations?.["vnd.docker.reference.digest"] === image.digest);
  const { layers = [] } = beside === undefined ? {} : blob<Manifest>(layout, beside);
  const kinds = layers.map(({ annotations }) => annotations?.["in-toto.io/predicate-type"] ?? "");
  const wanted = { "bill of materials": /spdx/, provenance: /slsa\.dev\/provenance/ };
  return Object.entries(wanted).flatMap(([what, kind]) =>
    kinds.some((one) => kind.test(one)) ? [] : [`${image.platform?.architecture}: there is no ${what}`],
  );
}
