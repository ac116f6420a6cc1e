// The state of one simulation run: the sandbox, the model, the random numbers of the current step, and a trace of all requests and answers.
import { createHash, type Hash } from "node:crypto";
import type { Dice } from "../../src/simulation/dice.ts";
import { countMet } from "../../src/simulation/sometimes.ts";
import type { Answer } from "./http-client.ts";
import { emptyModel, type Model, type TenantBelief } from "./model.ts";
import type { Plan } from "./plan.ts";
import type { Situation } from "./rare-situations.ts";
import type { WorldSetup } from "./world-setup.ts";

/** A check failed: the message says which rule was broken. */
export class CheckFailed extends Error {
  override readonly name = "CheckFailed";
}

/** The statuses that the specification allows for any request (I-41). */
const STATUSES = new Set([200, 201, 400, 401, 404, 409, 429, 500, 502]);
const START = Date.UTC(2026, 0, 1);
const MAX_LINES = 50;

/** What the status counts over all worlds of a process: another seed may have run in it before. */
const OF_THE_PROCESS = /"requests":[0-9]+,"findings":[0-9]+/;

export class Simulation {
  readonly setup: WorldSetup;
  readonly plan: Plan;
  model: Model;
  dice: Dice;
  step = 0;
  /** The operation of the current step. */
  operationName = "";
  /** Failures found outside of the step, for example by a webhook receiver. */
  readonly findings: string[] = [];
  /** Requests come from the checks, not from the simulated client: they enter the digest, but not `lines`. */
  observing = false;
  /** This step sends two requests concurrently: their order is undefined. */
  racing = false;
  #inFlight = 0;
  readonly #answers: string[] = [];
  readonly situations = new Map<Situation, number>();
  /** The last lines of the trace, for people. */
  readonly lines: string[] = [];
  #digest: Hash = createHash("sha256");

  constructor(stage: WorldSetup, plan: Plan, dice: Dice) {
    this.setup = stage;
    this.plan = plan;
    this.dice = dice;
    this.model = emptyModel(plan.networks, START);
  }

  /** Counts a rare situation that occurred. */
  recordSituation(situation: Situation): void {
    countMet(this.situations, situation);
  }

  /** @throws CheckFailed with the text of `what` */
  check(holds: boolean, what: () => string): asserts holds {
    if (!holds) throw new CheckFailed(what());
  }

  trace(line: string): void {
    const plain = line.replaceAll(/127\.0\.0\.1:\d+/g, "here");
    this.#digest.update(`${plain}\n`);
    if (this.observing) return;
    this.lines.push(`${this.step} ${plain.slice(0, 240)}`);
    if (this.lines.length > MAX_LINES) this.lines.shift();
  }

  get digest(): string {
    return this.#digest.copy().digest("hex");
  }

  tenant(number: number): TenantBelief {
    const tenant = this.model.tenants[number];
    if (tenant === undefined) throw new Error(`there is no tenant ${number}`);
    return tenant;
  }

  /** Calls the service as a tenant and checks the envelope and status of the answer (I-41). Undefined = no answer. */
  async ask(tenant: number, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const key = this.tenant(tenant).keys.find(({ revoked }) => !revoked)?.key ?? "";
    const answer = await this.send(method, `/v1${path}`, body, { "x-api-key": key, ...headers });
    if (answer === undefined) {
      this.check((this.model.armed["api.request"] ?? 0) > 0, () => `${method} ${path} got no answer`);
      return undefined;
    }
    this.#checkEnvelope(`${method} ${path}`, answer);
    return answer;
  }

  /** Calls the control API: there must be an answer, and never 500. */
  async admin(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.send(method, `/admin${path}`, body);
    this.check(answer !== undefined, () => `${method} /admin${path} got no answer`);
    this.check(answer.status < 500, () => `${method} /admin${path} answered ${answer.status} ${answer.text}`);
    return answer;
  }

  /** Calls the control API and expects 200 or 201; returns `data`. */
  async adminOk(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.admin(method, path, body);
    this.check(answer.status < 300, () => `${method} /admin${path} answered ${answer.status} ${answer.text}`);
    return answer.data;
  }

  async send(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    this.#inFlight += 1;
    const answer = await this.setup.http.ask(`${this.setup.ready.url}${path}`, method, body, headers);
    this.#inFlight -= 1;
    // Deliveries run concurrently with the loop: how many steps run-until-idle took depends on the machine, so only its time is traced.
    const text = path === "/admin/run-until-idle" ? answer?.data?.clock?.now : answer?.text.replace(OF_THE_PROCESS, "");
    const said = answer === undefined ? "no answer" : `${answer.status} ${text}`;
    this.#answers.push(`${method} ${path} ${body === undefined ? "" : JSON.stringify(body)} → ${said}`);
    // Which of several concurrent answers arrives first depends on the machine: they are traced together, sorted.
    if (this.#inFlight === 0) for (const line of this.#answers.splice(0).toSorted()) this.trace(line);
    return answer;
  }

  /** Calls a node and traces the result. */
  async node(network: string, method: string, params: unknown[]): Promise<any> {
    const [result] = await this.setup.rpc(network, [{ method, params }]);
    this.trace(
      `${network} ${method} ${JSON.stringify(params).slice(0, 200)} → ${JSON.stringify(result)?.slice(0, 200)}`,
    );
    return result;
  }

  #checkEnvelope(what: string, { status, json, headers }: Answer): void {
    const excused = Object.values(this.model.armed).some((count) => count > 0);
    const known = STATUSES.has(status) && (status !== 500 || excused);
    this.check(known, () => `${what} answered ${status} ${JSON.stringify(json)}`);
    const isEnvelope =
      status < 300
        ? json.success === true && typeof json.message === "string" && "data" in json
        : json.success === false &&
          json.code === status &&
          typeof json.error === "string" &&
          Object.keys(json).length === 3;
    this.check(isEnvelope, () => `${what} answered ${status} in another envelope: ${JSON.stringify(json)}`);
    for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-request-id"])
      this.check(headers[name] !== undefined, () => `${what} answered without ${name}`);
  }
}
