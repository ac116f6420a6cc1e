// A port for a program that is about to be started, and will listen only in a while.
import { once } from "node:events";
import { createServer } from "node:net";
import { freshNumber } from "../../kernel/random.ts";

/**
 * The ports to choose from end below those that systems give to connections and to servers without a port of their own (from 32768 on Linux, from
 * 49152 elsewhere): one of those could be gone again before the program listens.
 */
export const PORTS = { first: 20_000, last: 32_767 } as const;
const TRIES = 100;

/**
 * A port of the loopback address on which nobody listens.
 * @param next gives ports to try
 * @throws Error when none of 100 is free
 */
export async function freePort(next = () => freshNumber(PORTS.first, PORTS.last)): Promise<number> {
  for (let left = TRIES; left > 0; left -= 1) {
    const port = next();
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${TRIES} ports from ${PORTS.first} to ${PORTS.last} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
