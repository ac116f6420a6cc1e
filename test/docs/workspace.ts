// The environment in which a page is followed: an empty folder, a project's packages, the command on the PATH, free ports.

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../src/cli/hunt/free-port.ts";
import { COMMAND, COMMAND_FOLDER } from "../support/the-command.ts";
import { CALL, inProcessCli } from "./in-process-cli.ts";

export const ROOT = join(import.meta.dirname, "../..");
const { name: NAME, version: VERSION } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

export type Workspace = {
  folder: string;
  environment: NodeJS.ProcessEnv;
  ports: ReadonlyMap<string, string>;
  clear(): Promise<void>;
};

/** An environment for a page with this text. Each port that the page names, and the default one, is replaced by a free port. */
export async function aWorkspace(text: string): Promise<Workspace> {
  const folder = mkdtempSync(join(tmpdir(), "a-workspace-"));
  const ports = await freePorts(text);
  mkdirSync(join(folder, ".bin"));
  for (const [name, script] of Object.entries(COMMANDS)) {
    writeFileSync(join(folder, ".bin", name), `#!/usr/bin/env bash\n${script}`);
    chmodSync(join(folder, ".bin", name), 0o755);
  }
  givePackages(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  symlinkSync(join(ROOT, "examples"), join(folder, "examples"));
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(SANDBOX|GITHUB_|VITEST|TEST|VITE|NODE_ENV)/.test(name)),
  );
  const path = `${join(folder, ".bin")}:${join(process.execPath, "..")}:${process.env["PATH"]}`;
  const cli = await inProcessCli();
  const facts = {
    WORKSPACE_MAIN: COMMAND,
    WORKSPACE_ROOT: ROOT,
    WORKSPACE_PORT: ports.get("4010"),
    WORKSPACE_SOCKET: cli.socket,
  };
  const environment = { ...own, ...facts, PATH: path, NO_COLOR: "1" };
  const clear = async (): Promise<void> => {
    await cli.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, environment, ports, clear };
}

/** Built from the sources instead of an installed package; another port than 4010 unless one is named. */
const SANDBOX = `args=("$@")
if [ "\${1:-}" = start ] && [[ " $* " != *" --port "* ]]; then args+=(--port "$WORKSPACE_PORT"); fi
if [[ " start exec doctor run completion hunt mcp " == *" \${1:-} "* ]]; then exec node "$WORKSPACE_MAIN" "\${args[@]}"; fi
# What plays the page's own tests.
if [ "\${1:-}" = contract ] && [[ " run reliance " == *" \${2:-} "* ]]; then exec node "$WORKSPACE_MAIN" "\${args[@]}"; fi
export SANDBOX_URL="\${SANDBOX_URL:-http://127.0.0.1:$WORKSPACE_PORT}"
# What goes on until it is stopped has a process of its own.
if [ "\${1:-}" = listen ] || [[ " $* " =~ " --follow "|" -f " ]]; then exec node "$WORKSPACE_MAIN" "\${args[@]}"; fi
${CALL}`;

const COMMANDS: Readonly<Record<string, string>> = {
  cpsandbox: SANDBOX,
  npx: `while [[ "\${1:-}" == -* ]]; do if [ "$1" = --package ]; then shift; fi; shift; done
name=$1; shift
[ "$name" != cpsandbox ] || exec cpsandbox "$@"
exec node "$WORKSPACE_ROOT/node_modules/.bin/$name" "$@"
`,
  // The scripts of this repository. .ci/bare-machines tests how they find Node and packages, .ci/package what is packed.
  npm: `case "$*" in
  start) exec cpsandbox start ;;
  "start -- "*) shift 2; exec cpsandbox start "$@" ;;
  "run --silent sandbox -- "*) shift 4; exec cpsandbox "$@" ;;
  "run sandbox -- "*) shift 3; exec cpsandbox "$@" ;;
  "run build") ;;
  ci) ;;
  test) exec bash -c "$(node -p 'JSON.parse(require("fs").readFileSync("package.json")).scripts.test')" ;;
  pack) touch "${NAME}-${VERSION}.tgz" ;;
  "install -D ./${NAME}-${VERSION}.tgz") [ -e "$3" ] ;;
  *) echo "no page needs: npm $*" >&2; exit 1 ;;
esac
`,
};

/** The packages of a project that tests with the sandbox; the sandbox itself as it is built from its sources. */
function givePackages(folder: string): void {
  const packages = join(folder, "node_modules");
  mkdirSync(join(packages, "crypto-payment-sandbox"), { recursive: true });
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (!name.startsWith(".")) symlinkSync(join(ROOT, "node_modules", name), join(packages, name));
  symlinkSync(COMMAND_FOLDER, join(packages, "crypto-payment-sandbox/dist"));
  const testing = "./dist/testing.js";
  const facts = { name: "crypto-payment-sandbox", type: "module", exports: { ".": testing, "./testing": testing } };
  writeFileSync(join(packages, "crypto-payment-sandbox/package.json"), JSON.stringify(facts));
}

/** Maps every port that a page names, and the default one, to a free port of this machine. */
export async function freePorts(text: string): Promise<Map<string, string>> {
  const named = [...text.matchAll(/(?:127\.0\.0\.1:|localhost:|--port |PORT=|listen\()(\d{4,5})\b/g)];
  const wanted = new Set(["4010", ...named.map(([, port = ""]) => port)]);
  const free = new Set<number>();
  while (free.size < wanted.size) free.add(await freePort());
  return new Map([...wanted].map((port, index) => [port, String([...free][index])]));
}
