// Warns about transfers to addresses of the platform in tokens that the service does not know: the commonest wrong payment.
import type { World } from "../../domain/world.ts";
import { formatAmount } from "../../kernel/amount.ts";
import type { Log } from "../../kernel/log.ts";
import type { BlockFacts } from "./read.ts";

/** A block can hold thousands of logs: one contract must not fill the log. */
const MAX_LINES_PER_BLOCK = 5;

/** Writes one line per transfer of a block that was read, at most five. */
export function warnOfUnknownTokens(
  world: Pick<World, "catalogue">,
  log: Log,
  { network, unknownTokens }: BlockFacts,
): void {
  for (const { hash, token, to, raw } of unknownTokens.slice(0, MAX_LINES_PER_BLOCK)) {
    const known = world.catalogue.otherToken(network, token);
    const amount = known === undefined ? {} : { symbol: known.symbol, amount: formatAmount(raw, known.decimals) };
    const facts = { network, tx_id: hash, token: known?.address ?? token, ...amount, to_address: to };
    log.warn(
      facts,
      "a transfer in a token that the service does not know: it is no deposit (docs/guides/troubleshooting.md)",
    );
  }
}
