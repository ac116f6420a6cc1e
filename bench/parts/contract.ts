// What each part of contract testing costs a request: the recorder, the request log and the provenance header, alone and together.
import { concurrently, openClient } from "../measure/client.ts";
import { alternate, type Measured, of, pairedCpu, type Subject } from "../measure/rounds.ts";
import type { Finding } from "../report/gates.ts";
import { type Detail, detailsOf, type Part, type Row } from "../report/report.ts";
import { type Sandbox, startSandboxOf } from "../subjects/sandbox.ts";
import type { Version } from "../subjects/versions.ts";
import type { Context } from "./context.ts";
import { fund, payoutOf } from "./payouts.ts";

const CONNECTIONS = 16;
const DEPOSITS = 20;
/** Short rounds that take turns, so that each is measured beside the others; of the quotients of neighbours the median counts. */
const ROUNDS = 8;
/** Each is measured in so many processes: two of the same program differ by some percent, more than the limit. */
const PROCESSES = 4;

/**
 * One part of contract testing each, in a process of its own, so that all of them have answered equally many requests: a process that
 * has answered more is compiled better. The recorder counts no request of a client of ours, which names itself; both headers are equally
 * long.
 */
const NO_LOG = ["--request-log", "0"];
const NO_HEADER = ["--no-provenance-header"];
const [OURS, CLIENTS] = ["cli", "app"].map((name) => ({ "x-sandbox-client": name }));
const SUBJECTS = [
  { name: "off", flags: [...NO_LOG, ...NO_HEADER], headers: OURS },
  { name: "recorder", flags: [...NO_LOG, ...NO_HEADER], headers: CLIENTS },
  { name: "request log", flags: NO_HEADER, headers: OURS },
  { name: "provenance header", flags: NO_LOG, headers: OURS },
  { name: "all three", flags: [], headers: CLIENTS },
] as const;
const NAMES = SUBJECTS.map(({ name }) => name);
type Name = (typeof NAMES)[number];

/** A kind of request; `count` of them are a round. */
type Kind = {
  readonly name: string;
  readonly count: number;
  /** Instead of `ROUNDS`, for what has no gate and costs much more. */
  readonly rounds?: number;
  request(sandbox: Sandbox, number: number): { method: "GET" | "POST"; path: string; body?: string; status: number };
  /** Work that a round has left behind, and that the next one must not pay. */
  after?(sandbox: Sandbox): Promise<unknown>;
};
const KINDS: readonly Kind[] = [
  {
    ...{ name: "GET of a small record", count: 384 },
    request: ({ ready }) => ({ method: "GET", path: `/vault/${ready.vault_id}/addresses`, status: 200 }),
  },
  { name: "list of 20", count: 256, request: () => ({ method: "GET", path: "/deposits?limit=20", status: 200 }) },
  {
    ...{ name: "POST of a payout", count: 64, rounds: 2 },
    request: ({ ready }, number) => {
      return { method: "POST", path: "/transfer/payout", body: payoutOf(ready, `contract-${number}`), status: 201 };
    },
    after: ({ admin }) => admin("/run-until-idle"),
  },
];

export async function benchContract({ versions, rounds, say }: Context): Promise<Part> {
  const [present] = versions;
  if (present === undefined) throw new Error("there is no version to measure");
  say(
    `${PROCESSES} × ${rounds * ROUNDS} rounds of ${KINDS.map(({ name }) => name).join(", ")}, parts of contract testing on and off`,
  );
  const measured = KINDS.map((): Measured[][] => []);
  for (let process = 0; process < PROCESSES; process += 1)
    await withParts(present, async (subjectsOf) => {
      for (const [index, kind] of KINDS.entries())
        measured[index]?.push(await alternate(subjectsOf(kind), rounds * (kind.rounds ?? ROUNDS)));
    });
  // Of the reads: a payout costs many times as much, and its blocks with it.
  const reads = measured.slice(0, 2);
  return {
    findings: { recorder: findingOf(reads, "recorder"), "request-log": findingOf(reads, "request log") },
    details: KINDS.flatMap(({ name }, at): Detail[] =>
      detailsOf(`${name}, contract testing`, "/s", merged(measured[at] ?? [])),
    ),
    rows: KINDS.flatMap(({ name }, at) => rowsOf(name, measured[at] ?? [])),
  };
}

/** Starts a sandbox for each part, and stops them afterwards. */
async function withParts(
  version: Version,
  use: (subjectsOf: (kind: Kind) => Subject[]) => Promise<void>,
): Promise<void> {
  const sandboxes: Sandbox[] = [];
  try {
    for (const { flags } of SUBJECTS) sandboxes.push(await startSandboxOf(version, flags));
    for (const sandbox of sandboxes) await fill(sandbox);
    const numbers = sandboxes.map(() => ({ next: 0 }));
    await use((kind) =>
      SUBJECTS.map(({ name, headers }, at) =>
        subjectOf(kind, { name, headers, sandbox: sandboxes[at] as Sandbox, number: numbers[at] as { next: number } }),
      ),
    );
  } finally {
    for (const sandbox of sandboxes) await sandbox.stop();
  }
}

async function fill(sandbox: Sandbox): Promise<void> {
  await sandbox.post("/wallets", { owner: "bench", network_symbol: "base" });
  for (let number = 0; number < DEPOSITS; number += 1)
    await sandbox.admin("/deposits", { network: "base", asset: "USDC", amount: "1", owner: "bench" });
  await fund(sandbox);
}

type Asking = { name: Name; headers: Record<string, string> | undefined; sandbox: Sandbox; number: { next: number } };

function subjectOf(kind: Kind, { name, headers = {}, sandbox, number }: Asking): Subject {
  const { pid, ready } = sandbox;
  return {
    ...{ name, pid },
    async run(timed) {
      const client = openClient(ready.api_base_url, CONNECTIONS);
      const ask = (): Promise<string> => {
        number.next += 1;
        return client.send({ ...kind.request(sandbox, number.next), key: ready.api_key, headers });
      };
      await timed(() => concurrently(kind.count, CONNECTIONS, ask));
      await client.close();
      await kind.after?.(sandbox);
      return kind.count;
    },
  };
}

/** The worse one of the reads, since each of them must stay below the limit. */
function findingOf(reads: readonly Measured[][][], name: Name): Finding {
  const quotients = reads.map((runs) => quotientOf(runs, name)?.median).filter((one) => one !== undefined);
  const said = quotients.map((one, at) => `${one.toFixed(3)} ${KINDS[at]?.name}`).join(", ");
  return {
    ratio: quotients.length === 0 ? undefined : Math.max(...quotients),
    note: `CPU, median of neighbouring rounds: ${said}`,
  };
}

/** The CPU time with one part on over that with all of them off. */
function quotientOf(runs: readonly Measured[][], name: Name): ReturnType<typeof pairedCpu> {
  return pairedCpu(runs.map((measured) => [of(measured, name), of(measured, "off")] as const));
}

function rowsOf(kind: string, runs: readonly Measured[][]): Row[] {
  return NAMES.filter((name) => name !== "off").flatMap((name) => {
    const quotient = quotientOf(runs, name);
    if (quotient === undefined) return [];
    const { low, median, high } = quotient;
    return [{ what: `${kind}, ${name}, CPU / off`, value: median, unit: `(${low.toFixed(3)}–${high.toFixed(3)})` }];
  });
}

/** The rounds of all processes as those of one. */
function merged(runs: readonly Measured[][]): Measured[] {
  return NAMES.map((name) => ({ subject: name, samples: runs.flatMap((measured) => of(measured, name).samples) }));
}
