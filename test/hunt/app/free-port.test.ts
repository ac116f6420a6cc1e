// Ports that are handed to a program which will listen on them only in a while.
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort, PORTS } from "../../../src/cli/hunt/free-port.ts";

async function taken(): Promise<number> {
  const port = await freePort();
  const server = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return port;
}

test("a port that a program is told is none that the system gives to others: below 32768, and above the usual ones", async () => {
  for (let count = 0; count < 50; count += 1) {
    const port = await freePort();
    expect(port).toBeGreaterThanOrEqual(PORTS.first);
    expect(port).toBeLessThanOrEqual(PORTS.last);
  }
  expect(PORTS).toEqual({ first: 20_000, last: 32_767 });
});

test("a port on which somebody listens is passed over", async () => {
  const [mine, free] = [await taken(), await freePort()];
  const tried = [mine, mine, free];
  expect(await freePort(() => tried.shift() ?? 0)).toBe(free);
});

test("where every port that is tried is taken, it says so", async () => {
  const mine = await taken();
  await expect(freePort(() => mine)).rejects.toThrow("none of 100 ports from 20000 to 32767 is free");
});
