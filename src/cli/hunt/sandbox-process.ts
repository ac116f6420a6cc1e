// A sandbox of a hunt as a process of its own: with `--jobs` several sandboxes work at the same time.
import type { HuntSandbox } from "../../hunt/host.ts";
import { isObject } from "../../kernel/is-object.ts";
import type { ReadyInfo } from "../../runtime/ready-info.ts";
import { readyVariables } from "../../runtime/ready-variables.ts";
import { type ChildGroup, CommandError, type ProcessIo } from "../process-io.ts";

/** Characters of output that are kept to say why it did not start. */
const MAX_OUTPUT = 4_000;

type Started = { readonly group: ChildGroup; readonly ready: Omit<ReadyInfo, "pid"> };

/** Starts `start` in a process of its own; `begun` gets it before it is ready. @throws CommandError when it ends before */
export async function startSandboxProcess(
  { seed, webhook }: { seed: number; webhook: string | null },
  io: ProcessIo,
  begun: (group: ChildGroup) => void,
): Promise<HuntSandbox> {
  const flags = ["--port", "0", "--json", "--clock", "frozen", "--tier", "enterprise", "--log-level", "error"];
  const own = ["start", ...flags, "--seed", String(seed), ...(webhook === null ? [] : ["--webhook", webhook])];
  // Options of `start` that stand in the environment are meant for another sandbox.
  const environment = Object.fromEntries(
    Object.entries(io.environment).filter(([name]) => !name.startsWith("SANDBOX_")),
  );
  const { group, ready } = await untilReady(own, environment, io, begun);
  return {
    ...{ url: ready.url, adminToken: ready.admin_token ?? null, apiKey: ready.api_key, tenantId: ready.tenant_id },
    ...{ vaultId: ready.vault_id, webhookSecret: ready.webhook_secret, environment: readyVariables(ready) },
    async close() {
      group.kill("SIGTERM");
      await group.ended;
    },
  };
}

function untilReady(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  io: ProcessIo,
  begun: (group: ChildGroup) => void,
): Promise<Started> {
  const [command, ...before] = io.ownCommand;
  let output = "";
  let isReady = false;
  return new Promise((resolve, reject) => {
    const group = io.spawnGroup(command, [...before, ...args], environment, (text) => {
      if (isReady) return;
      output = `${output}${text}`.slice(-MAX_OUTPUT);
      const ready = readyIn(output);
      if (ready === null) return;
      isReady = true;
      resolve({ group, ready });
    });
    begun(group);
    group.ended.then(
      () => reject(new CommandError(`a sandbox of the hunt ended before it was ready: ${output.trim()}`)),
      (error: unknown) => reject(new CommandError(`a sandbox of the hunt cannot be started: ${String(error)}`)),
    );
  });
}

/** The line that says that the sandbox is ready, once it is whole. */
function readyIn(output: string): ReadyInfo | null {
  for (const line of output.split("\n").slice(0, -1)) {
    if (!line.startsWith("{")) continue;
    const value: unknown = JSON.parse(line);
    if (isObject(value) && typeof value["api_key"] === "string") return value as ReadyInfo;
  }
  return null;
}
