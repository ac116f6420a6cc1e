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

/**
 * The one word for all networks. Until every revocation is verified the address is still delegated; a network that is
 * no deposit network any more since a reactivation does not count.
 */
export function delegationStatus(rows: readonly DelegationRow[]): DelegationStatus {
  const isDone = ({ state }: DelegationRow) => state === "verified";
  const kept = rows.filter(({ wanted }) => wanted === "delegated");
  if (kept.length === 0) return rows.every(isDone) ? "revoked" : "delegated";
  if (kept.every(isDone)) return "delegated";
  return kept.some(({ state }) => state === "failed") ? "failed" : "pending";
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
