// The commit count file of a stored world, for tests that change the world's file by hand.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Makes the folder look like one of a version without commit count files, so that only other checks find changes. */
export function forgetWitness(data: string): void {
  for (const name of readdirSync(data)) if (name.endsWith("-commits")) rmSync(join(data, name));
}
