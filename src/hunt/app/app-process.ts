// The app as a process group: started with the sandbox's variables, awaited until it is ready, killed and started again (U-14).
import { isMissingShell, NO_SHELL } from "../../kernel/shell.ts";
import { sleep, type WallClock } from "../../kernel/wall-clock.ts";
import type { Processes, StartedGroup } from "../host.ts";
import { AppFault } from "./app.ts";
import { type AppReply, request } from "./requests.ts";

/** Wall ms until the app must be ready. */
const READY_TIMEOUT_MS = 60_000;
const PAUSE_MS = 15;
/** Wall ms after which an app that takes connections and answers none of them counts as ready. */
const HANGS_UP_MS = 15_000;
/** Why there is no answer where somebody took the connection. */
const HANGS_UP: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "ECONNRESET"]);
const GRACE_MS = 5_000;
const KEPT_LINES = 20;
const MAX_LINE = 500;

/** What a proxy in front of the app answers while the app does not run. */
const NOBODY_BEHIND: ReadonlySet<number> = new Set([502, 503, 504]);

type Environment = Readonly<Record<string, string | undefined>>;

export type ProcessOptions = {
  readonly command: string;
  /** GET answers below 500 once the app is ready. Undefined: `webhook` is asked, where any answer will do, and in the end also none. */
  readonly ready: string | undefined;
  readonly webhook: string | undefined;
};

export class AppProcess {
  readonly #options: ProcessOptions;
  readonly #processes: Processes;
  readonly #wall: WallClock;
  #group: StartedGroup | undefined;
  #end: { code: number | null; signal: string | null } | undefined;
  #environment: Environment = {};
  #output = "";
  /** It takes connections at the webhook's URL and answers no GET there: it is known from its first start. */
  #hangsUp = false;

  constructor(options: ProcessOptions, processes: Processes, wall: WallClock) {
    this.#options = options;
    this.#processes = processes;
    this.#wall = wall;
  }

  /** Starts it and waits until it is ready. @throws AppFault with its last lines */
  async start(environment: Environment): Promise<void> {
    this.#environment = environment;
    if (await this.#isAnswered())
      throw new AppFault(
        `something answers at ${this.#url} already, before the app was started: end it, or have your app listen on another port`,
      );
    const [command, ...args] = wordsOf(this.#options.command);
    this.#end = undefined;
    this.#output = "";
    const group = this.#processes.spawnGroup(command, args, environment, (text) => {
      this.#output = `${this.#output}${text}`.slice(-KEPT_LINES * MAX_LINE);
    });
    this.#group = group;
    let refused: unknown;
    void group.ended.then(
      (end) => {
        if (this.#group === group) this.#end = end;
      },
      (error: unknown) => {
        refused = error;
      },
    );
    await this.#untilReady(command, () => refused);
  }

  /** @throws AppFault when it ended, could not be started, or is not ready in time */
  async #untilReady(command: string, refused: () => unknown): Promise<void> {
    const url = this.#url;
    const began = this.#wall.monotonic();
    while (url !== undefined) {
      if (this.#processes.signal?.aborted) throw new AppFault("it was interrupted before the app was ready");
      if (refused() !== undefined) throw new AppFault(refusal(command, refused()));
      const died = this.died();
      if (died !== null) throw new AppFault(`the app ended before it was ready: ${died}`);
      const reply = await request({ method: "GET", url, timeoutMs: 2_000 }, this.#wall);
      const waited = this.#wall.monotonic() - began;
      if (this.#isReady(reply, waited)) return;
      if (waited > READY_TIMEOUT_MS) throw new AppFault(this.#notReady(url, reply));
      await sleep(this.#wall, PAUSE_MS);
    }
  }

  #isReady(reply: AppReply | string, waited: number): boolean {
    const { ready } = this.#options;
    if (typeof reply !== "string") return ready === undefined || reply.status < 500;
    // Where webhooks go, a GET may be more than the app is made for. A port that is only forwarded hangs up as well, until the app runs behind it.
    if (ready !== undefined || !HANGS_UP.has(reply)) return false;
    this.#hangsUp ||= waited > HANGS_UP_MS;
    return this.#hangsUp;
  }

  #notReady(url: string, reply: AppReply | string): string {
    const last = typeof reply === "string" ? reply : `status ${reply.status}`;
    const said = this.#lastLines();
    return `the app did not answer GET ${url} as it should within ${READY_TIMEOUT_MS / 1_000} s (${last} at last): name a URL that answers with --ready${said && `\nit printed:\n${said}`}`;
  }

  /** As a crash: SIGKILL, and a new start. @throws AppFault */
  async restart(): Promise<void> {
    await this.#kill("SIGKILL");
    const until = this.#wall.monotonic() + GRACE_MS;
    while (await this.#isAnswered()) {
      if (this.#wall.monotonic() > until)
        throw new AppFault(
          `the app still answers at ${this.#url} after it was killed: --app must start it as a child of its own, not as a service; or set "keeps": false, so that it is not restarted`,
        );
      await sleep(this.#wall, PAUSE_MS);
    }
    await this.start(this.#environment);
  }

  /** SIGTERM, and after a while SIGKILL. */
  async stop(): Promise<void> {
    const timer = this.#wall.after(GRACE_MS, () => this.#group?.kill("SIGKILL"));
    await this.#kill("SIGTERM");
    timer.cancel();
  }

  /** How it ended by itself, and its last lines; null while it runs. */
  died(): string | null {
    if (this.#end === undefined) return null;
    const { code, signal } = this.#end;
    return `${signal === null ? `exit code ${code}` : signal}\n${this.#lastLines()}`;
  }

  #lastLines(): string {
    const lines = this.#output.trimEnd().split("\n").slice(-KEPT_LINES);
    return lines.map((line) => line.slice(0, MAX_LINE)).join("\n");
  }

  get #url(): string | undefined {
    const { ready, webhook } = this.#options;
    return ready ?? webhook;
  }

  /** Whether a server that is not this app answers in its place: what is asked of it would be judged as the app's. */
  async #isAnswered(): Promise<boolean> {
    const url = this.#url;
    if (url === undefined) return false;
    const reply = await request({ method: "GET", url, timeoutMs: 2_000 }, this.#wall);
    if (typeof reply === "string") return this.#hangsUp && HANGS_UP.has(reply);
    return !NOBODY_BEHIND.has(reply.status);
  }

  async #kill(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const group = this.#group;
    this.#group = undefined;
    if (group === undefined) return;
    group.kill(signal);
    await group.ended.catch(() => undefined);
    // What it left behind in its group keeps the port.
    group.kill("SIGKILL");
  }
}

function refusal(command: string, error: unknown): string {
  if (!isMissingShell(command, error)) return `the app cannot be started (${String(error)}): check --app`;
  return `${NO_SHELL}, or write --app as a program and plain words, without quotes and variables`;
}

/** The words of a command; one that only a shell understands is given to it. */
function wordsOf(command: string): [string, ...string[]] {
  const [first, ...others] = command.trim().split(/\s+/);
  return first === undefined || /["'`$&|;<>()*?{}\\~#[\]]|^\w+=/.test(command)
    ? ["sh", "-c", command]
    : [first, ...others];
}
