// Delegations of a deposit address to the sweeper, one for each network, and their status in GET /uda/{id} (H-18).

export const DELEGATE_JOB = "delegate";

/** `wanted` is the target, `state` the progress; `tries` counts failed attempts. */
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
 * The status over all networks. Until every revocation is verified the address counts as delegated; a network that is
 * no deposit network any more since a reactivation does not count.
 */
export function delegationStatus(rows: readonly DelegationRow[]): DelegationStatus {
  const isDone = ({ state }: DelegationRow) => state === "verified";
  const required = rows.filter(({ wanted }) => wanted === "delegated");
  if (required.length === 0) return rows.every(isDone) ? "revoked" : "delegated";
  if (required.every(isDone)) return "delegated";
  return required.some(({ state }) => state === "failed") ? "failed" : "pending";
}

/** The ref of a delegation in the agenda and in attempts: `udaId/network`. */
export function delegationRef(udaId: string, network: string): string {
  return `${udaId}/${network}`;
}

/** UDA id and network of a delegation's ref. */
export function parseDelegationRef(ref: string): { udaId: string; network: string } {
  const [udaId = "", network = ""] = ref.split("/");
  return { udaId, network };
}
