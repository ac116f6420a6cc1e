// `contract run` with a fake sandbox and a fake command, which fails as the test says: every option and exit code without a chain.
import { onTestFinished } from "vitest";
import type { ChildGroup } from "../../../src/cli/process-io.ts";
import { runCommand } from "../../../src/cli/program.ts";
import { anAdmin } from "../../cli/an-admin.ts";
import { anIo } from "../../cli/an-io.ts";
import { FACTS } from "../../cli/ready-facts.ts";

/** What the command does in one run. */
export type Behaviour = {
  code?: number;
  output?: string;
  /** Values that answers carried; by default all of the run. */
  met?: readonly string[];
  requests?: number;
  webhooks?: number;
  /** The text of its summary, instead of a right one. */
  summary?: string;
  /** The body of its last request, which its sandbox writes where it is asked for. */
  body?: string;
  /** It ends only when it is told to. */
  hangs?: true;
  /** There is no such command. */
  missing?: true;
};

export type Played = { readonly reading: readonly string[]; readonly environment: Readonly<Record<string, string>> };

type More = {
  files?: Record<string, string>;
  environment?: Record<string, string>;
  terminal?: { columns: number };
  invariants?: object[];
};

/** Runs `contract <words>`; `behave` gets the readings of a run and how many runs there were before. */
export async function aSuite(
  words: readonly string[],
  behave: (reading: readonly string[], number: number) => Behaviour,
  { files = {}, environment = {}, terminal, invariants = [] }: More = {},
) {
  const { url } = await anAdmin(() => ({ data: { invariants } }));
  const played: Played[] = [];
  const kills: string[] = [];
  const open = { now: 0, most: 0, closed: 0 };
  const spawnGroup = (_command: string, _args: readonly string[], given: object, onOutput: (text: string) => void) => {
    const variables = given as Record<string, string>;
    const reading = (variables["SANDBOX_READING"] ?? "").split(",").filter((text) => text !== "");
    const {
      code = 0,
      output = "",
      met = reading,
      requests = 3,
      webhooks = 0,
      body,
      summary: cut,
      hangs,
      missing,
    } = behave(reading, played.length);
    played.push({ reading, environment: variables });
    const summary = { version: 1, requests, webhooks, met: Object.fromEntries(met.map((value) => [value, 2])) };
    const folder = variables["SANDBOX_CONTRACT_DIR"];
    const request = { request_id: "req_1", method: "POST", target: "/v1/uda", status: 201, body };
    const bodies = body !== undefined && `${folder}/with-bodies` in files ? { last_requests: [request] } : {};
    files[`${folder}/contract-${played.length}-1.json`] = cut ?? JSON.stringify({ ...summary, ...bodies });
    onOutput(output);
    const end = Promise.withResolvers<{ code: number | null; signal: string | null }>();
    if (missing) end.reject(Object.assign(new Error("spawn"), { code: "ENOENT" }));
    const child: ChildGroup = {
      ended: end.promise,
      silent: end.promise.then(
        () => {},
        () => {},
      ),
      kill(signal) {
        kills.push(signal);
        end.resolve({ code: null, signal });
      },
    };
    if (!hangs) queueMicrotask(() => end.resolve({ code, signal: null }));
    return child;
  };
  const hands = anIo(environment, files, { spawnGroup, ...(terminal === undefined ? {} : { terminal }) });
  onTestFinished(() => {
    if (open.now !== 0) throw new Error("a sandbox was left open");
  });
  const code = runCommand(["contract", ...words], hands.io, async () => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    const close = async () => {
      open.now -= 1;
      open.closed += 1;
    };
    return { url, ready: { ...FACTS, url }, close };
  });
  return { code, played, kills, files, open, ...hands };
}

/** A command that fails under these sets of values. */
export function failsUnder(...sets: readonly (readonly string[])[]): (reading: readonly string[]) => Behaviour {
  return (reading) => {
    const culprit = sets.find((set) => set.every((value) => reading.includes(value)));
    return culprit === undefined ? {} : { code: 1, output: `TypeError: cannot live with ${culprit.join(" and ")}\n` };
  };
}
