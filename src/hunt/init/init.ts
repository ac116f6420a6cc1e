// `hunt init`: writes the adapter from watching one customer, and tries everything that it derived (U-03).
import { sleep } from "../../kernel/wall-clock.ts";
import type { Adapter } from "../adapter.ts";
import { AdaptedApp } from "../app/adapted-app.ts";
import { Cookies } from "../app/cookies.ts";
import { request } from "../app/requests.ts";
import type { HuntHost } from "../host.ts";
import { valueAt } from "../judge/book-places.ts";
import { prepare } from "../world/setting.ts";
import type { CurlRequest } from "./curl-file.ts";
import { Found, type Missing } from "./found.ts";
import { Probe } from "./probe.ts";
import { openProxy, type Passage } from "./proxy.ts";
import { parsedOrNull } from "./service-calls.ts";
import { trial } from "./trial.ts";
import { Watch } from "./watch.ts";

export type InitOptions = {
  /** `app`, `webhook`, and what else was given: it is kept. */
  readonly adapter: Adapter & { readonly app: string; readonly webhook: string };
  /** Instead of a person: requests that are played in their order. */
  readonly requests: readonly CurlRequest[] | null;
};

export type InitHost = HuntHost & {
  /** A line for the person who uses the app. */
  tell(line: string): void;
  /** Resolves when the person has seen enough. */
  readonly enough: Promise<void>;
};

export type InitResult = {
  readonly adapter: Adapter;
  /** What was tried and holds, one line each. */
  readonly holds: readonly string[];
  readonly missing: readonly Missing[];
};

/** Who plays the requests of a file. */
const CUSTOMER = "customer";
/** Looks for a payout that the app makes after its answer, and wall ms between them. */
const LATE_LOOKS = 20;
const LATE_MS = 100;

/** Watches, derives, tries. @throws AppFault, HostFault */
export async function init(options: InitOptions, host: InitHost): Promise<InitResult> {
  const closing: (() => Promise<void>)[] = [];
  let found: Found;
  try {
    found = await watched(options, host, closing);
  } finally {
    for (const end of closing.reverse()) await end();
  }
  // Worlds without trouble, with an app and a sandbox begun anew.
  if (found.adapter.books !== undefined && !host.signal.aborted) {
    host.progress("playing three worlds without trouble");
    const { worlds, why } = await trial(found.adapter, host);
    if (why === null) found.holds.push(`worlds     ${worlds} without trouble are right`);
    else found.miss("worlds", why);
  }
  const { adapter, holds, missing } = found;
  return { adapter, holds, missing };
}

async function watched(
  { adapter, requests }: InitOptions,
  host: InitHost,
  closing: (() => Promise<void>)[],
): Promise<Found> {
  const folder = host.temporaryFolder();
  closing.push(async () => host.removeFolder(folder));
  const { processes, wall } = host;
  const app = new AdaptedApp(adapter, { processes, wall, folder, guessed: () => {} });
  host.progress("starting the sandbox and your app");
  const seed = host.freshSeed();
  const sandbox = await host.startSandbox({ seed, webhook: adapter.webhook });
  closing.push(
    () => sandbox.close(),
    () => app.stop(),
  );
  await app.reset();
  await app.start(sandbox.environment);
  const accepts = (adapter.accepts ?? []).map(({ network, asset }) => ({
    network: network.toLowerCase(),
    asset: asset.toUpperCase(),
  }));
  const own = { run: `i${seed.toString(36)}`, rulesOff: new Set<never>(), settleMs: 0 };
  const setting = await prepare({ hunt: host, sandbox, app, adapter, accepts, ...own });
  const appOrigin = new URL(adapter.webhook).origin;
  const { promise: all, resolve: onAll } = Promise.withResolvers<void>();
  const passage: { proxy?: Passage } = {};
  const exchanges = () => passage.proxy?.exchanges ?? [];
  // What to do next is said to a person only.
  const tell = (line: string): void => {
    if (requests === null || !line.startsWith("next: ")) host.tell(line);
  };
  const watch = new Watch(setting, { appOrigin, tell, exchanges, onAll });
  const proxy = await openProxy(appOrigin, watch.take);
  passage.proxy = proxy;
  closing.push(() => proxy.close());
  await watch.calm(0);
  if (requests === null) {
    host.tell(`your app is at ${proxy.url} now: what you do there is watched, and forwarded to ${appOrigin}`);
    host.tell("next: open an account or an order there, as a customer would (Enter ends it)");
    await Promise.race([all, host.enough]);
  } else await playAll(requests, { host, proxy, watch });
  await watch.settled();
  host.progress("trying what was seen, on customers of its own");
  const found = new Found(adapter, new Probe(setting), { watch, exchanges: exchanges(), appOrigin });
  if (!host.signal.aborted) await found.derive(app);
  return found;
}

type Playing = { readonly host: InitHost; readonly proxy: Passage; readonly watch: Watch };

/** Plays the requests of a file through the proxy, each after the one before was looked at. */
async function playAll(requests: readonly CurlRequest[], { host, proxy, watch }: Playing): Promise<void> {
  const answers: unknown[] = [];
  // The file is one customer with one browser.
  const cookies = new Cookies(() => host.wall.now());
  const known = (text: string): string =>
    text.replaceAll(/\$\{(\d+)(\/[^}]*)\}/g, (_, number: string, at: string) =>
      String(valueAt(answers[Number(number) - 1], at) ?? ""),
    );
  for (const { method, target, headers, body, line } of requests) {
    if (host.signal.aborted) return;
    const url = `${proxy.url}${known(target)}`;
    const sent = {
      ...{ method, url, headers: { ...headers, ...cookies.headerFor(CUSTOMER, url, headers) } },
      ...(body === null ? {} : { body: known(body) }),
    };
    const reply = await request(sent, host.wall);
    if (typeof reply !== "string") cookies.take(CUSTOMER, url, reply.cookies);
    answers.push(typeof reply === "string" ? null : parsedOrNull(reply.text));
    host.tell(`line ${line}: ${method} ${target.split("?")[0]} → ${typeof reply === "string" ? reply : reply.status}`);
    await watch.settled();
  }
  const last = proxy.exchanges.at(-1)?.number ?? 0;
  const isLate = (): boolean => watch.open !== null && watch.payout === null && last > watch.open.exchange.number;
  for (let look = 0; isLate() && look < LATE_LOOKS && !host.signal.aborted; look += 1) {
    await sleep(host.wall, LATE_MS);
    await watch.calm(last);
  }
}
