// One run of a simulation: the stage, what is believed, the dice of the present step, and a trace of all that was said.
import { createHash, type Hash } from "node:crypto";
import type { Dice } from "../crash/dice.ts";
import { emptyModel, type Model, type TenantBelief } from "./model.ts";
import type { Plan } from "./plan.ts";
import type { Situation } from "./sometimes.ts";
import type { Stage } from "./stage.ts";
import type { Answer } from "./wire.ts";

/** Something that must never happen: the message says what. */
export class Broken extends Error {
  override readonly name = "Broken";
}

/** The answers that the specification knows, to any request (I-41). */
const STATUSES = new Set([200, 201, 400, 401, 404, 409, 429, 500, 502]);
const START = Date.UTC(2026, 0, 1);
const MOST_LINES = 50;

export class Play {
  readonly stage: Stage;
  readonly plan: Plan;
  model: Model;
  dice: Dice;
  step = 0;
  /** The name of the operation of this step. */
  doing = "";
  /** What was found wrong beside the step, by a receiver for example. */
  readonly wrong: string[] = [];
  /** The observer asks, not a client: his questions are no part of the story. */
  observing = false;
  /** Two things are asked for at once in this step: which is first is open. */
  racing = false;
  #underWay = 0;
  readonly #answered: string[] = [];
  readonly met = new Map<Situation, number>();
  /** The last lines of what was said, for people. */
  readonly lines: string[] = [];
  #digest: Hash = createHash("sha256");

  constructor(stage: Stage, plan: Plan, dice: Dice) {
    this.stage = stage;
    this.plan = plan;
    this.dice = dice;
    this.model = emptyModel(plan.networks, START);
  }

  /** A situation of the list was met. */
  note(situation: Situation): void {
    this.met.set(situation, (this.met.get(situation) ?? 0) + 1);
  }

  demand(holds: boolean, what: () => string): asserts holds {
    if (!holds) throw new Broken(what());
  }

  trace(line: string): void {
    const plain = line.replaceAll(/127\.0\.0\.1:\d+/g, "here");
    this.#digest.update(`${plain}\n`);
    if (this.observing) return;
    this.lines.push(`${this.step} ${plain.slice(0, 240)}`);
    if (this.lines.length > MOST_LINES) this.lines.shift();
  }

  get digest(): string {
    return this.#digest.copy().digest("hex");
  }

  tenant(number: number): TenantBelief {
    const tenant = this.model.tenants[number];
    if (tenant === undefined) throw new Error(`there is no tenant ${number}`);
    return tenant;
  }

  /** Asks the service as a tenant; whatever it answers has the envelope and a known status (I-41). Undefined = no answer. */
  async ask(tenant: number, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const key = this.tenant(tenant).keys.find(({ revoked }) => !revoked)?.key ?? "";
    const answer = await this.send(method, `/v1${path}`, body, { "x-api-key": key, ...headers });
    if (answer === undefined) {
      this.demand((this.model.armed["api.request"] ?? 0) > 0, () => `${method} ${path} got no answer`);
      return undefined;
    }
    this.#envelope(`${method} ${path}`, answer);
    return answer;
  }

  /** Asks the admin API: an answer must come, and never 500. */
  async admin(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.send(method, `/admin${path}`, body);
    this.demand(answer !== undefined, () => `${method} /admin${path} got no answer`);
    this.demand(answer.status < 500, () => `${method} /admin${path} answered ${answer.status} ${answer.text}`);
    return answer;
  }

  /** The same, where 200 or 201 is the only answer. */
  async must(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.admin(method, path, body);
    this.demand(answer.status < 300, () => `${method} /admin${path} answered ${answer.status} ${answer.text}`);
    return answer.data;
  }

  async send(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    this.#underWay += 1;
    const answer = await this.stage.wire.ask(`${this.stage.ready.url}${path}`, method, body, headers);
    this.#underWay -= 1;
    // Deliveries are made beside the loop: how many steps it took to do all that is due is none of the world's.
    const text = path === "/admin/run-until-idle" ? answer?.data?.clock?.now : answer?.text;
    const said = answer === undefined ? "no answer" : `${answer.status} ${text}`;
    this.#answered.push(`${method} ${path} ${body === undefined ? "" : JSON.stringify(body)} → ${said}`);
    // Which of several answers arrives first is the machine's: they are told together, in an order of their own.
    if (this.#underWay === 0) for (const line of this.#answered.splice(0).toSorted()) this.trace(line);
    return answer;
  }

  /** Calls a node and traces what came of it. */
  async node(network: string, method: string, params: unknown[]): Promise<any> {
    const [result] = await this.stage.rpc(network, [{ method, params }]);
    this.trace(
      `${network} ${method} ${JSON.stringify(params).slice(0, 200)} → ${JSON.stringify(result)?.slice(0, 200)}`,
    );
    return result;
  }

  #envelope(what: string, { status, json, headers }: Answer): void {
    const excused = Object.values(this.model.armed).some((count) => count > 0);
    const known = STATUSES.has(status) && (status !== 500 || excused);
    this.demand(known, () => `${what} answered ${status} ${JSON.stringify(json)}`);
    const right =
      status < 300
        ? json.success === true && typeof json.message === "string" && "data" in json
        : json.success === false &&
          json.code === status &&
          typeof json.error === "string" &&
          Object.keys(json).length === 3;
    this.demand(right, () => `${what} answered ${status} in another envelope: ${JSON.stringify(json)}`);
    for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-request-id"])
      this.demand(headers[name] !== undefined, () => `${what} answered without ${name}`);
  }
}
