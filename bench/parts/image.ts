// The image: its compressed size, and the time from `run` to the first answer with 200, beside that of the version before. Part only when it is named.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { lowest, type Measured } from "../measure/rounds.ts";
import type { Finding } from "../report/gates.ts";
import { detailsOf, divided, type Part, timeFinding } from "../report/report.ts";
import type { Context } from "./context.ts";

const SCRIPT = join(import.meta.dirname, "../subjects/image.sh");
const MEGABYTE = 1_000_000;
/** Exit code of the script where nothing builds and runs an image. */
const NO_ENGINE = 77;

/** What the script prints of an image: bytes of all of it, gzip; ms of each round. */
type Printed = { bytes: number; ms: number[] };

/** Builds both images, which takes minutes. @throws Error when one cannot be built or does not get ready; its reason is on stderr */
export async function benchImage({ versions, say }: Context): Promise<Part> {
  const built = versions.filter(({ root }) => existsSync(join(root, "Dockerfile")));
  say(`images of ${built.map(({ name }) => name).join(" and ")}`);
  const words = [SCRIPT, ...built.map(({ root }) => root)];
  const { status, stdout } = spawnSync("bash", words, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  if (status === NO_ENGINE) return notChecked("NOT CHECKED: there is nothing here that builds and runs an image");
  if (status !== 0) throw new Error(`${SCRIPT} ended with ${status}`);
  const printed = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Printed);
  const images = built.map(({ name }, at) => ({ name, ...(printed[at] ?? { bytes: Number.NaN, ms: [] }) }));
  const note = versions.length > built.length ? "before: a tarball has no Dockerfile" : undefined;
  return imagePart(images, note);
}

/** The findings of images by the name of their version. `note`: why one is missing. */
export function imagePart(images: readonly (Printed & { name: string })[], note?: string): Part {
  const measured = images.map(
    ({ name, ms }): Measured => ({ subject: name, samples: ms.map((wallMs) => ({ wallMs, cpu: undefined })) }),
  );
  const sizeOf = (version: string): number | undefined => {
    const image = images.find(({ name }) => name === version);
    return image && image.bytes / MEGABYTE;
  };
  const [now, before] = [sizeOf("now"), sizeOf("before")];
  const size: Finding = { now, before, ratio: divided(now, before), note };
  return {
    findings: { "image-size": size, "image-start": { ...timeFinding(measured, lowest), note } },
    details: detailsOf("image: run to first 200", "ms", measured),
    rows: [],
  };
}

function notChecked(note: string): Part {
  return { findings: { "image-size": { note }, "image-start": { note } }, details: [], rows: [] };
}
