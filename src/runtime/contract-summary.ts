// Writes what a sandbox knows of its client into the folder of `--contract-dir`, once: when it stops, or when its process ends without that.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ContractState } from "../contract/contract.ts";
import { summaryName, type SandboxSummary } from "../contract/run/sandbox-summary.ts";

/** Sandboxes of one process that can write into a folder. */
const MAX_NUMBER = 100_000;

export class ContractSummary {
  readonly #folder: string;
  readonly #pid: number;
  readonly #contract: ContractState;
  #requests = 0;
  #written = false;

  /** `pid` is the process that asked for the sandbox. @throws the error of `node:fs` when the folder cannot be made */
  constructor(folder: string, pid: number, contract: ContractState) {
    this.#folder = resolve(folder);
    this.#pid = pid;
    this.#contract = contract;
    mkdirSync(this.#folder, { recursive: true });
    contract.listen(({ surface, ownClient }) => {
      if (surface === "v1" && ownClient === null) this.#requests += 1;
    });
  }

  /** Writes the summary under the next free number; further calls do nothing. @throws the error of `node:fs` */
  readonly write = (): void => {
    if (this.#written) return;
    this.#written = true;
    const text = `${JSON.stringify(this.#content())}\n`;
    for (let number = 1; number <= MAX_NUMBER; number += 1) {
      try {
        writeFileSync(join(this.#folder, summaryName(this.#pid, number)), text, { flag: "wx" });
        return;
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      }
    }
  };

  #content(): SandboxSummary {
    const met = this.#contract.readings
      .met()
      .map(({ name, value, met: count }) => [`${name}=${value}`, count] as const);
    const events = [...this.#contract.recorder.counts().events.values()];
    const webhooks = events.reduce((sum, { delivered }) => sum + delivered, 0);
    return { version: 1, requests: this.#requests, webhooks, met: Object.fromEntries(met) };
  }
}
