// Follows a page from top to bottom as a reader would, and says where it does not do what it says.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aWorkspace, type Workspace } from "./workspace.ts";
import { jsonDifference, textDifference } from "./match.ts";
import { type Block, blocksOf, type Role, roleOf } from "./page.ts";
import { recipeFaults } from "./recipe.ts";

/** One thing that is done, with what the page says it prints. */
type Step = { block: Block; role: Role; shows?: Block };

/**
 * Everything on the page that is not so, in order; an empty list is a page to trust. Steps behind the first command that
 * fails are not done.
 */
export async function follow(markdown: string, deskFor = aWorkspace): Promise<string[]> {
  const steps = stepsOf(blocksOf(markdown));
  const desk = await deskFor(markdown);
  try {
    const faults = steps.flatMap(({ block, role }) => (role === "recipe" ? recipeFaults(block) : []));
    writeFileSync(join(desk.folder, ".page"), scriptOf(steps, desk));
    const { code, stderr } = await inBash(desk);
    const reached = Number(existsSync(join(desk.folder, ".at")) ? readFileSync(join(desk.folder, ".at"), "utf8") : 0);
    const broken = code === 0 ? undefined : steps[reached];
    if (broken !== undefined)
      faults.push(`line ${broken.block.line}: ended with ${code}\n${stderr}${said(desk, reached, "err")}`);
    for (const [index, step] of steps.entries()) {
      const wrong = broken !== undefined && index >= reached ? undefined : stepFault(step, index, desk);
      if (wrong !== undefined) faults.push(`line ${(step.shows ?? step.block).line}: ${wrong}`);
    }
    return faults;
  } finally {
    await desk.clear();
  }
}

function stepsOf(blocks: readonly Block[]): Step[] {
  const steps: Step[] = [];
  let before: Role | undefined;
  for (const block of blocks) {
    const role = roleOf(block, before);
    const last = steps.at(-1);
    if (role === "shows" && last !== undefined) last.shows = block;
    else steps.push(role === "heard" ? { block, role, shows: block } : { block, role });
    before = role;
  }
  return steps;
}

/**
 * Takes what a terminal has printed since it was last looked at, as soon as the last line that the page shows is there; after half a
 * minute what there is, so that the comparison says what is missing.
 */
function hearing(steps: readonly Step[], index: number, ports: Workspace["ports"]): string[] {
  const { attributes, text } = (steps[index] as Step).block;
  const terminal = steps.findIndex(({ block, role }) => role === "terminal" && isSame(block, attributes));
  if (terminal < 0) throw new Error(`no terminal of the page is called ${attributes["terminal"]}`);
  const last = withPorts(text, ports).trimEnd().split("\n").at(-1)?.replaceAll("'", `'\\''`);
  const heard = `.${terminal}.heard`;
  return [
    `touch ${heard}`,
    `for _ in $(seq 600); do tail -c +$(($(wc -c <${heard}) + 1)) .${terminal}.out >.${index}.out; grep -qxF -- '${last}' .${index}.out && break; sleep 0.05; done`,
    `cat .${index}.out >>${heard}`,
  ];
}

function isSame(block: Block, { terminal }: Block["attributes"]): boolean {
  return terminal !== "" && block.attributes["terminal"] === terminal;
}

/** Waits, for at most half a minute, until something that goes on has printed its first line. */
const READY = (index: number): string =>
  `for _ in $(seq 600); do [ -s .${index}.out ] || [ -s .${index}.err ] || ! kill -0 $! 2>/dev/null || { sleep 0.05; continue; }; break; done`;

function scriptOf(steps: readonly Step[], { ports }: Workspace): string {
  const lines = ["set -eo pipefail", "exec 3>&1 4>&2"];
  for (const [index, { block, role }] of steps.entries()) {
    const text = withPorts(block.text, ports);
    lines.push(`echo ${index} >.at`);
    if (role === "shell")
      lines.push(`exec >.${index}.out 2>.${index}.err`, ...shellLines(text, block.attributes["exit"], index));
    if (role === "terminal")
      lines.push(`( ${text.trim()}\n) >.${index}.out 2>.${index}.err &`, READY(index), "kill -0 $!");
    if (role === "heard") lines.push("exec >&3 2>&4", ...hearing(steps, index, ports));
    if (role === "module" || role === "file") {
      const name = block.attributes["file"] ?? `.${index}.${block.language}`;
      lines.push(
        "exec >&3 2>&4",
        `mkdir -p "$(dirname ${name})"`,
        `cat >${name} <<'__END_OF_BLOCK__'\n${text}__END_OF_BLOCK__`,
      );
      if (role === "module") lines.push(`exec >.${index}.out 2>.${index}.err`, `node ${name}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** A block that is to fail says so: the exit code of its last command is looked at afterwards. */
function shellLines(text: string, exit: string | undefined, index: number): string[] {
  if (exit === undefined) return [text];
  return ["set +e", text, `echo $? >.${index}.code`, "set -e"];
}

function withPorts(text: string, ports: Workspace["ports"]): string {
  return [...ports].reduce(
    (all, [port, free]) => all.replaceAll(new RegExp(`(?<![\\w.])${port}(?!\\w)`, "g"), free),
    text,
  );
}

function said({ folder, ports }: Workspace, index: number, stream: "out" | "err"): string {
  const file = join(folder, `.${index}.${stream}`);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return [...ports].reduce((all, [port, free]) => all.replaceAll(free, port), text);
}

function stepFault({ block, role, shows }: Step, index: number, desk: Workspace): string | undefined {
  const { exit } = block.attributes;
  if (exit !== undefined) {
    const code = readFileSync(join(desk.folder, `.${index}.code`), "utf8").trim();
    if (code !== exit) return `the page says it ends with ${exit}, it ended with ${code}\n${said(desk, index, "err")}`;
  }
  if (shows === undefined || role === "file") return undefined;
  // What a person sees at the terminal is both streams; a page seldom needs the second.
  const seen = `${said(desk, index, "out")}${said(desk, index, "err")}`;
  if (shows.language !== "json") return textDifference(shows.text, seen);
  try {
    return jsonDifference(JSON.parse(shows.text), JSON.parse(seen));
  } catch (error) {
    return `${String(error)}\n${seen.slice(0, 2_000)}`;
  }
}

/** Runs the page's script; everything it started ends with it. */
function inBash({ folder, environment }: Workspace): Promise<{ code: number | null; stderr: string }> {
  const child = spawn("bash", [".page"], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (bytes: Buffer) => (stderr += bytes.toString()));
  return new Promise((resolve) => {
    // "exit", not "close": a sandbox that the page started still holds the pipe.
    child.once("exit", (code) => {
      if (child.pid !== undefined) endGroup(child.pid);
      resolve({ code, stderr });
    });
  });
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of it was left.
  }
}
