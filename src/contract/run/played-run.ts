// A run of the client's tests, and the result of all runs as it stands in `contract.json`.
import type { LastRequest } from "./last-requests.ts";
import type { Row } from "./row.ts";
import type { FailOn } from "./selection.ts";

export type PlayedRun = {
  /** 0 is the run without any change. */
  readonly number: number;
  readonly row: Row;
  readonly result: "passed" | "failed" | "timed out";
  /** Exit code of the command; null when a signal ended it. */
  readonly exit_code: number | null;
  readonly seconds: number;
  /** What failed first, as the output says it; null when it passed. */
  readonly line: string | null;
  /** Requests to the sandboxes of this run, and webhooks that they sent. */
  readonly requests: number;
  readonly webhooks: number;
  /** How many answers and webhooks carried each value. */
  readonly met: Readonly<Record<string, number>>;
  /** The file with the output, in the folder of the report; null without one. */
  readonly log: string | null;
  /** The last requests with their bodies, of a run that failed, with `--with-bodies`. */
  readonly last_requests?: readonly LastRequest[];
};

export type RunResult = {
  readonly kind: "contract-run";
  readonly version: 1;
  readonly command: readonly string[];
  /** The start options as they were given, for the line that repeats a run. */
  readonly start_options: readonly string[];
  readonly fail_on: FailOn;
  /** `2/3`; null for all in one. */
  readonly shard: string | null;
  /** Every value that was to be judged. */
  readonly values: Row;
  readonly runs: readonly PlayedRun[];
  /** The smallest sets under which the tests fail. */
  readonly culprits: readonly Row[];
  readonly unstable: readonly Row[];
  /** Rows whose search was ended by --max-runs or a signal. */
  readonly unfinished: readonly Row[];
  /** Why values are left that nobody judged: the runs were used up, a signal came, run 0 failed; null when all were played. */
  readonly ended_early: string | null;
  readonly seconds: number;
};
