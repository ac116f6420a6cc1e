// Generates docs/rpc.md: the supported methods, what the development methods do, and alternatives to those that are refused.
import { silentLog } from "../../src/kernel/log.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import type { DevelopmentActions } from "../../src/rpc/development-actions.ts";
import { ACTING, REFUSED } from "../../src/rpc/development-methods.ts";
import { createRpcServer } from "../../src/rpc/server.ts";

const NOTE = "<!-- Written by `npm run generate`, never by hand. -->";

const INTRO = `Every network answers JSON-RPC at \`/rpc/{network}\` (symbol or EIP-155 id), over HTTP POST and WebSocket. Errors carry
geth's codes and wording. Development methods go through the loop, the virtual clock and the journal of the sandbox, so that
replays, reorgs and snapshots include their effects; those that cannot are refused by name (-32004), and the error names an alternative.
viem's test client (\`createTestClient\`, modes \`hardhat\` and \`anvil\`) works for all supported methods.`;

export async function rpcDocument(): Promise<string> {
  const names = await methodNames();
  const acting = Object.values(ACTING);
  const development = new Set<string>(acting.flatMap((row) => [...row.names]));
  const plain = names.filter((name) => !development.has(name)).toSorted();
  const code = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(", ");
  const supported = acting.map((row) => `| ${code(row.names)} | ${row.about} |`);
  const refused = REFUSED.map(([list, alternative]) => `| ${code(list)} | ${alternative} |`);
  return [
    ...[NOTE, "# The RPC server", INTRO],
    ...["## Methods of a node", `${plain.length} methods: ${code(plain)}.`],
    ...["## Supported development methods", ["| Method | What it does |", "|---|---|", ...supported].join("\n")],
    ...["## Refused by name", ["| Method | Instead |", "|---|---|", ...refused].join("\n")],
    "Any other method of the families `evm_`, `hardhat_`, `anvil_` and `tenderly_` is refused with a pointer to `/admin`.\n",
  ].join("\n\n");
}

/** The names of all methods; no chain is needed and no handler is called. */
async function methodNames(): Promise<readonly string[]> {
  const never = (): never => {
    throw new Error("no method is called while the document is generated");
  };
  const actions: DevelopmentActions = {
    ...{ mine: never, now: never, advanceBy: never, advanceTo: never, mining: never },
    ...{ setMining: never, changeState: never, setOnce: never, drop: never },
  };
  const server = createRpcServer({
    chains: { all: [], get: never, reopen: never, close: never },
    ...{ wall: systemClock, log: silentLog, actions, accounts: [] },
    ...{ submit: never, onBlocks: () => () => undefined, clientWaits: never, confirmedHeight: never },
  });
  await server.close();
  return server.methods;
}
