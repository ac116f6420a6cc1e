// A measured value and its limit.

/** `value` is at most `limit`; `note`: what stands beside it. */
export type Limit = { what: string; value: number; limit: number; note?: string };
