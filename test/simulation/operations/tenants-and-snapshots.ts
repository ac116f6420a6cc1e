// Operations on the whole world: tenants and keys, snapshots and restores, restarts.
import type { Simulation } from "../simulation.ts";
import { createTenant } from "./initial-state.ts";
import { aTenant, type Operation } from "./operation.ts";

/** More tenants only add run time. */
const MAX_TENANTS = 4;

async function tenant(sim: Simulation): Promise<void> {
  if (sim.model.tenants.length < MAX_TENANTS) await createTenant(sim);
}

async function key(sim: Simulation): Promise<void> {
  const tenant = sim.tenant(aTenant(sim));
  const { key_id, api_key } = await sim.adminOk("POST", `/tenants/${tenant.id}/keys`);
  tenant.keys.push({ key: api_key, id: key_id, revoked: false });
}

/** A revoked key is 401 from the next request on. */
async function revoke(sim: Simulation): Promise<void> {
  const tenant = sim.tenant(aTenant(sim));
  const known = tenant.keys.filter(({ id, revoked }) => id !== undefined && !revoked);
  if (known.length === 0) return;
  const key = sim.dice.of(known);
  await sim.adminOk("DELETE", `/tenants/${tenant.id}/keys/${key.id}`);
  key.revoked = true;
  const answer = await sim.send("GET", "/v1/vault", undefined, { "x-api-key": key.key });
  sim.check(answer?.status === 401, () => `a revoked key was answered ${answer?.status}`);
}

async function snapshot(sim: Simulation): Promise<void> {
  const { model } = sim;
  if (model.snapshots.length >= 3) return;
  const { id } = await sim.adminOk("POST", "/snapshots");
  // Snapshots are not part of a snapshot: they survive a restore.
  model.snapshots.push({ id, model: structuredClone({ ...model, snapshots: [] }) });
}

/** Restores the model together with the sandbox; numbers already given out are not used again. */
async function restore(sim: Simulation): Promise<void> {
  const { snapshots, count } = sim.model;
  if (snapshots.length === 0) return;
  const { id, model } = sim.dice.of(snapshots);
  // Set the model first: due webhooks are delivered before the restore request returns.
  sim.model = { ...structuredClone(model), snapshots, count };
  await sim.adminOk("POST", `/snapshots/${id}/restore`);
}

async function restart(sim: Simulation): Promise<void> {
  await sim.setup.restart();
  sim.recordSituation("restart with frozen clock");
}

export const TENANT_AND_SNAPSHOT_OPERATIONS: readonly Operation[] = [
  { name: "tenant", weight: 1, run: tenant },
  { name: "key", weight: 1, run: key },
  { name: "revoke a key", weight: 1, run: revoke },
  { name: "snapshot", weight: 1, run: snapshot },
  { name: "restore", weight: 1, run: restore },
  { name: "restart", weight: 4, needs: "folder", run: restart },
];
