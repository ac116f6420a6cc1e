// What the commands run that need the hunt. One part of the package that is loaded when it is asked for: four would divide what every start
// loads into nine files more.
import { huntInit } from "./init.ts";
import { mergeFolders } from "./merge.ts";
import { playHunt } from "./play-hunt.ts";
import { withApp } from "./story-sandbox.ts";

export const hunt = { huntInit, mergeFolders, playHunt, withApp };
