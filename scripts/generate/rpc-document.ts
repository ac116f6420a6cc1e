// The page of JSON-RPC: which methods are served, what development methods do here, and what to use instead of the others.
import { silentLog } from "../../src/kernel/log.ts";
import { MAX_TRANSACTION_GAS } from "../../src/kernel/transaction-gas.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import type { DevelopmentActions } from "../../src/rpc/development-actions.ts";
import { ACTING, REFUSED } from "../../src/rpc/development-methods.ts";
import { MAX_SIMULATED_BLOCKS } from "../../src/rpc/methods/simulate/payload.ts";
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
    ["eth_call", "eth_estimateGas", "eth_createAccessList", "debug_traceCall"],
    "state overrides: `balance`, `nonce`, `code`, `state`, `stateDiff`; every other one is refused by name. Except in `eth_call`, on `latest` and `pending` only, `state` only for an account without storage, and no nonce below the present one",
  ],
  [
    ["eth_simulateV1"],
    `on \`latest\` and \`pending\`; block overrides \`number\`, \`time\`, \`baseFeePerGas\`, \`prevRandao\`, \`feeRecipient\`; at most ${MAX_SIMULATED_BLOCKS} blocks and, for all calls together, ${MAX_TRANSACTION_GAS} gas. Without a time, the first block has the time of the clock and each later one a second more. A contract reads a base fee of 0. Hash and roots of a block do not commit to its calls`,
  ],
  [
    ["trace_transaction", "trace_block", "trace_filter"],
    `the form of \`flatCallTracer\`; a filter has at most ${MAX_FILTER_BLOCKS} blocks with ${MAX_TRACED_TRANSACTIONS} transactions; senders and receivers both have to match unless \`mode\` is \`union\``,
  ],
];

const TIME = `## What a contract sees

A block has the time of the sandbox's clock when it is mined, and no block is mined only because time passes. So the head can be old: in a new
sandbox, and after time travel. Calls see this time:

| Call | Block and time that the contract sees |
|---|---|
| \`eth_call\`, \`debug_traceCall\` on \`pending\`; \`eth_estimateGas\` on \`pending\`, \`latest\` or no block | the next block: the time of the clock, \`block.number\` = head + 1 |
| \`eth_call\`, \`debug_traceCall\` on \`latest\` or no block, when the head is older than the clock by more than a block time and no transaction waits in the pool | the next block, as above: Multicall3's \`aggregate\` answers head + 1 |
| the same otherwise | the head with its own time |
| a block by number or hash, \`safe\`, \`finalized\`, \`earliest\` | that block with its own time |
| \`eth_getBlockByNumber\` and other reads of \`pending\` | the next block, with the time of the clock |

So a payment that is valid for an hour (EIP-3009, a permit, an auction) passes or fails in a simulation as it does when it is sent. These calls
change nothing: later blocks, and a replay, are the same without them.

Block overrides (fourth parameter of \`eth_call\` and \`eth_estimateGas\`, \`blockOverrides\` of \`debug_traceCall\`) set \`time\` (not before the
head), \`number\` (head + 1 only) and \`prevRandao\` of the next block, on \`latest\` and \`pending\`. Every other override is refused by name
(-32602), \`baseFeePerGas\` too: in calls \`block.basefee\` is always 0 here. On \`latest\` they are refused while transactions wait in the pool.`;

const BLOCKS = `## When blocks are mined

A height is no measure of time that has passed: 90 days of time travel add a few blocks, not millions. A head whose time is old is no sign of
a dead node, and \`eth_syncing\` is always false.

| When | Empty blocks |
|---|---|
| \`instant\`, a block that touches records of the sandbox (an address that it watches, a transaction of the platform) | confirmations − 1, at once; a waiting transaction takes the place of one, and while the clock runs one that is owed takes all with it that are queued (at most 64) |
| \`instant\`, any other block, clock running | none; a client that waits gets blocks as below |
| \`instant\`, any other block, clock frozen | confirmations − 1, as above |
| \`interval\` | one at each slot of the block time, for the first 64 slots after the mode was set (or the world began with it) and after each block with transactions; then none, except those that a record of the sandbox needs for its confirmations. \`PUT /admin/networks/{network}/mining\` takes \`empty_blocks\` (0 to 10,000) |
| \`interval\`, beyond these, clock running | one at the next slot while a client waits; slots that have passed are never made up |
| \`manual\` | only on request |

**A client waits** when, within 120 s (real time) of a receipt that it was given on the network, it asks for the height, for \`latest\`, \`safe\` or
\`finalized\` by number, for a block above the head by its number (as web3.js does), or for that receipt again, polls a block filter, or holds a
\`newHeads\` subscription, which counts as a poll every 200 ms.
In the mode \`instant\` with a running clock, a poll that would be answered with the height of the poll before has blocks mined before its answer:
1, then 2, 4 … at most 64 a poll and 256 after one receipt, from then on 1 a second. So \`confirmations: 3\` of viem's
\`waitForTransactionReceipt\` or \`tx.wait(3)\` of ethers returns with the second poll, 128 with the seventh. The first answer of a receipt mines
nothing.

Whoever sends one transaction after the other, also in a batch, gets a block for each with its confirmations before the next one. Several
connections at once share blocks, so which transactions are in one depends on when they arrive; with a frozen clock each has its own.

With a frozen clock a client that waits gets no blocks: \`evm_mine\`, \`hardhat_mine\` or \`POST /admin/networks/{network}/mine {"blocks":3}\` mines
them.`;

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
    ...[TIME, BLOCKS],
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
    ...{
      submit: never,
      onBlocks: () => () => undefined,
      waiting: { rule: never, mine: never },
      taggedHeight: never,
    },
  });
  front.stop();
  return front.methods;
}
