// Gas of transactions: the limit of one since EIP-7825, which the engine enforces, calls are clamped to and options offer, and the least.

/** In gas. */
export const MAX_TRANSACTION_GAS = 16_777_216;

/** What a transfer of native coin uses: no code can run with it, because all of it is spent before. */
export const PLAIN_TRANSFER_GAS = 21_000n;
