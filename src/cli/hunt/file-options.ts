// Options of a hunt that stand in `hunt.json`: flags win over them (U-01).
import type { FileOptions } from "../../hunt/hunt-file.ts";
import { parseDuration } from "../../kernel/duration.ts";
import type { HuntFlags } from "./options.ts";

/**
 * The flags, with those of the file that they leave open. What `--quick` and `--shard` decide themselves is not taken from the file, nor is how
 * many play at the same time for kept stories, which are played one after the other.
 */
export function withFileOptions(flags: HuntFlags, options: FileOptions): HuntFlags {
  const { quick, shard, replay } = flags;
  const taken: { [Name in keyof HuntFlags]: HuntFlags[Name] | undefined } = {
    ...{ seed: options.seed, deep: options.deep === true ? options.deep : undefined, beside: options.beside },
    ...{ only: options.only?.join(","), without: options.without?.join(",") },
    ...{ settle: msOf(options.settle), report: options.report, failOn: options.fail_on },
    ...(replay === undefined && { jobs: options.jobs }),
    ...(quick === undefined && { worlds: options.worlds, most: options.most, phase: options.phase?.join(",") }),
    ...(quick === undefined && shard === undefined && { for: msOf(options.for) }),
  };
  return { ...defined(taken), ...defined(flags) };
}

function defined(values: { [Name in keyof HuntFlags]: HuntFlags[Name] | undefined }): HuntFlags {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function msOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : (parseDuration(text) ?? undefined);
}
