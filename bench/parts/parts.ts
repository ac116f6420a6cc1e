// The parts of a run by name.
import type { PartName } from "../options.ts";
import type { Part } from "../report/report.ts";
import type { Context } from "./context.ts";
import { benchContract } from "./contract.ts";
import { benchDeposits } from "./deposits.ts";
import { benchHunt } from "./hunt.ts";
import { benchImage } from "./image.ts";
import { benchLatency } from "./latency.ts";
import { benchLists } from "./lists.ts";
import { benchPackage } from "./package.ts";
import { benchPayouts } from "./payouts.ts";
import { benchReads } from "./reads.ts";
import { benchRpc } from "./rpc.ts";
import { benchIdle, benchStart } from "./start.ts";
import { benchTimeTravel } from "./time-travel.ts";
import { benchWorlds } from "./worlds.ts";

export const PARTS: Readonly<Record<PartName, (context: Context) => Promise<Part>>> = {
  start: benchStart,
  idle: benchIdle,
  worlds: benchWorlds,
  latency: benchLatency,
  reads: benchReads,
  contract: benchContract,
  rpc: benchRpc,
  deposits: benchDeposits,
  payouts: benchPayouts,
  travel: benchTimeTravel,
  lists: benchLists,
  hunt: benchHunt,
  package: benchPackage,
  image: benchImage,
};
