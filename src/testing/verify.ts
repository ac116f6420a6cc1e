// `verifyWebhook` for receivers: uses the machine's clock unless `nowSeconds` is given.
import { systemClock } from "../kernel/wall-clock.ts";
import { type Verification, type VerifyInput, verifyWebhook as verifyAt } from "../webhooks/sign.ts";

/** Like `VerifyInput`; `nowSeconds` (Unix seconds) defaults to the machine's clock. */
export type VerifyOptions = Omit<VerifyInput, "nowSeconds"> & { nowSeconds?: number };

/**
 * Checks signature and age of a received webhook (S-500, S-502, S-577; H-80). `body` are the raw bytes, before any JSON
 * parser touched them. Never throws for received data: `{ ok: false, reason, message }` says what is wrong.
 */
export function verifyWebhook({
  nowSeconds = Math.floor(systemClock.now() / 1_000),
  ...input
}: VerifyOptions): Verification {
  return verifyAt({ ...input, nowSeconds });
}
