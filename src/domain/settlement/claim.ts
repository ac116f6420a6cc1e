// A claim: the source amount of a filled settlement, swept from the deposit address to provider and platform (H-25).

export type Payment = { to: string; raw: string };

/** `payments` is a JSON array of `Payment`; `tries` counts failed sweeps. It never changes its settlement. */
export type ClaimRow = {
  id: string;
  settlement_id: string;
  tenant_id: string;
  uda_id: string;
  network: string;
  asset: string;
  payments: string;
  state: "pending" | "sent" | "confirmed" | "failed";
  tries: number;
  tx_hash: string;
  error: string;
  created_at: number;
};
