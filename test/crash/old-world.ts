// A world of an older version: a folder of schema 16 after its stop, and the last responses of its API.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Client } from "./client.ts";

type OldWorld = {
  schema: number;
  promises: {
    records: { path: string; said: unknown }[];
    heads: { network: string; number: number; hash: string }[];
    snapshot: string;
  };
  /** Path inside the folder → its bytes in base64. */
  files: Record<string, string>;
};

const FILE = new URL("world-schema-16.json.gz", import.meta.url);

/** Unpacks it into a folder and answers what it promised. */
export function unpackOldWorld(folder: string): OldWorld {
  const world = JSON.parse(gunzipSync(readFileSync(FILE)).toString("utf8")) as OldWorld;
  for (const [path, bytes] of Object.entries(world.files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(bytes, "base64"), { mode: 0o600 });
  }
  return world;
}

/** What is not as the older version said it. Links carry the port of the process that is asked. */
export async function brokenPromises(client: Client, { promises }: OldWorld): Promise<string[]> {
  const wrong: string[] = [];
  const text = (value: unknown): string => JSON.stringify(value).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "");
  for (const { path, said } of promises.records) {
    const now = (await client.ask("GET", path))?.data;
    if (text(now) !== text(said)) wrong.push(`${path} was ${text(said)}, now: ${text(now)}`);
  }
  const { items } = await client.must("GET", "/admin/networks");
  for (const { network, number, hash } of promises.heads) {
    const now = items.find((one: { network: string }) => one.network === network)?.head;
    if (now?.number !== number || now.hash !== hash)
      wrong.push(`${network} ended at ${number} ${hash}, now: ${text(now)}`);
  }
  return wrong;
}
