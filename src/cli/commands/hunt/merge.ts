// `hunt merge`: joins the reports of `hunt --shard` into one (§4).
import { ownCommand } from "../../command.ts";
import { FAIL_ON_OPTION, HUNT_EXITS, type HuntMergeOptions, REPORT_OPTION } from "../../hunt/options.ts";

export const huntMergeCommand = ownCommand<HuntMergeOptions>({
  name: "merge",
  about: "join the reports of hunt --shard into one",
  args: [{ name: "dir", about: "the folders of --report of all shards", required: true, rest: true }],
  options: [REPORT_OPTION, FAIL_ON_OPTION, { flags: "--json", about: "print the report as one JSON document" }],
  examples: ["hunt merge shard-1 shard-2 shard-3 --report hunt"],
  exits: HUNT_EXITS,
  run: async (call) => (await import("../../hunt/hunt.ts")).hunt.mergeFolders(call),
});
