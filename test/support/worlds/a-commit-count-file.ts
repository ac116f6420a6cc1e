// The witness of a kept world, for tests that change its file by hand.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Makes the folder one of a version that wrote no witness: what is changed in it is left to the other checks. */
export function forgetWitness(data: string): void {
  for (const name of readdirSync(data)) if (name.endsWith("-commits")) rmSync(join(data, name));
}
