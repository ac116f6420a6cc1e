// Delegations of a deposit address to the sweeper, one a network, and the status that GET /uda/{id} shows (H-18).

export const DELEGATE_JOB = "delegate";

/** `wanted` says where it shall end, `state` how far it is; `tries` counts failed attempts. */
export type DelegationRow = {
  uda_id: string;
  network: string;
  wanted: "delegated" | "revoked";
  state: "pending" | "sent" | "verified" | "failed";
  tries: number;
  tx_hash: string;
  error: string;
};

export const DELEGATION_STATUSES = ["pending", "delegated", "failed", "revoked"] as const;
export type DelegationStatus = (typeof DELEGATION_STATUSES)[number];

/** The one word for all networks. Until every revocation is verified the address is still delegated. */
export function delegationStatus(rows: readonly DelegationRow[]): DelegationStatus {
  const done = rows.every((row) => row.state === "verified");
  if (rows.some((row) => row.wanted === "revoked")) return done ? "revoked" : "delegated";
  if (done) return "delegated";
  return rows.some((row) => row.state === "failed") ? "failed" : "pending";
}

/** Names a delegation in the agenda and in attempts: `udaId/network`. */
export function delegationRef(udaId: string, network: string): string {
  return `${udaId}/${network}`;
}

/** The parts of a delegation's name. */
export function parseDelegationRef(ref: string): { udaId: string; network: string } {
  const [udaId = "", network = ""] = ref.split("/");
  return { udaId, network };
}
