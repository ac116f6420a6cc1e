// `--record FILE`: what is done to this sandbox is kept at its doors and written down as a scenario when it stops.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import type { Config } from "../config/options.ts";
import { listEvents } from "../domain/outbox.ts";
import type { RequestContext } from "../http/request-context.ts";
import { exactJson } from "../kernel/exact-json.ts";
import { Problem } from "../kernel/problem.ts";
import type { RecordedEvent } from "../scenario/record/build-scenario.ts";
import { Recorder } from "../scenario/record/recorder.ts";
import type { ReadyInfo } from "./ready-info.ts";
import type { RpcObserver, WorldRuntime } from "./world-runtime.ts";

/** As many events as a scenario may expect. */
const MOST_EVENTS = 5_000;

export class Recording implements RpcObserver {
  readonly #file: string;
  #recorder: Recorder | undefined;

  /** @throws Problem invalidRequest when the file cannot be written, which nobody wants to hear at the end */
  constructor(file: string) {
    this.#file = file;
    try {
      closeSync(openSync(this.#draft, "w"));
      rmSync(this.#draft);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
      throw new Problem(
        "invalidRequest",
        `--record: ${file} cannot be written (${code}): name a file in a folder that is there`,
      );
    }
  }

  /** From now on everything counts. `now`: virtual ms of the present world. */
  begin(config: Config, ready: Omit<ReadyInfo, "pid">, now: () => number): void {
    const { seed, mining, tier } = config;
    const options = { seed, ...(mining === "instant" ? {} : { mining }), ...(tier === "enterprise" ? {} : { tier }) };
    const { tenant_id: tenantId, vault_id: vaultId, api_key: apiKey, url: origin } = ready;
    this.#recorder = new Recorder({ tenantId, vaultId, apiKey, origin, beginning: now(), options }, now);
  }

  heard(surface: "/v1" | "/admin", exchange: RequestContext): void {
    const { target, operation, method, requestHeaders, rawBody, reply, cut, replyHeaders } = exchange;
    const transactionId = { ...replyHeaders, ...reply?.headers }["X-Transaction-Id"];
    this.#recorder?.request({
      ...{ surface, operation: operation?.id, method, path: target.path, search: target.search, transactionId },
      apiKey: textOf(requestHeaders["x-api-key"]),
      idempotencyKey: textOf(requestHeaders["idempotency-key"]),
      body: rawBody,
      reply: cut === undefined ? reply : undefined,
    });
  }

  sent(network: string, raw: string, hash: string): void {
    this.#recorder?.transfer(network, raw, hash);
  }

  acted(network: string, method: string, parameters: readonly unknown[]): void {
    this.#recorder?.act(network, method, parameters);
  }

  /** Writes the file, whole or not at all: an old one stays until the new one is complete. */
  async save(behind: WorldRuntime): Promise<void> {
    const scenario = await this.#recorder?.scenario(eventsOf(behind));
    if (scenario === undefined) return;
    const draft = openSync(this.#draft, "w");
    try {
      writeSync(draft, `${JSON.stringify(scenario, null, 2)}\n`);
      fsyncSync(draft);
    } finally {
      closeSync(draft);
    }
    renameSync(this.#draft, this.#file);
  }

  get #draft(): string {
    return `${this.#file}.part`;
  }
}

/** All events of the default tenant. */
function eventsOf({ opened, flow }: WorldRuntime): RecordedEvent[] {
  const { tenantId } = opened.facts;
  return listEvents(flow.world.db, { tenantId, after: 0, limit: MOST_EVENTS }).flatMap(({ type, body }) =>
    body === null ? [] : [{ type, payload: (exactJson(body) as { payload: unknown }).payload }],
  );
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}

/** What a pipeline tells of its requests while they are recorded. */
export function observerFor(
  recording: Recording | undefined,
  surface: "/v1" | "/admin",
): { observe?: (exchange: RequestContext) => void } {
  return recording === undefined ? {} : { observe: (exchange) => recording.heard(surface, exchange) };
}
