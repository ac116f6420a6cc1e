// What is simulated on: the real product in this process, in memory or in a folder, with a client before it and receivers behind it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import type { ChainDefinition } from "../../src/chains/chain.ts";
import { type Config, DEFAULT_CONFIG } from "../../src/config/options.ts";
import { createLog } from "../../src/kernel/log.ts";
import { createSandbox, type Sandbox } from "../../src/runtime/sandbox.ts";
import { openReceivers, type Receivers } from "./receivers.ts";
import { Wire } from "./wire.ts";

type Asset = { symbol: string; address: string; decimals: number };
export type Chain = { symbol: string; id: string; chainId: number; native: Asset; tokens: Asset[] };

/** Native coin has no contract. */
export const ZERO = `0x${"0".repeat(40)}`;

/** A folder on a disk in memory where there is one: a simulation must not wait for platters. */
function newFolder(): string {
  try {
    return mkdtempSync("/dev/shm/simulation-");
  } catch {
    return mkdtempSync(join(tmpdir(), "simulation-"));
  }
}

export class Stage {
  readonly chains: readonly Chain[];
  readonly wire = new Wire();
  readonly receivers: Receivers;
  /** Mistakes that the sandbox logged: there must be none. */
  readonly mistakes: string[] = [];
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

  static async open(networks: readonly string[], durable: boolean): Promise<Stage> {
    const receivers = await openReceivers();
    const catalogue = readCatalogue().filter(({ symbol }) => networks.includes(symbol));
    const folder = durable ? newFolder() : undefined;
    const mistakes: string[] = [];
    const sandbox = await start(catalogue, mistakes, folder);
    const stage = new Stage(receivers, catalogue, sandbox, folder);
    Object.assign(stage, { mistakes });
    return stage;
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

  /** Calls a node; what it refuses gives undefined. */
  rpc(network: string, calls: readonly { method: string; params: unknown[] }[]): Promise<any[]> {
    return this.wire.rpc(this.ready.rpc[network] ?? "", calls);
  }

  /** Closes it and opens it again on its folder. */
  async restart(): Promise<void> {
    await this.#sandbox.close();
    this.#sandbox = await start(this.#catalogue, this.mistakes, this.#folder);
  }

  async close(): Promise<void> {
    await this.#sandbox.close();
    this.wire.close();
    this.receivers.close();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

function start(catalogue: readonly ChainDefinition[], mistakes: string[], folder?: string): Promise<Sandbox> {
  const log = createLog("error", { write: (line: string) => void mistakes.push(line.slice(0, 1_000)) });
  const config: Config = { ...DEFAULT_CONFIG, port: 0, clock: "frozen", given: ["clock"], data: folder ?? null };
  return createSandbox(config, { log, catalogue });
}
