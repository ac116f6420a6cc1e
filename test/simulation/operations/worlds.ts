// The world as a whole: tenants come, keys are revoked, snapshots are taken and gone back to, the process is closed and opened.
import type { Play } from "../play.ts";
import { createTenant } from "./first-scene.ts";
import { aTenant, type Operation } from "./operation.ts";

/** More tenants than this only cost time. */
const MOST_TENANTS = 4;

async function tenant(play: Play): Promise<void> {
  if (play.model.tenants.length < MOST_TENANTS) await createTenant(play);
}

async function key(play: Play): Promise<void> {
  const tenant = play.tenant(aTenant(play));
  const { key_id, api_key } = await play.must("POST", `/tenants/${tenant.id}/keys`);
  tenant.keys.push({ key: api_key, id: key_id, revoked: false });
}

/** A revoked key is 401 from the next request on. */
async function revoke(play: Play): Promise<void> {
  const tenant = play.tenant(aTenant(play));
  const known = tenant.keys.filter(({ id, revoked }) => id !== undefined && !revoked);
  if (known.length === 0) return;
  const key = play.dice.of(known);
  await play.must("DELETE", `/tenants/${tenant.id}/keys/${key.id}`);
  key.revoked = true;
  const answer = await play.send("GET", "/v1/vault", undefined, { "x-api-key": key.key });
  play.demand(answer?.status === 401, () => `a revoked key was answered ${answer?.status}`);
}

async function snapshot(play: Play): Promise<void> {
  const { model } = play;
  if (model.snapshots.length >= 3) return;
  const { id } = await play.must("POST", "/snapshots");
  // A snapshot holds no snapshots: they outlive a restore.
  model.snapshots.push({ id, model: structuredClone({ ...model, snapshots: [] }) });
}

/** The believed world goes back with the real one; numbers that were given out stay given out. */
async function restore(play: Play): Promise<void> {
  const { snapshots, count } = play.model;
  if (snapshots.length === 0) return;
  const { id, model } = play.dice.of(snapshots);
  // Before it is restored: what is due there is delivered before the answer comes.
  play.model = { ...structuredClone(model), snapshots, count };
  await play.must("POST", `/snapshots/${id}/restore`);
}

async function restart(play: Play): Promise<void> {
  await play.stage.restart();
  play.note("restart with frozen clock");
}

export const WORLD_OPERATIONS: readonly Operation[] = [
  { name: "tenant", weight: 1, act: tenant },
  { name: "key", weight: 1, act: key },
  { name: "revoke a key", weight: 1, act: revoke },
  { name: "snapshot", weight: 1, act: snapshot },
  { name: "restore", weight: 1, act: restore },
  { name: "restart", weight: 4, needs: "folder", act: restart },
];
