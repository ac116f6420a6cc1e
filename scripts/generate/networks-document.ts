// docs/networks.md: every network of the catalogue with its ids, assets, contracts and the values of the real one.
import { formatGwei } from "viem";
import { canonicalContracts, MULTICALL_ADDRESS } from "../../src/chains/artifact.ts";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import { durationText } from "../../src/kernel/duration.ts";
import { page } from "./documents.ts";

const REALISM = [
  "## Values of the real networks",
  "",
  "The usual age of a block when it is safe and when it is finalized, which `--finality real` and the preset `real` of",
  "`PUT /admin/networks/{network}/finality` take. Without either, both tags name the last confirmed block. The base fee is that of every block",
  "unless another is set, and the least in the mode `dynamic` (`PUT /admin/networks/{network}/base-fee`). The tip is what",
  "`eth_maxPriorityFeePerGas` suggests, and `eth_feeHistory` for empty blocks. Gwei.",
  "",
  "| Network | Safe after | Finalized after | Base fee | Suggested tip |",
  "|---|---|---|---|---|",
];

function gwei(wei: string): string {
  return wei === "" ? "–" : formatGwei(BigInt(wei));
}

function ageText(ms: number | undefined): string {
  return ms === undefined ? "–" : durationText(ms);
}

/** How the tokens differ, as the real ones do. */
const BEHAVIOUR = [
  "## How the tokens behave",
  "",
  "- **USDC and the USDT of Polygon and Arbitrum**: EIP-2612 `permit`, EIP-3009, and USDC's own revert texts",
  "  (`ERC20: transfer amount exceeds balance`, `Blacklistable: account is blacklisted`, `Pausable: paused` …).",
  "- **USDT on Ethereum**: `transfer`, `transferFrom` and `approve` return nothing, so that a client or contract that expects a `bool` fails",
  "  (use SafeERC20); `approve` from one non-zero allowance to another reverts; no `permit`, no EIP-3009; failures carry no reason.",
  "- **USDC and USDT on BNB Smart Chain**: 18 decimals, neither `permit` nor EIP-3009, texts that begin with `BEP20:`.",
  "",
  "All of them can be minted, paused and blacklisted by the sandbox, whatever the real contract has.",
];

const OTHER_TOKENS = [
  "## Tokens that the service does not know",
  "",
  "They exist on the network and are no assets: a transfer to a wallet or deposit address is real and makes no deposit, no event and no balance;",
  "the log has a line for it. The faucet gives them by their address (`cpsandbox faucet --asset 0x…`), which plays the commonest wrong payment.",
  "DAI has the plain ERC-20 interface here, without a `permit` of its own.",
  "",
  "| Network | Token | Decimals | Address |",
  "|---|---|---|---|",
];

const CANONICAL = [
  "## Contracts at their known addresses",
  "",
  "They are there from block 0. `chain/canonical/README.md` names the source and licence of each. The fee oracles answer 0 for every L1 part,",
  "since the sandbox takes no L1 fee. Not there: NodeInterface and the other precompiled contracts of Arbitrum, the bridge contracts of the",
  "layer-2 networks, and every protocol contract (exchanges, lending).",
  "",
  "| Network | Contract | Address |",
  "|---|---|---|",
];

/** Every network with the ids it has, and every asset on it with its address. */
export async function networksDocument(): Promise<string> {
  const networks = readCatalogue().map(
    ({ symbol, name, eip155_id, network_id, confirmations }) =>
      `| ${name} | \`${symbol}\` | ${eip155_id} | \`${network_id}\` | \`/rpc/${symbol}\` | ${confirmations} |`,
  );
  const assets = readCatalogue().flatMap(({ name, native, tokens }) => [
    `| ${name} | ${native.symbol} | ${native.decimals} | native coin |`,
    ...tokens.map(({ symbol, decimals, address }) => `| ${name} | ${symbol} | ${decimals} | \`${address}\` |`),
  ]);
  const others = readCatalogue().flatMap(({ name, other_tokens = [] }) =>
    other_tokens.map(({ symbol, decimals, address }) => `| ${name} | ${symbol} | ${decimals} | \`${address}\` |`),
  );
  const lags = readCatalogue().map(
    ({ name, finality, base_fee, suggested_tip = "" }) =>
      `| ${name} | ${ageText(finality?.safe_ms)} | ${ageText(finality?.finalized_ms)} | ${gwei(base_fee)} | ${gwei(suggested_tip)} |`,
  );
  const contracts = [
    `| all | Multicall3 | \`${MULTICALL_ADDRESS}\` |`,
    ...canonicalContracts().contracts.map(({ name, address }) => `| all | ${name} | \`${address}\` |`),
    ...readCatalogue().flatMap(({ name, contracts: own = [] }) =>
      own.map(({ contract, address }) => `| ${name} | ${contract} | \`${address}\` |`),
    ),
  ];
  const intro =
    "Chain ids, token addresses and decimals are those of the real networks. A token has a different address on each network. A transfer " +
    "to an address without a contract succeeds, as on a real chain, but it is not a deposit.";
  const tables = [
    [
      "| Network | Name in calls | Chain id | `network_id` | JSON-RPC | Confirmations |",
      "|---|---|---|---|---|---|",
      ...networks,
    ],
    ["## Assets", "", "| Network | Asset | Decimals | Address |", "|---|---|---|---|", ...assets],
    [...REALISM, ...lags],
    [...BEHAVIOUR],
    [...OTHER_TOKENS, ...others],
    [...CANONICAL, ...contracts],
  ];
  return page("Networks and assets", intro, tables.map((lines) => lines.join("\n")).join("\n\n"));
}
