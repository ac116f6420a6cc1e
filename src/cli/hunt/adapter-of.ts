// The adapter that a hunt uses: that of the file, with flags before it; and what it may name (U-01, U-70, U-71).
import type { Adapter } from "../../hunt/adapter.ts";
import { AdapterFault, checkAdapter, type FileOptions, readHuntFile } from "../../hunt/hunt-file.ts";
import { realKeyIn, remoteUrlIn } from "../../hunt/safety.ts";
import { CommandError, codeOf, type ProcessIo } from "../process-io.ts";
import { ADAPTER_FILE, type HuntFlags } from "./options.ts";

/** The adapter of file and flags, and the options that stand in the file. @throws CommandError (code 2) */
export function adapterOf(
  flags: HuntFlags & { noFile?: true },
  io: ProcessIo,
): { adapter: Adapter; options: FileOptions } {
  const usual = flags.noFile !== true && io.listFolder(".").includes(ADAPTER_FILE) ? ADAPTER_FILE : undefined;
  const file = flags.adapter ?? usual;
  const { adapter: given, options } = file === undefined ? { adapter: {}, options: {} } : fileIn(file, io);
  return { adapter: withFlags(given, file ?? "the options", flags), options };
}

function withFlags(given: Adapter, where: string, flags: HuntFlags): Adapter {
  const books = flags.books;
  const isUrl = books !== undefined && /^https?:\/\//.test(books);
  const own = {
    ...defined({
      app: flags.app,
      app_url: flags.appUrl,
      webhook: flags.webhook,
      ready: flags.ready,
      reset: flags.reset,
    }),
    ...(books === undefined
      ? {}
      : { books: { ...withoutPlace(given.books), ...(isUrl ? { url: books } : { command: books }) } }),
    ...(flags.accepts === undefined ? {} : { accepts: flags.accepts.map(placeOf) }),
  };
  const adapter = checked({ ...given, ...own }, where);
  if (adapter.app === undefined && adapter.app_url === undefined)
    throw new CommandError(`say how your app is started: --app 'npm start' (or write ${ADAPTER_FILE})`, 2);
  if (adapter.webhook === undefined)
    throw new CommandError("say where your app takes webhooks: --webhook http://127.0.0.1:3000/webhooks", 2);
  const remote = remoteUrlIn(adapter, flags.allowRemote ?? []);
  if (remote !== undefined)
    throw new CommandError(
      `${remote.url} is not on this machine: if that is meant, add --allow-remote ${remote.host}`,
      2,
    );
  return adapter;
}

/** U-71: no key of the real service may stand in the environment that the app gets. @throws CommandError (code 2) */
export function refuseRealKeys(environment: Readonly<Record<string, string | undefined>>): void {
  const name = realKeyIn(environment);
  if (name === undefined) return;
  throw new CommandError(
    `${name} holds a key of the real service, and your app would get it: take it out of the environment first`,
    2,
  );
}

function fileIn(file: string, io: ProcessIo): { adapter: Adapter; options: FileOptions } {
  try {
    return readHuntFile(io.readFile(file));
  } catch (error) {
    if (error instanceof AdapterFault) throw new CommandError(`${file}: ${error.message}`, 2);
    throw new CommandError(`${file} cannot be read${codeOf(error)}: check the path and its permissions`, 2);
  }
}

function checked(value: unknown, where: string): Adapter {
  try {
    return checkAdapter(value);
  } catch (error) {
    if (error instanceof AdapterFault) throw new CommandError(`${where}: ${error.message}`, 2);
    throw error;
  }
}

function withoutPlace({ url: _url, command: _command, ...rest }: NonNullable<Adapter["books"]> = {}): object {
  return rest;
}

function defined(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function placeOf(text: string): { network: string; asset: string } {
  const [network = "", asset = ""] = text.split("/");
  if (network === "" || asset === "")
    throw new CommandError("--accepts names a network and an asset, such as base/USDC", 2);
  return { network, asset };
}
