// The page of JSON-RPC: which methods are served, what development methods do here, and what to use instead of the others.
import { silentLog } from "../../src/kernel/log.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import type { DevelopmentActions } from "../../src/rpc/development-actions.ts";
import { ACTING, REFUSED } from "../../src/rpc/development-methods.ts";
import { MAX_FILTER_BLOCKS } from "../../src/rpc/methods/traces/parity.ts";
import { MAX_TRACED_TRANSACTIONS } from "../../src/rpc/methods/traces/trace-many.ts";
import { createRpcServer } from "../../src/rpc/server.ts";

const NOTE = "<!-- Written by `npm run generate`, never by hand. -->";

const INTRO = `Every network serves JSON-RPC at \`/rpc/{network}\` (symbol or EIP-155 id), over HTTP POST and WebSocket. Errors have the codes and texts
of geth. Development methods run through the loop of the sandbox, its virtual clock and its journal, so that a replay, a reorg and a snapshot
include them. A development method that cannot work like this is refused (-32004) with the alternative. The test client of viem
(\`createTestClient\`, modes \`hardhat\` and \`anvil\`) works for all methods that are served.`;

/** Methods whose answer has limits here: what they take, and what they refuse. */
const NOTES: readonly (readonly [methods: readonly string[], about: string])[] = [
  [
    ["debug_traceBlockByNumber", "debug_traceBlockByHash"],
    `a named tracer only, transaction by transaction, at most ${MAX_TRACED_TRANSACTIONS} transactions`,
  ],
  [
    ["trace_transaction", "trace_block", "trace_filter"],
    `the form of \`flatCallTracer\`; a filter has at most ${MAX_FILTER_BLOCKS} blocks with ${MAX_TRACED_TRANSACTIONS} transactions; senders and receivers both have to match unless \`mode\` is \`union\``,
  ],
];

export async function rpcDocument(): Promise<string> {
  const names = await methodNames();
  const acting = Object.values(ACTING);
  const development = new Set<string>(acting.flatMap((row) => [...row.names]));
  const plain = names.filter((name) => !development.has(name)).toSorted();
  const code = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(", ");
  const acts = acting.map((row) => `| ${code(row.names)} | ${row.about} |`);
  const notes = NOTES.map(([list, about]) => `| ${code(list)} | ${about} |`);
  const refused = REFUSED.map(([list, way]) => `| ${code(list)} | ${way} |`);
  return [
    ...[NOTE, "# JSON-RPC", INTRO],
    ...["## Methods of a node", `${plain.length} methods: ${code(plain)}.`],
    ["| Method | Here |", "|---|---|", ...notes].join("\n"),
    ...["## Supported development methods", ["| Method | What it does |", "|---|---|", ...acts].join("\n")],
    ...["## Refused by name", ["| Method | Instead |", "|---|---|", ...refused].join("\n")],
    "Any other method of the families `evm_`, `hardhat_`, `anvil_` and `tenderly_` is refused with a reference to `/admin`.\n",
  ].join("\n\n");
}

/** The names are known without a chain; nothing is called. */
async function methodNames(): Promise<readonly string[]> {
  const never = (): never => {
    throw new Error("no method is called while the page is written");
  };
  const actions: DevelopmentActions = {
    ...{ mine: never, now: never, advanceBy: never, advanceTo: never, mining: never },
    ...{ setMining: never, changeState: never, setOnce: never, drop: never, snapshot: never, revert: never },
    ...{ impersonate: never, stopImpersonating: never, impersonateAll: never, isUnlocked: never },
  };
  const front = createRpcServer({
    chains: { all: [], get: never, reopen: never, close: never },
    ...{ wall: systemClock, log: silentLog, actions, accounts: [] },
    ...{ submit: never, onBlocks: () => () => undefined, clientWaits: never, taggedHeight: never },
  });
  front.stop();
  return front.methods;
}
