// Webhooks: verified over the raw bytes, then parsed, then written to the books; 503 asks the service to send it again.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { parseExact } from "./amounts.ts";
import type { Deposits } from "./deposits.ts";
import type { Withdrawals } from "./withdrawals.ts";

const TOLERANCE_SECONDS = 300;

/** True when one of the signatures (there are two while a secret is rotated) is right and fresh. */
export function isGenuine(secret: string, headers: IncomingHttpHeaders, body: Buffer, nowSeconds: number): boolean {
  const timestamp = String(headers["webhook-timestamp"] ?? "");
  if (!/^\d+$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
  return String(headers["webhook-signature"] ?? "")
    .split(" ")
    .some((candidate) => {
      const given = Buffer.from(candidate, "hex");
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

export async function take(body: Buffer, deposits: Deposits, withdrawals: Withdrawals): Promise<void> {
  const { type, payload } = parseExact(body.toString("utf8"));
  switch (type) {
    case "deposit.confirmed":
      return deposits.confirmed(payload);
    case "uda.settlement.completed":
      return deposits.settled(payload);
    case "transaction.confirmed":
    case "transaction.failed":
      if (payload.type === "payout") return withdrawals.changed(payload.source_id);
      if (payload.type === "deposit" && type === "transaction.failed") return deposits.failed(payload.source_id);
      return undefined;
    default:
      // A newer version of the service may have types that this shop does not know.
      return undefined;
  }
}
