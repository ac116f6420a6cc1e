// A version of the sandbox as a child process, and calls of its HTTP interfaces.
import type { ReadyInfo } from "../../src/runtime/ready-info.ts";
import { PROBE, sampleOf } from "../growth/watch.ts";
import { type Client, openClient } from "../measure/client.ts";
import { startProcess } from "./process.ts";
import type { Version } from "./versions.ts";

export type Sandbox = {
  name: Version["name"];
  ready: ReadyInfo;
  pid: number;
  /** `POST` to the control API: the `data` of the answer. */
  admin<T>(path: string, body?: unknown): Promise<T>;
  /** `POST` to the service with the key of the default tenant. */
  post<T>(path: string, body: unknown): Promise<T>;
  /** `GET` of the service: the whole answer. */
  get<T>(path: string): Promise<T>;
  /** `GET` of the control API: the `data` of the answer. */
  look<T>(path: string): Promise<T>;
  /** `DELETE` and `PUT` of the control API. */
  delete(path: string): Promise<void>;
  put(path: string, body: unknown): Promise<void>;
  /** Memory that is in use, in MB: a collection comes first, and what the heap keeps for later does not count. Only with a probe. */
  liveMegabytes(): Promise<number>;
  stop(): Promise<void>;
};

/** Starts `start --port 0 --json` and resolves with what the ready line says. `probed`: its memory is asked for. */
export async function startSandboxOf(
  { name, main }: Version,
  flags: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  probed = false,
): Promise<Sandbox> {
  const node = probed ? PROBE : [];
  const words = [process.execPath, ...node, main, "start", "--port", "0", "--json", ...flags] as const;
  const started = await startProcess(words, /^\{/, { env, ipc: probed });
  const ready = JSON.parse(started.line) as ReadyInfo;
  const service = openClient(ready.api_base_url);
  const control = openClient(ready.admin_url);
  const data = async <T>(client: Client, path: string, body: unknown, key?: string): Promise<T> => {
    const request = {
      method: "POST" as const,
      path,
      body: JSON.stringify(body),
      ...(key === undefined ? {} : { key }),
    };
    return (JSON.parse(await client.send({ ...request, status: "2xx" })) as { data: T }).data;
  };
  return {
    ...{ name, ready, pid: started.pid },
    admin: (path, body = {}) => data(control, path, body),
    post: (path, body) => data(service, path, body, ready.api_key),
    get: async (path) => JSON.parse(await service.send({ method: "GET", path, key: ready.api_key })),
    look: async (path) => (JSON.parse(await control.send({ method: "GET", path })) as { data: never }).data,
    delete: async (path) => void (await control.send({ method: "DELETE", path, status: "2xx" })),
    put: async (path, body) =>
      void (await control.send({ method: "PUT", path, body: JSON.stringify(body), status: "2xx" })),
    liveMegabytes: async () => (await sampleOf(started.child)).live / 1e6,
    async stop() {
      await Promise.all([service.close(), control.close()]);
      await started.stop();
    },
  };
}

/** Does something with one running sandbox of each version, and stops them. */
export async function withSandboxes<T>(
  versions: readonly Version[],
  use: (sandboxes: readonly Sandbox[]) => Promise<T>,
  { flags = [], probed = false }: { flags?: readonly string[]; probed?: boolean } = {},
): Promise<T> {
  const sandboxes: Sandbox[] = [];
  try {
    for (const version of versions) sandboxes.push(await startSandboxOf(version, flags, {}, probed));
    return await use(sandboxes);
  } finally {
    for (const sandbox of sandboxes) await sandbox.stop();
  }
}
