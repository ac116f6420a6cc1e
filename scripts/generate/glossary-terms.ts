// Table: the words of this project. `means` is one line, `source` is where the field has the word from; `not` are words of
// earlier versions, which test/house/words.test.ts refuses as names of files and of exported identifiers.

/**
 * `files`: names of files (without their ending) that were once used for this. `names`: words of identifiers (camelCase parts,
 * compared in lower case) or, ending in `*`, beginnings of constants.
 */
export type Term = {
  readonly term: string;
  readonly means: string;
  readonly source: string;
  readonly not?: { readonly files?: readonly string[]; readonly names?: readonly string[] };
};

export const GLOSSARY: readonly Term[] = [
  // The service
  {
    term: "tenant",
    means: "A customer of the service with its own keys, vault, wallets and webhooks.",
    source: "SaaS",
  },
  { term: "wallet", means: "An address assigned to an owner; what arrives there is a deposit.", source: "payments" },
  {
    term: "UDA",
    means:
      "Universal Deposit Address: one address that accepts assets on several networks and settles to one destination.",
    source: "the service",
  },
  {
    term: "opening balance",
    means: "What an address held on its chain before it was assigned; neither a deposit nor a balance.",
    source: "accounting",
  },
  { term: "vault", means: "The tenant's own addresses, from which payouts are paid.", source: "custody" },
  {
    term: "gas station",
    means: "An address that sends native coins to addresses that need gas.",
    source: "the service",
  },
  { term: "deposit", means: "A confirmed or pending transfer of value to a watched address.", source: "payments" },
  {
    term: "settlement",
    means: "Moving a UDA deposit to its destination, across networks if needed.",
    source: "payments",
  },
  { term: "payout", means: "A payment from the vault that the tenant asks for.", source: "payments" },
  {
    term: "transfer",
    means: "A payment from a wallet or vault, outside or to another address of the tenant.",
    source: "payments",
  },
  {
    term: "transaction (record)",
    means: "The service's unified record of value that moves, one for each deposit, payout, transfer or refill.",
    source: "the service",
  },
  {
    term: "confirmations",
    means: "How many blocks deep a transaction is, its own block included.",
    source: "Ethereum",
  },
  {
    term: "event",
    means: "A fact with a type and a payload that webhooks carry; written in the commit of its change.",
    source: "event sourcing",
  },
  { term: "delivery", means: "One event for one webhook endpoint, with its attempts.", source: "webhooks" },
  { term: "delivery attempt", means: "One POST of a delivery.", source: "webhooks" },
  { term: "dead delivery", means: "A delivery that ran out of attempts.", source: "message queues (dead letter)" },
  // Worlds
  {
    term: "world",
    means: "Dataset, clock and chains of one sandbox. A reset or restore replaces the world.",
    source: "this project",
    not: { files: ["worlds", "first-world", "whole-world"] },
  },
  {
    term: "world runtime",
    means: "An opened world with its loop, RPC server and invariant monitor.",
    source: "composition root (dependency injection)",
    not: { files: ["behind"], names: ["behind", "plugs"] },
  },
  {
    term: "world switch",
    means: "Attaches the application of one world to the port, or answers 503.",
    source: "this project",
    not: { files: ["doors"], names: ["doors", "plug"] },
  },
  {
    term: "world manager",
    means: "Opens, resets, restores and exports worlds.",
    source: "this project",
    not: { names: ["timelines"] },
  },
  {
    term: "create world, genesis funding",
    means: "Makes the first world of a sandbox; balances of block 0.",
    source: "Ethereum",
    not: { names: ["born", "foundation"] },
  },
  { term: "storage", means: "Where worlds are kept: memory, or a data folder.", source: "databases" },
  {
    term: "commit count file",
    means: "Counts the commits of a world file, so that lost commits are found at the next start.",
    source: "databases",
    not: { files: ["world-witness"], names: ["witness", "witnessed"] },
  },
  {
    term: "snapshot store",
    means: "The snapshots that a sandbox keeps.",
    source: "virtual machines",
    not: { files: ["snapshot-shelf"], names: ["shelf"] },
  },
  // Time
  {
    term: "virtual clock",
    means: "Business time: block timestamps, expiry, retries. It may be frozen and moved forward.",
    source: "simulation",
  },
  { term: "wall clock", means: "The machine's own time.", source: "operating systems", not: { files: ["wall"] } },
  {
    term: "time travel",
    means: "Moving the virtual clock forward and doing all work that falls due.",
    source: "testing",
    not: { files: ["travel"], names: ["journey", "journeys"] },
  },
  {
    term: "agenda, job",
    means: "Rows of work that is due at an instant; a job does one.",
    source: "schedulers",
    not: { names: ["strike"] },
  },
  { term: "loop", means: "The one loop that does the next due thing: block, job, delivery.", source: "event loop" },
  {
    term: "recovery",
    means: "What a start does about work that a lost process left open.",
    source: "databases",
    not: { files: ["take-up"] },
  },
  {
    term: "repair",
    means: "Brings an engine back to its journal after a change was cut off.",
    source: "databases",
    not: { files: ["mend"], names: ["mend", "mending", "torn"] },
  },
  {
    term: "quiesce",
    means: "Waits until nothing is under way, so that a snapshot can be taken.",
    source: "databases",
    not: { files: ["still"], names: ["still"] },
  },
  {
    term: "outbox",
    means: "Events written with their change and processed afterwards.",
    source: "transactional outbox pattern",
    not: { files: ["reactions"], names: ["undrained", "drained"] },
  },
  // Chains
  { term: "engine", means: "The EVM that executes transactions (Hardhat's).", source: "Ethereum clients" },
  { term: "journal", means: "Rows from which each chain is replayed to the same hashes.", source: "databases" },
  { term: "producer", means: "The only component that mines.", source: "Ethereum (block producer)" },
  { term: "transaction pool", means: "Transactions that wait for a block.", source: "Ethereum (txpool)" },
  {
    term: "reorg",
    means: "The last blocks are replaced by others.",
    source: "Ethereum",
    not: { files: ["replace-branch"] },
  },
  {
    term: "engine checkpoint",
    means: "A state that an engine can go back to.",
    source: "databases",
    not: { files: ["kept-snapshots"] },
  },
  {
    term: "chain mutex",
    means: "One change of a chain at a time.",
    source: "concurrency",
    not: { files: ["one-at-a-time"] },
  },
  {
    term: "chain driver",
    means: "Mines what is due and hands blocks to the indexer.",
    source: "this project",
    not: { files: ["chain-work"] },
  },
  {
    term: "confirmation blocks",
    means:
      "Blocks mined so that earlier ones are confirmed, for records of the sandbox and for clients that wait; empty unless transactions wait.",
    source: "Ethereum",
    not: { files: ["courtesy"], names: ["courtesy"] },
  },
  { term: "indexer", means: "Reads blocks and writes records.", source: "Ethereum", not: { files: ["watcher"] } },
  {
    term: "development actions",
    means: "What hardhat_*, evm_* and anvil_* methods may do.",
    source: "viem (test actions)",
    not: { files: ["bend", "bend-of"], names: ["bend"] },
  },
  {
    term: "faucet",
    means: "Gives coins and tokens to any address.",
    source: "test networks",
    not: { files: ["funds"], names: ["funds"] },
  },
  {
    term: "solver",
    means: "The platform's account that pays settlements on the destination network.",
    source: "cross-chain intents",
    not: { names: ["stock", "stocks"] },
  },
  // Attempts
  {
    term: "attempt",
    means: "A signed transaction of the platform at a nonce; never a delivery attempt.",
    source: "this project",
  },
  { term: "unsigned transaction", means: "What will be signed.", source: "Ethereum", not: { files: ["plan"] } },
  {
    term: "sender account, nonce gap",
    means: "An account of the platform with its nonces; a nonce below used ones that nothing fills.",
    source: "Ethereum",
    not: { files: ["lane"], names: ["lane", "lanes"] },
  },
  {
    term: "competing attempt, gap filler",
    means: "Another attempt at the same nonce; an empty transaction that closes a gap.",
    source: "Ethereum (replacement)",
    not: { names: ["rival", "closing"] },
  },
  {
    term: "broadcast",
    means: "Hands signed bytes to the node.",
    source: "Ethereum",
    not: { files: ["hand-over"], names: ["handover"] },
  },
  {
    term: "max amount",
    means: "A transfer of everything after gas.",
    source: "wallets (send max)",
    not: { files: ["whole"] },
  },
  {
    term: "faulty transaction",
    means: "A transaction made wrong on purpose by a fault.",
    source: "fault injection",
    not: { files: ["shape"], names: ["shapes"] },
  },
  // Control
  { term: "gate", means: "A named place where a fault can be injected.", source: "fault injection" },
  {
    term: "fault, effect",
    means: "What goes wrong at a gate, how often and for whom.",
    source: "fault injection",
    not: { names: ["fired"] },
  },
  { term: "failpoint", means: "A named place where the process can be ended on purpose.", source: "crash testing" },
  { term: "invariant", means: "A statement about all records and chains that always holds.", source: "formal methods" },
  {
    term: "breach, exemption, incident",
    means: "An invariant that does not hold; a known reason why it need not; what was written down for people.",
    source: "auditing, operations",
  },
  {
    term: "invariant monitor",
    means: "Checks the invariants while the sandbox runs.",
    source: "monitoring",
    not: { files: ["turnover", "told", "digests"], names: ["turnover"] },
  },
  {
    term: "blockers",
    means: "Why open work does not go on (`held_back` in the API).",
    source: "project management",
    not: { files: ["held-back"] },
  },
  { term: "control API", means: "Everything under `/admin`.", source: "control plane" },
  // Code
  {
    term: "instrumentation",
    means: "What code reports about its work for metrics and log.",
    source: "observability",
    not: { files: ["fact"], names: ["note", "unnoted"] },
  },
  {
    term: "chain notification",
    means: "What subscribers hear of new and removed blocks.",
    source: "Ethereum (eth_subscribe)",
    not: { files: ["told-change"] },
  },
  {
    term: "request context",
    means: "One HTTP request on its way through the pipeline.",
    source: "web frameworks",
    not: { files: ["exchange"], names: ["exchange"] },
  },
  { term: "input", means: "The arguments of an action, as a type.", source: "TypeScript", not: { names: ["order"] } },
  {
    term: "MAX_…",
    means: "An upper bound.",
    source: "C, JavaScript",
    not: { names: ["MOST_*", "LONGEST_*", "LARGEST_*", "PATIENCE*", "PATIENT*"] },
  },
  {
    term: "route suggestion",
    means: "The hint of a 404.",
    source: "web frameworks",
    not: { files: ["elsewhere"], names: ["elsewhere"] },
  },
  {
    term: "early reply",
    means: "An answer before a request reaches the service.",
    source: "web frameworks",
    not: { files: ["outside", "last-resort"] },
  },
  {
    term: "dependencies",
    means: "What a component is given.",
    source: "dependency injection",
    not: { files: ["parts"], names: ["parts"] },
  },
  {
    term: "transition",
    means: "A named change of state from the table of a noun.",
    source: "state machines",
    not: { files: ["verbs"] },
  },
  {
    term: "max steps",
    means: "Time travel that needs more ends with an error.",
    source: "simulation",
    not: { names: ["runaway"] },
  },
  {
    term: "announce, notify, report",
    means: "To say something to a client, a subscriber, a person.",
    source: "English",
    not: { names: ["told", "tell", "tells", "nobody", "somebody", "whoever"] },
  },
  // Contract testing
  {
    term: "reading",
    means: "One question that the specification leaves open, with every answer that it allows (`docs/readings.md`).",
    source: "law (the reading of a text)",
  },
  {
    term: "reliance",
    means: "That the tests of an app fail without something that the specification does not show.",
    source: "contract law",
  },
  {
    term: "strict mode",
    means: "Answers leave out what is invented or inferred, and refuse operations that are.",
    source: "compilers",
  },
  {
    term: "recorder",
    means:
      "Counts what the app calls and finds what it does wrong; keeps no single request, which the request log does.",
    source: "testing (record and replay)",
  },
  {
    term: "receiver battery",
    means: "Thirty genuine, forged, old and repeated webhooks that grade a receiver.",
    source: "testing (battery of tests)",
  },
  {
    term: "probe",
    means: "A URL or a command that shows what the app believes, read before and after a webhook.",
    source: "monitoring",
  },
  {
    term: "provenance",
    means: "How sure a part of the API is: documented, inferred from the specification, or invented by this project.",
    source: "data management",
  },
];
