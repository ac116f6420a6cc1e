// Killed while a snapshot is taken or another world takes the place of this one: afterwards it is the old one or the new one.
import { setTimeout as wait } from "node:timers/promises";
import { type Client, clientOf } from "./client.ts";
import { end, start } from "./process.ts";
import { count, equip, goBack, moment, type Run } from "./run.ts";

/** The number of stored snapshots; the oldest is deleted for a new one. */
const MOST_KEPT = 3;

/** Killed while a snapshot is taken: it is complete or missing. Starts again. */
export async function killedInSnapshot(run: Run): Promise<string[]> {
  count(run, "in a snapshot");
  const client = await calm(run);
  // What is promised by now is in it; what comes meanwhile may be.
  const before = moment(run, undefined);
  const answer = await interrupted(run, client, "/admin/snapshots", { name: "crash" });
  const { items } = await restarted(run).then((again) => again.must("GET", "/admin/snapshots"));
  const known = new Set(run.moments.map(({ id }) => id));
  const found: { id: string }[] = items.filter(({ id }: { id: string }) => !known.has(id));
  const gone = [...known].filter((id) => id !== undefined && !items.some((one: { id: string }) => one.id === id));
  for (const { id } of found) run.moments.push({ ...before, id });
  const wrong = gone.map((id) => `${id} was kept and is gone`);
  if (answer?.status === 201 && found.length === 0) wrong.push("a snapshot was acknowledged and is not there");
  if (found.length > 1) wrong.push(`one snapshot was asked for, and there are ${found.length}`);
  return wrong;
}

/** Killed while a snapshot is restored or the world is reset. Starts again and goes on with the books of what it finds. */
export async function killedInReplacement(run: Run): Promise<string[]> {
  const client = await calm(run);
  const target = run.dice.oneIn(3) ? run.dice.of(run.moments) : run.moments.at(-1);
  if (target === undefined) throw new Error("a world has a beginning");
  const path = target.id === undefined ? "/admin/reset" : `/admin/snapshots/${target.id}/restore`;
  count(run, target.id === undefined ? "in a reset" : "in a restore");
  // A record that only the old world has.
  const owner = "only the old world";
  const mark = await client.must("POST", "/v1/wallets", { owner, network_symbol: "base" });
  run.book.records.push({ path: `/v1/wallets/${mark.id}`, said: { owner, address: mark.address } });
  const answer = await interrupted(run, client, path, {});
  const again = await restarted(run);
  const { status } = (await again.ask("GET", `/v1/wallets/${mark.id}`)) ?? { status: 0 };
  if (status === 200) return answer?.status === 200 ? [`${path} was acknowledged, and the old world is there`] : [];
  goBack(run, target);
  if (target.id === undefined) await equip(again, run);
  return status === 404 ? [] : [`${path}: a record of the old world answers ${status}`];
}

/** Removes all faults and makes room for a snapshot. */
async function calm(run: Run): Promise<Client> {
  const client = clientOf(await run.running.ready);
  await client.must("DELETE", "/admin/faults");
  while (run.moments.length > MOST_KEPT) {
    const [oldest] = run.moments.splice(1, 1);
    await client.must("DELETE", `/admin/snapshots/${oldest?.id}`);
  }
  return client;
}

/** Killed while it is carried out, or, half of the time, a moment after its answer. */
async function interrupted({ dice, running }: Run, client: Client, path: string, body: unknown) {
  const answered = client.ask("POST", path, body);
  if (dice.oneIn(2)) await answered;
  await wait(dice.upTo(200));
  await end(running, "SIGKILL");
  return answered;
}

async function restarted(run: Run): Promise<Client> {
  run.running = start(run.folder);
  return clientOf(await run.running.ready);
}
