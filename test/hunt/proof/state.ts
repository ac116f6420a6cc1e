// The state of the code that a result of the proof is made with.
import { spawnSync } from "node:child_process";
import type { Made } from "./result.ts";

/** What a result depends on. */
const JUDGED = ["src", "examples", "test/hunt"];

/** The commit of this clone, and whether its code was changed since; nothing where there is no git. */
export function stateOfCode(): Made {
  const git = (...words: string[]): string => spawnSync("git", words, { encoding: "utf8" }).stdout?.trim() ?? "";
  const [commit, changed] = [git("rev-parse", "--short", "HEAD"), git("status", "--porcelain", "--", ...JUDGED)];
  return commit === "" ? {} : { commit: changed === "" ? commit : `${commit}, changed` };
}
