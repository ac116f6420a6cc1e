// Other programs that are measured in the same rounds: `hardhat node` always; Prism and anvil on request, where they install.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../src/cli/hunt/free-port.ts";
import { chainDefinition } from "../load/transfers.ts";
import { openClient, rpc } from "../measure/client.ts";
import { startProcess } from "./process.ts";

/** A peer that has answered its first request with 200. */
export type Peer = { name: string; pid: number; url: string; stop(): Promise<void> };
/** A program that can be started; `start` throws when it is not ready in time, or ends before. */
export type PeerProgram = { name: string; start(): Promise<Peer> };

const ROOT = join(import.meta.dirname, "../..");
// Below the checkout, so that Hardhat finds the project's own installation.
const FOLDER = join(ROOT, ".cache/bench");
/** A peer that has not said by then that it is ready never will. */
const patienceMs = 120_000;
const PRISM = "@stoplight/prism-cli@5.16.0";
const ANVIL = "@foundry-rs/anvil@1.7.1";

/** One chain with the id of the benchmark's network, automatic mining, no log. */
export const hardhatNode: PeerProgram = { name: "hardhat", start: startHardhatNode };

async function startHardhatNode(): Promise<Peer> {
  const folder = join(FOLDER, "hardhat");
  mkdirSync(folder, { recursive: true });
  const network = { type: "edr-simulated", chainType: "l1", chainId: chainDefinition.eip155_id, loggingEnabled: false };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  writeFileSync(
    join(folder, "hardhat.config.js"),
    `export default ${JSON.stringify({ networks: { node: network } })};\n`,
  );
  const cli = join(ROOT, "node_modules/hardhat/dist/src/cli.js");
  const started = await startProcess([process.execPath, cli, "node", "--port", "0"], /Started HTTP/, {
    cwd: folder,
    patienceMs,
  });
  const url = /http:\/\/[^/\s]+/.exec(started.line)?.[0] ?? "";
  const client = openClient(url);
  // `node` switches the log on, whatever the configuration says; this is the first 200, too.
  await rpc(client, "hardhat_setLoggingEnabled", [false]);
  await client.close();
  return { name: "hardhat", pid: started.pid, url, stop: started.stop };
}

/** A mock server of the same OpenAPI document. Undefined when npm cannot install it. */
export function prism(): PeerProgram | undefined {
  const command = installed(PRISM, "prism");
  if (command === undefined) return undefined;
  const start = async (): Promise<Peer> => {
    const port = await freePort();
    const document = join(ROOT, "src/spec/served.gen.json");
    const words = [process.execPath, command, "mock", document, "--port", String(port)] as const;
    const started = await startProcess(words, /is listening/, { patienceMs });
    const url = `http://127.0.0.1:${port}`;
    const client = openClient(url);
    await client.send({ method: "GET", path: "/vault", key: "bench" });
    await client.close();
    return { name: "prism", pid: started.pid, url, stop: started.stop };
  };
  return { name: "prism", start };
}

/** From the PATH, else through npm. Undefined when it is in neither. */
export function anvil(): PeerProgram | undefined {
  const onPath = spawnSync("anvil", ["--version"]).status === 0;
  const command = onPath ? "anvil" : binaryOf(installed(ANVIL, "anvil"));
  if (command === undefined) return undefined;
  const start = async (): Promise<Peer> => {
    const port = await freePort();
    const words = ["--port", String(port), "--chain-id", String(chainDefinition.eip155_id)];
    const started = await startProcess([command, ...words], /^Listening on/, { patienceMs });
    const url = `http://127.0.0.1:${port}`;
    const client = openClient(url);
    await rpc(client, "anvil_setLoggingEnabled", [false]);
    await client.close();
    return { name: "anvil", pid: started.pid, url, stop: started.stop };
  };
  return { name: "anvil", start };
}

/** The program itself of a package whose command is a wrapper that starts it: its start is not the program's. */
function binaryOf(wrapper: string | undefined): string | undefined {
  if (wrapper === undefined) return undefined;
  const scope = join(wrapper, "../../@foundry-rs");
  const platform = readdirSync(scope).find((name) => name.startsWith("anvil-"));
  return platform === undefined ? wrapper : join(scope, platform, "bin/anvil");
}

/** The path of a command that npm has installed into the cache of this checkout. */
function installed(specifier: string, command: string): string | undefined {
  const folder = join(FOLDER, "peers", command);
  const path = join(folder, "node_modules/.bin", command);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  spawnSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", specifier], { cwd: folder });
  return existsSync(path) ? path : undefined;
}
