// The app of an adapter: a command or a running server, with actions and books over HTTP or as commands (U-01, U-02).

import type { WallClock } from "../../kernel/wall-clock.ts";
import { type Action, type ActionName, type Adapter, filled, filledCommand, filledUrl } from "../adapter.ts";
import type { Processes } from "../host.ts";
import { valueAt } from "../judge/book-places.ts";
import { type Books, BooksFault } from "../judge/books.ts";
import { BooksReader } from "../judge/books-reader.ts";
import { addressesIn, allForms, NOTHING, nameAt, parsed } from "./answers.ts";
import { type ActAnswer, type ActValues, type App, AppFault } from "./app.ts";
import { AppProcess } from "./app-process.ts";
import { Cookies } from "./cookies.ts";
import { type AppRequest, MAX_ANSWER_BYTES, request } from "./requests.ts";

const COMMAND_TIMEOUT_MS = 60_000;

export type AdaptedOptions = {
  readonly processes: Processes;
  readonly wall: WallClock;
  /** An empty folder of this hunt, for `${folder}`. */
  readonly folder: string;
  /** Called with what was guessed of the books, once for each guess. */
  readonly guessed: (text: string) => void;
  /** Where several apps stand for one: what it set its customers. */
  readonly cookies?: Cookies;
};

export class AdaptedApp implements App {
  readonly #adapter: Adapter;
  readonly #options: AdaptedOptions;
  readonly #process: AppProcess | undefined;
  readonly #reader: BooksReader;
  readonly #cookies: Cookies;
  #environment: Readonly<Record<string, string | undefined>> = {};

  constructor(adapter: Adapter, options: AdaptedOptions) {
    this.#adapter = adapter;
    this.#options = options;
    this.#cookies = options.cookies ?? new Cookies(() => options.wall.now());
    const { app: command, ready, webhook } = adapter;
    if (command !== undefined)
      this.#process = new AppProcess({ command, ready, webhook }, options.processes, options.wall);
    const told = new Set<string>();
    this.#reader = new BooksReader(adapter.books ?? {}, (text) => {
      if (told.has(text)) return;
      told.add(text);
      options.guessed(text);
    });
  }

  get canRestart(): boolean {
    return this.#process !== undefined && this.#adapter.keeps !== false;
  }
  get canReset(): boolean {
    return this.#adapter.reset !== undefined;
  }
  get hasBooks(): boolean {
    return this.#adapter.books?.url !== undefined || this.#adapter.books?.command !== undefined;
  }
  get canName(): boolean {
    return this.#adapter.actions?.open?.owner !== undefined;
  }
  can(action: ActionName): boolean {
    return this.#adapter.actions?.[action] !== undefined;
  }

  /** An address of the customer is one on a network. */
  namesInOrders(what: "network" | "asset"): boolean {
    const text = JSON.stringify(this.#adapter.actions?.withdraw ?? "");
    const places = what === "network" ? ["network", "address"] : ["asset"];
    return places.some((place) => text.includes(`\${${place}}`));
  }

  async start(environment: Readonly<Record<string, string>>): Promise<void> {
    const own = filled(this.#adapter.env ?? {}, { folder: this.#options.folder }) as Record<string, string>;
    this.#environment = { ...this.#options.processes.environment, ...own, ...environment };
    await this.#process?.start(this.#environment);
  }

  async restart(): Promise<void> {
    await this.#process?.restart();
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
  }

  died(): string | null {
    return this.#process?.died() ?? null;
  }

  async reset(): Promise<void> {
    const { reset } = this.#adapter;
    if (reset === undefined) return;
    const { code } = await this.#command(reset);
    if (code !== 0) throw new AppFault(`the command of --reset ended with exit code ${code}: ${reset}`);
  }

  async act(name: ActionName, values: ActValues): Promise<ActAnswer> {
    const action = this.#adapter.actions?.[name];
    if (action === undefined) return { ...NOTHING, ok: false, text: `the app has no action ${name}` };
    const all = allForms(values);
    if (action.command !== undefined) return this.#commanded(action.command, all);
    const before: string[] = [];
    // A customer who is known already is refused there, and goes on all the same.
    for (const one of action.first ?? []) before.push((await this.#asked(one, all)).text);
    const answer = await this.#asked(action, all);
    return { ...answer, text: [...before, answer.text].join(", ") };
  }

  /** A request of a customer, with the cookies that the app set this one. */
  async #request(sent: Omit<AppRequest, "headers">, headers: Record<string, string>, { owner = "" }: ActValues) {
    const cookies = this.#cookies.headerFor(owner, sent.url, headers);
    const reply = await request({ ...sent, headers: { ...headers, ...cookies } }, this.#options.wall);
    if (typeof reply !== "string") this.#cookies.take(owner, sent.url, reply.cookies);
    return reply;
  }

  async #asked(
    { method = "POST", url = "", headers = {}, body, address, addresses, owner }: Action,
    values: ActValues,
  ): Promise<ActAnswer> {
    const target = filledUrl(url, values);
    const sent = body === undefined ? {} : { body: filled(body, values) };
    const reply = await this.#request(
      { method, url: target, ...sent },
      filled(headers, values) as Record<string, string>,
      values,
    );
    const text = `${method} ${new URL(target).pathname}`;
    if (typeof reply === "string") return { ok: false, ...NOTHING, text: `${text} → ${reply}` };
    const { status } = reply;
    const content = parsed(reply.text);
    const found = address === undefined ? undefined : valueAt(content, address);
    const several = addresses === undefined ? {} : addressesIn(valueAt(content, addresses));
    const ok = status >= 200 && status < 300;
    const called = ok ? nameAt(content, owner) : null;
    this.#cookies.alsoCalled(values["owner"] ?? "", called ?? "", target);
    return {
      ok,
      status,
      address: typeof found === "string" ? found : null,
      addresses: several,
      owner: called,
      text: `${text} → ${status}`,
    };
  }

  async #commanded(command: string, values: ActValues): Promise<ActAnswer> {
    const { code } = await this.#command(filledCommand(command, values));
    return { ...NOTHING, ok: code === 0, text: `${command} → exit code ${code}` };
  }

  async books(values: ActValues): Promise<Books | null> {
    const { url, command, headers = {} } = this.#adapter.books ?? {};
    if (url !== undefined) {
      const target = filledUrl(url, values);
      const own = { accept: "application/json", ...(filled(headers, values) as Record<string, string>) };
      const reply = await this.#request({ method: "GET", url: target }, own, values);
      if (typeof reply === "string") throw new BooksFault(`the books at ${target} cannot be read: ${reply}`);
      if (reply.status === 404) return null;
      if (reply.status !== 200)
        throw new BooksFault(`the books at ${target} answered ${reply.status}: GET must give 200`);
      return this.#reader.read(reply.text);
    }
    const { code, out } = await this.#command(filledCommand(command ?? "", values));
    if (code !== 0) throw new BooksFault(`the command of the books ended with exit code ${code}: ${command}`);
    return this.#reader.read(out);
  }

  #command(line: string): Promise<{ code: number | null; out: string }> {
    const limits = { timeoutMs: COMMAND_TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES };
    return this.#options.processes.outputOf(line, limits, this.#environment);
  }
}
