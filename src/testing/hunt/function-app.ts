// The app of the test library as a hunt sees it: functions in this process instead of commands and requests.
import type { ActionName } from "../../hunt/adapter.ts";
import { type ActAnswer, type ActValues, type App, AppFault } from "../../hunt/app/app.ts";
import { type Books, BooksFault } from "../../hunt/judge/books.ts";
import { BooksReader } from "../../hunt/judge/books-reader.ts";
import { isObject } from "../../kernel/is-object.ts";
import type { WallClock } from "../../kernel/wall-clock.ts";
import type { HuntedApp, RunningApp, SandboxVariables } from "./hunted-app.ts";

/** Wall ms that a function of the app may take, and that its start may. */
const CALL_MS = 15_000;
const START_MS = 60_000;

type Parts = { readonly wall: WallClock; guessed(text: string): void };

export class FunctionApp implements App {
  readonly #functions: HuntedApp;
  readonly #wall: WallClock;
  readonly #reader: BooksReader;
  #running: RunningApp = undefined;
  #environment: Readonly<Record<string, string>> = {};
  /** What the function `withdraw` read of its orders; null before the first one. */
  #read: Set<string> | null = null;

  constructor(functions: HuntedApp, { wall, guessed }: Parts) {
    this.#functions = functions;
    this.#wall = wall;
    const told = new Set<string>();
    this.#reader = new BooksReader({}, (text) => {
      if (!told.has(text)) guessed(text);
      told.add(text);
    });
  }

  get canRestart(): boolean {
    return this.#functions.keeps === true;
  }
  get canReset(): boolean {
    return this.#functions.reset !== undefined;
  }
  get hasBooks(): boolean {
    return this.#functions.books !== undefined;
  }
  can(action: ActionName): boolean {
    return this.#functions[action] !== undefined;
  }

  namesInOrders(what: "network" | "asset"): boolean {
    return this.#read === null || this.#read.has(what);
  }

  async start(environment: Readonly<Record<string, string>>): Promise<void> {
    this.#environment = environment;
    this.#running = await this.#called("app", () => this.#functions.app(environment as SandboxVariables), START_MS);
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start(this.#environment);
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await this.#called("the end of the app", () => ended(running), CALL_MS);
  }

  async reset(): Promise<void> {
    const { reset } = this.#functions;
    if (reset !== undefined) await this.#called("reset", reset, CALL_MS);
  }

  /** An exception of the app's code is what a caller of the app would see: the step failed. */
  async act(name: ActionName, values: ActValues): Promise<ActAnswer> {
    const action = this.#functions[name] as ((values: ActValues) => unknown) | undefined;
    const nothing = { status: null, address: null, addresses: {} };
    if (action === undefined) return { ok: false, ...nothing, text: `there is no function ${name}` };
    try {
      const given = name === "withdraw" ? this.#watched(values) : values;
      const answer = await inTime(this.#wall, CALL_MS, async () => action(given));
      return { ok: true, status: null, ...addressesIn(answer), text: `${name}()` };
    } catch (error) {
      return { ok: false, ...nothing, text: `${name}() → ${messageOf(error)}` };
    }
  }

  /** The order, of which is noted what the function reads. */
  #watched(order: ActValues): ActValues {
    this.#read ??= new Set();
    const read = this.#read;
    return new Proxy(order, {
      get: (values, name) => {
        read.add(String(name));
        return Reflect.get(values, name);
      },
      ownKeys(values) {
        for (const name of Object.keys(values)) read.add(name);
        return Reflect.ownKeys(values);
      },
    });
  }

  async books({ owner = "", network = "", asset = "" }: ActValues): Promise<Books | null> {
    const { books } = this.#functions;
    if (books === undefined) return null;
    let value: unknown;
    try {
      value = await inTime(this.#wall, CALL_MS, async () => books(owner, { network, asset }));
    } catch (error) {
      throw new BooksFault(`the function books failed: ${messageOf(error)}`);
    }
    if (value === undefined || value === null) return null;
    return this.#reader.read(JSON.stringify(value, baseUnits));
  }

  /** Nobody can see that an app in this process ended. */
  died(): null {
    return null;
  }

  async #called<T>(name: string, work: () => T | Promise<T>, limitMs: number): Promise<T> {
    try {
      return await inTime(this.#wall, limitMs, async () => work());
    } catch (error) {
      throw new AppFault(`the function ${name} failed: ${messageOf(error)}`);
    }
  }
}

/** As everywhere in the library: a bigint holds base units. */
function baseUnits(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? { raw: String(value) } : value;
}

/** Ends what the function `app` returned: a function, a server of Node with its open connections, or anything that can be closed. */
async function ended(running: RunningApp): Promise<void> {
  if (running === undefined || running === null) return;
  if (typeof running === "function") await running();
  else if ("closeAllConnections" in running && running.closeAllConnections !== undefined) {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.close(() => resolve());
    running.closeAllConnections();
    await promise;
  } else if ("close" in running) await running.close();
  else await running[Symbol.asyncDispose]();
}

/** An address alone, `{ address }`, or addresses by network. */
function addressesIn(answer: unknown): Pick<ActAnswer, "address" | "addresses"> {
  if (typeof answer === "string") return { address: answer, addresses: {} };
  if (!isObject(answer)) return { address: null, addresses: {} };
  const { address, ...others } = answer;
  const named = Object.entries(others).filter((entry): entry is [string, string] => /^0x/.test(String(entry[1])));
  return { address: typeof address === "string" ? address : null, addresses: Object.fromEntries(named) };
}

/** The result of `work`. @throws Error when there is none within `limitMs` wall ms */
async function inTime<T>(wall: WallClock, limitMs: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = wall.after(limitMs, () => late.reject(new Error(`no result within ${limitMs / 1_000} s`)), {
    unref: true,
  });
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    timer.cancel();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
