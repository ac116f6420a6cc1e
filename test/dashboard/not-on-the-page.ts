// Table: operations of the control API that the page does not call, each with the reason (T-11).

const PROGRAMS = "for programs: the page follows the change stream and reads the lists";
const HELD_BACK = "made by the button of what is held back, whose call the sandbox itself writes (`held_back[].next`)";
const PART = "a part of another answer that the page asks for: the status, or the tenant with everything it has";
const COMMAND =
  "an act of the set-up of a test: its program or a command of `cpsandbox` does it, and no requirement of the page names it";

/** By operation id. */
export const NOT_ON_THE_PAGE: Readonly<Record<string, string>> = {
  waitForEvent: PROGRAMS,
  streamEvents: PROGRAMS,
  runBatch: "for test code that wants many calls in one; a reader makes one after the other",
  judgeOwners: "for hunts: it judges the books of an app, which the page does not have",
  noteReads: "for the test library: it tells the sandbox what an app read of an answer",
  listTenantKeys: PART,
  listWebhookEndpoints: PART,
  resetAllRateLimits:
    "the page resets the limit of one tenant, beside its window; that of all of them is for test code",
  unpauseToken: HELD_BACK,
  retrySettlement: HELD_BACK,
  listSolvers: COMMAND,
  refillSolver: COMMAND,
  getRates: COMMAND,
  setRates: COMMAND,
  setPriceFeed: COMMAND,
  setFinality: COMMAND,
  setL1Fees: COMMAND,
  pauseToken: COMMAND,
  blacklistAddress: COMMAND,
  unblacklistAddress: COMMAND,
};
