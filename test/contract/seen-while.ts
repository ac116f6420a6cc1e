// What is seen of requests while something runs, without the calls of the test itself to the control API.
import { connect } from "node:net";
import type { Observation } from "../../src/contract/observation.ts";
import type { ASandbox } from "../support/a-sandbox.ts";

export async function seenWhile(
  sandbox: ASandbox,
  run: (at: ASandbox) => Promise<unknown>,
  surfaces: readonly Observation["surface"][] = ["v1", "rpc"],
): Promise<Observation[]> {
  const seen: Observation[] = [];
  let listening = true;
  sandbox.contract.listen((observation) => {
    if (listening && surfaces.includes(observation.surface)) seen.push(observation);
  });
  await run(sandbox);
  listening = false;
  return seen;
}

/** Sends bytes over a connection of their own, and returns what is answered until the server closes it, or until `enough` of it came. */
export function sendBytes(url: string, bytes: string, enough?: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    if (enough?.test(received)) socket.destroy();
  });
  socket.on("close", () => resolve(received));
  socket.on("error", (error: NodeJS.ErrnoException) =>
    error.code === "ECONNRESET" ? resolve(received) : reject(error),
  );
  socket.write(bytes);
  return promise;
}
