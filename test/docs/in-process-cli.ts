// Runs the client commands of a page inside the test process: the same code as in a child process, but a quarter of a second faster.
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import type { ProcessIo } from "../../src/cli/process-io.ts";
import { runCommand } from "../../src/cli/program.ts";

export type InProcessCli = { socket: string; close(): Promise<void> };

/** Listens on a socket for the calls of `CALL`. Each reply is a file for stdout, one for stderr, and the exit code. */
export async function inProcessCli(): Promise<InProcessCli> {
  const folder = mkdtempSync(join(tmpdir(), "a-cli-"));
  const socket = join(folder, "socket");
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    const answers = join(folder, String(calls));
    void buffer(request).then(async (body) => {
      const { code, out, err } = await run(body);
      writeFileSync(`${answers}.out`, out);
      writeFileSync(`${answers}.err`, err);
      response.end(`${answers} ${code}`);
    });
  });
  await new Promise<void>((listening) => server.listen(socket, listening));
  return {
    socket,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The end of a bash script that has the arguments in `args`. Values are separated by zero bytes. */
export const CALL = `input=""
if [ "\${args[0]:-}" = verify ]; then input=$(cat; printf x); input=\${input%x}; fi
read -r answers code < <({
  printf '%s\\0' "$PWD" "$input" "\${#args[@]}" "\${args[@]}"
  env -0 | grep -zE '^(SANDBOX_|SERVICE_API_KEY=|GITHUB_STEP_SUMMARY=)'
} | curl -sS --max-time 120 --unix-socket "$WORKSPACE_SOCKET" --data-binary @- http://workspace/; echo)
cat "$answers.out"
cat "$answers.err" >&2
exit "$code"
`;

async function run(body: Buffer): Promise<{ code: number; out: string; err: string }> {
  const [folder = "", input = "", count = "0", ...rest] = body.toString("utf8").split("\0");
  const words = rest.slice(0, Number(count));
  const variables = rest.slice(Number(count)).filter((line) => line.includes("="));
  const said = { out: "", err: "" };
  const io: ProcessIo = {
    out(text) {
      said.out += text;
    },
    err(text) {
      said.err += text;
    },
    environment: Object.fromEntries(variables.map((line) => line.split(/=(.*)/s).slice(0, 2))),
    ownCommand: ["cpsandbox"],
    pid: process.pid,
    terminal: undefined,
    errorsToTerminal: false,
    stdinIsTerminal: false,
    readFile: (path) => readFileSync(resolve(folder, path), "utf8"),
    makeFolder: (path) => void mkdirSync(resolve(folder, path), { recursive: true }),
    writeFile: (path, text) => writeFileSync(resolve(folder, path), text),
    replaceFile: (path, text) => writeFileSync(resolve(folder, path), text),
    appendFile: (path, text) => appendFileSync(resolve(folder, path), text),
    readInput: async () => input,
    onLine() {},
    killSelf: () => {
      throw new Error("a page's client command kills nobody");
    },
    onStop: () => {},
    spawn: () => {
      throw new Error("a page's client command starts nothing");
    },
    spawnGroup: () => {
      throw new Error("a page's client command starts nothing");
    },
    temporaryFolder: () => mkdtempSync(join(folder, "temporary-")),
    listFolder: (path) => readdirSync(resolve(folder, path)),
    removeFolder: (path) => rmSync(resolve(folder, path), { recursive: true, force: true }),
    outputOf: () => {
      throw new Error("a page's client command starts nothing");
    },
    onOutputClosed: () => {},
  };
  const code = await runCommand(words, io);
  return { code, ...said };
}
