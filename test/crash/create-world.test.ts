// Killed while the first world is written into its folder: the next start builds the same world.
import { expect, test } from "vitest";
import { aFolder, aStart } from "./a-process.ts";
import { clientOf } from "./client.ts";
import { doctor, end } from "./process.ts";

const frozen = { flags: ["--clock", "frozen", "--seed", "9"] };

test("R-184 R-160 killed before the second or the third file of a first world is written, the next start gives the world of the seed, and it is sound", async () => {
  const undisturbed = aStart(aFolder(), "", frozen);
  const { vault_id, api_key } = await undisturbed.ready;
  const { tables } = await clientOf(await undisturbed.ready).must("GET", "/admin/export");
  await end(undisturbed, "SIGKILL");
  for (const file of [2, 3]) {
    const folder = aFolder();
    expect(await aStart(folder, `backup.mid:${file}`, frozen).ended, `file ${file}`).toBe("SIGKILL");
    const next = aStart(folder, "", frozen);
    expect(await next.ready).toMatchObject({ vault_id, api_key });
    expect((await clientOf(await next.ready).must("GET", "/admin/export")).tables).toEqual(tables);
    expect(await end(next, "SIGTERM")).toBe(0);
    if (file === 3) expect(await doctor(folder)).toMatchObject({ code: 0 });
  }
}, 300_000);
