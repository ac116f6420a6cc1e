// The gas limit of one transaction since EIP-7825: what the engine enforces, calls are clamped to and options offer.

/** In gas. */
export const MAX_TRANSACTION_GAS = 16_777_216;
