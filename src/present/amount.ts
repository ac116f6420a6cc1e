// Amounts on the wire: exact JSON numbers where the specification says number, decimal text elsewhere (K-6).
import { formatAmount } from "../kernel/amount.ts";
import type { components } from "../spec/service.gen.ts";

/**
 * A JSON number written with every digit of `raw / 10^decimals`, never through a double. It is typed as
 * the number a client reads; here it may only be serialised.
 */
export function exactNumber(raw: bigint, decimals = 0): number {
  return JSON.rawJSON(formatAmount(raw, decimals)) as unknown as number;
}

/** The number form of a value: deposits and unified transactions in REST answers (S-049, S-050, S-085). */
export function numberBalance(raw: bigint, decimals: number, usd: string): components["schemas"]["NumberBalance"] {
  return { amount: exactNumber(raw, decimals), raw: exactNumber(raw), usd };
}

/** The text form of a value: wallet and vault balances (S-067…S-069), and everything in event payloads (H-84). */
export function textBalance(raw: bigint, decimals: number, usd: string): components["schemas"]["TextBalance"] {
  return { amount: formatAmount(raw, decimals), raw: raw.toString(), usd };
}
