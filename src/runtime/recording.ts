// `--record FILE`: records the requests to this sandbox and writes them to FILE as a scenario when it stops.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import type { Submission } from "../chains/chain.ts";
import type { Config } from "../config/options.ts";
import { isPreflight, type Observation } from "../contract/observation.ts";
import { listEvents } from "../domain/outbox.ts";
import { splitTarget } from "../http/request-target.ts";
import { exactJson } from "../kernel/exact-json.ts";
import { Problem } from "../kernel/problem.ts";
import type { RecordedEvent } from "../scenario/record/build-scenario.ts";
import { Recorder } from "../scenario/record/recorder.ts";
import type { ReadyInfo } from "./ready-info.ts";
import type { RpcObserver } from "./rpc-server.ts";
import type { WorldRuntime } from "./world-runtime.ts";

/** The largest number of events that a scenario may expect. */
const MAX_EVENTS = 5_000;

export class Recording implements RpcObserver {
  readonly #file: string;
  #recorder: Recorder | undefined;

  /** @throws Problem invalidRequest when the file cannot be written: better now than when the sandbox stops */
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

  /** Starts recording. `now`: virtual ms of the present world. */
  begin(config: Config, ready: Omit<ReadyInfo, "pid">, now: () => number): void {
    const { seed, mining, tier } = config;
    const options = { seed, ...(mining === "instant" ? {} : { mining }), ...(tier === "enterprise" ? {} : { tier }) };
    const { tenant_id: tenantId, vault_id: vaultId, api_key: apiKey, url: origin } = ready;
    this.#recorder = new Recorder({ tenantId, vaultId, apiKey, origin, beginning: now(), options }, now);
  }

  /** A request to the service or the control API, from its observation; others are not part of a scenario. */
  request(seen: Observation): void {
    const { surface, operation, method, path, search, requestHeaders, requestBody, status, replyHeaders } = seen;
    // Before the world is there, and on paths that nothing serves, there is nothing to repeat.
    if (surface === "rpc" || seen.clock === null || !isOfSurface(seen)) return;
    if (isPreflight({ method, headers: requestHeaders })) return;
    const transactionId = replyHeaders["X-Transaction-Id"];
    this.#recorder?.request({
      ...{ surface: `/${surface}` as const, operation: operation?.id, method, path, search },
      transactionId: transactionId === undefined ? undefined : String(transactionId),
      apiKey: textOf(requestHeaders["x-api-key"]),
      idempotencyKey: textOf(requestHeaders["idempotency-key"]),
      body: requestBody,
      reply: status === null ? undefined : { status, text: seen.replyText },
    });
  }

  sent(network: string, transaction: Submission, hash: string): void {
    this.#recorder?.transfer(network, transaction, hash);
  }

  acted(network: string, method: string, parameters: readonly unknown[]): void {
    this.#recorder?.act(network, method, parameters);
  }

  /** Writes the file atomically: an old one stays until the new one is complete. */
  async save(runtime: WorldRuntime): Promise<void> {
    const scenario = await this.#recorder?.scenario(eventsOf(runtime));
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
  const { tenantId } = opened.defaultTenant;
  return listEvents(flow.world.db, { tenantId, after: 0, limit: MAX_EVENTS }).flatMap(({ type, body }) =>
    body === null ? [] : [{ type, payload: (exactJson(body) as { payload: unknown }).payload }],
  );
}

/** False for a path that nothing serves: a request that forgot `/v1` is no call of the service. */
function isOfSurface({ surface, target }: Observation): boolean {
  const [path] = splitTarget(target);
  return path === `/${surface}` || path.startsWith(`/${surface}/`);
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}
