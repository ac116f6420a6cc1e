// The system under simulation: a sandbox in this process, in memory or with a data folder, an HTTP client for it, and webhook receivers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChainDefinition, readCatalogue } from "../../src/chains/catalogue.ts";
import { type Config, DEFAULT_CONFIG } from "../../src/config/options.ts";
import { createLog } from "../../src/kernel/log.ts";
import { createSandbox, type Sandbox } from "../../src/runtime/sandbox.ts";
import { HttpClient } from "./http-client.ts";
import { openReceivers, type Receivers } from "./receivers.ts";

type Asset = { symbol: string; address: string; decimals: number };
export type Chain = { symbol: string; id: string; chainId: number; native: Asset; tokens: Asset[] };

/** Stands for the native coin, which has no contract address. */
export const ZERO = `0x${"0".repeat(40)}`;

/** A folder on a RAM disk where there is one: a simulation must not wait for a real disk. */
function newFolder(): string {
  try {
    return mkdtempSync("/dev/shm/simulation-");
  } catch {
    return mkdtempSync(join(tmpdir(), "simulation-"));
  }
}

export class WorldSetup {
  readonly chains: readonly Chain[];
  readonly http = new HttpClient();
  readonly receivers: Receivers;
  /** Lines that the sandbox logged at level error: there must be none. */
  readonly errorLogs: string[] = [];
  readonly #catalogue: readonly ChainDefinition[];
  readonly #folder: string | undefined;
  #sandbox: Sandbox;

  private constructor(receivers: Receivers, catalogue: readonly ChainDefinition[], sandbox: Sandbox, folder?: string) {
    this.receivers = receivers;
    this.#catalogue = catalogue;
    this.#sandbox = sandbox;
    this.#folder = folder;
    this.chains = catalogue.map(({ symbol, network_id, eip155_id, native, tokens }) => ({
      ...{ symbol, id: network_id, chainId: eip155_id },
      native: { symbol: native.symbol, address: ZERO, decimals: native.decimals },
      tokens: tokens.map((token) => ({ ...token, address: token.address.toLowerCase() })),
    }));
  }

  static async open(networks: readonly string[], durable: boolean): Promise<WorldSetup> {
    const receivers = await openReceivers();
    const catalogue = readCatalogue().filter(({ symbol }) => networks.includes(symbol));
    const folder = durable ? newFolder() : undefined;
    const errorLogs: string[] = [];
    const sandbox = await start(catalogue, errorLogs, folder);
    const setup = new WorldSetup(receivers, catalogue, sandbox, folder);
    Object.assign(setup, { errorLogs });
    return setup;
  }

  get ready(): Sandbox["ready"] {
    return this.#sandbox.ready;
  }

  get durable(): boolean {
    return this.#folder !== undefined;
  }

  chain(symbol: string): Chain {
    const found = this.chains.find((chain) => chain.symbol === symbol);
    if (found === undefined) throw new Error(`${symbol} is not simulated`);
    return found;
  }

  /** Calls the node of a network; a call that it refuses gives undefined. */
  rpc(network: string, calls: readonly { method: string; params: unknown[] }[]): Promise<any[]> {
    return this.http.rpc(this.ready.rpc[network] ?? "", calls);
  }

  /** Closes the sandbox and opens it again on its data folder. */
  async restart(): Promise<void> {
    await this.#sandbox.close();
    this.#sandbox = await start(this.#catalogue, this.errorLogs, this.#folder);
  }

  async close(): Promise<void> {
    await this.#sandbox.close();
    this.http.close();
    this.receivers.close();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

function start(catalogue: readonly ChainDefinition[], errorLogs: string[], folder?: string): Promise<Sandbox> {
  const log = createLog("error", { write: (line: string) => void errorLogs.push(line.slice(0, 1_000)) });
  const config: Config = { ...DEFAULT_CONFIG, port: 0, clock: "frozen", given: ["clock"], data: folder ?? null };
  return createSandbox(config, { log, catalogue });
}
