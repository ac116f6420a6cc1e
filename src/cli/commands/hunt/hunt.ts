// `hunt`: the user's app under worlds of troubles, judged by its books (U-01…U-82).
import { ownCommand } from "../../command.ts";
import { HUNT_EXITS, HUNT_OPTIONS, type HuntFlags } from "../../hunt/options.ts";
import { huntInitCommand } from "./init.ts";
import { huntMergeCommand } from "./merge.ts";

export const huntCommand = ownCommand<HuntFlags>({
  name: "hunt",
  about: "find worlds in which your app's books differ from the chains, and shrink each to its smallest story",
  options: HUNT_OPTIONS,
  examples: [
    "hunt init --app 'npm start' --webhook http://127.0.0.1:3000/webhooks",
    "hunt --app 'npm start' --webhook http://127.0.0.1:3000/webhooks --books 'http://127.0.0.1:3000/books?owner=${owner}'",
    "hunt --quick",
    "hunt --for 30m --seed 7 --most 5 --report hunt",
    "hunt --replay hunt",
    "hunt --shard 3/8 --worlds 4000 --report shard-3",
    "hunt --list",
  ],
  exits: { ...HUNT_EXITS, "128+N": "the signal N ended it" },
  commands: [huntInitCommand, huntMergeCommand],
  run: async (call) => (await import("../../hunt/hunt.ts")).hunt.playHunt(call),
});
