// Joins the results of `contract run --shard` into one.
import { isObject } from "../../kernel/is-object.ts";
import { lastRequestsIn } from "./last-requests.ts";
import type { PlayedRun, RunResult } from "./played-run.ts";
import { keyOf, type Row } from "./row.ts";
import type { FailOn } from "./selection.ts";

/** Why results cannot be joined, in one line. */
export class MergeFault extends Error {
  override readonly name = "MergeFault";
}

/** Reads the result in a `contract.json`. @throws MergeFault for a file that is none of `contract run` */
export function readResult(text: string): RunResult {
  const fault = new MergeFault("is not the contract.json of a contract run of this version");
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw fault;
  }
  const data = isObject(content) ? content["data"] : undefined;
  if (!isObject(data) || data["kind"] !== "contract-run" || data["version"] !== 1) throw fault;
  const lists = ["command", "start_options", "values", "runs", "culprits", "unstable", "unfinished"] as const;
  if (lists.some((name) => !Array.isArray(data[name]))) throw fault;
  if (
    [...listOf(data["culprits"]), ...listOf(data["unstable"]), ...listOf(data["unfinished"])].some((row) => !isRow(row))
  )
    throw fault;
  if (
    !isRow(data["values"]) ||
    !isRow(data["command"]) ||
    !isRow(data["start_options"]) ||
    !listOf(data["runs"]).every(isRun)
  )
    throw fault;
  // Bodies stand in it only where they were asked for; a file from elsewhere may hold anything there.
  const runs = (data["runs"] as PlayedRun[]).map(({ last_requests: some, ...run }) =>
    some === undefined ? run : { ...run, last_requests: lastRequestsIn(some) },
  );
  return { ...(data as RunResult), runs };
}

/**
 * One result of several: all their runs, numbered anew, with one run 0; a value is judged by all of them.
 * @throws MergeFault for none, for results of different commands, and for a shard that is missing or given twice
 */
export function mergeResults(results: readonly RunResult[], failOn?: FailOn): RunResult {
  const [first, ...others] = results;
  if (first === undefined) throw new MergeFault("name the folders of the shards");
  if (others.some(({ command }) => command.join("\0") !== first.command.join("\0")))
    throw new MergeFault("the reports are of different commands");
  checkShards(results.map(({ shard }) => shard));
  const runs = [
    ...results.flatMap((one) => one.runs.slice(0, 1)).slice(0, 1),
    ...results.flatMap((one) => one.runs.slice(1)),
  ];
  return {
    ...first,
    fail_on: failOn ?? first.fail_on,
    shard: null,
    values: [...new Set(results.flatMap(({ values }) => values))],
    runs: runs.map((run, number) => ({ ...run, number })),
    culprits: smallest(results.flatMap(({ culprits }) => culprits)),
    unstable: distinct(results.flatMap(({ unstable }) => unstable)),
    unfinished: distinct(results.flatMap(({ unfinished }) => unfinished)),
    ended_early: results.map(({ ended_early }) => ended_early).find((why) => why !== null) ?? null,
    seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/** Shards of one division must all be there, once each; reports without a shard may be joined as they are. */
function checkShards(shards: readonly (string | null)[]): void {
  const given = shards.filter((shard) => shard !== null);
  if (given.length === 0) return;
  const totals = new Set(given.map((shard) => shard.split("/")[1]));
  if (given.length !== shards.length || totals.size !== 1)
    throw new MergeFault("the reports are shards of different divisions");
  const total = Number([...totals][0]);
  const wanted = Array.from({ length: total }, (_, at) => `${at + 1}/${total}`);
  const missing = wanted.filter((shard) => !given.includes(shard));
  if (missing.length > 0) throw new MergeFault(`shard ${missing.join(", ")} is missing`);
  const twice = given.find((shard, at) => given.indexOf(shard) !== at);
  if (twice !== undefined) throw new MergeFault(`shard ${twice} is given twice`);
}

function distinct(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** Without sets that contain another: one shard may know only the pair, another one the single value in it. */
function smallest(rows: readonly Row[]): Row[] {
  const all = distinct(rows);
  return all.filter((row) => !all.some((other) => other !== row && other.every((value) => row.includes(value))));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRow(value: unknown): value is Row {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isRun(value: unknown): value is PlayedRun {
  return (
    isObject(value) &&
    isRow(value["row"]) &&
    isObject(value["met"]) &&
    ["passed", "failed", "timed out"].includes(String(value["result"])) &&
    ["seconds", "requests", "webhooks"].every((name) => typeof value[name] === "number")
  );
}
