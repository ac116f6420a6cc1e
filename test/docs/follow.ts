// Follows a page from top to bottom as a reader would, and reports where commands do not have the documented result.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonDifference, textDifference } from "./match.ts";
import { type Block, blocksOf, type Role, roleOf } from "./page.ts";
import { recipeFaults } from "./recipe.ts";
import { workflowScript } from "./workflow.ts";
import { aWorkspace, type Workspace } from "./workspace.ts";

/** One command or program, with the output that the page shows. */
type Step = { block: Block; role: Role; shows?: Block };

/**
 * The wrong statements of the page, in order; empty for a correct page. Steps after the first command that fails are not run.
 */
export async function follow(markdown: string, workspaceFor = aWorkspace): Promise<string[]> {
  const steps = stepsOf(blocksOf(markdown));
  const workspace = await workspaceFor(markdown);
  try {
    const faults = steps.flatMap(({ block, role }) =>
      role === "recipe" || role === "workflow" ? recipeFaults(block) : [],
    );
    writeFileSync(join(workspace.folder, ".page"), scriptOf(steps, workspace));
    const { code, stderr } = await inBash(workspace);
    const reached = Number(
      existsSync(join(workspace.folder, ".at")) ? readFileSync(join(workspace.folder, ".at"), "utf8") : 0,
    );
    const broken = code === 0 ? undefined : steps[reached];
    if (broken !== undefined)
      faults.push(`line ${broken.block.line}: ended with ${code}\n${stderr}${said(workspace, reached, "err")}`);
    for (const [index, step] of steps.entries()) {
      const wrong = broken !== undefined && index >= reached ? undefined : stepFault(step, index, workspace);
      if (wrong !== undefined) faults.push(`line ${(step.shows ?? step.block).line}: ${wrong}`);
    }
    return faults;
  } finally {
    await workspace.clear();
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
 * The output of a terminal since the last read, as soon as it contains the last line that the page shows; after half a minute
 * whatever there is, so that the comparison reports what is missing.
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

/** Waits at most half a minute until a background command has printed its first line. */
const READY = (index: number): string =>
  `for _ in $(seq 600); do [ -s .${index}.out ] || [ -s .${index}.err ] || ! kill -0 $! 2>/dev/null || { sleep 0.05; continue; }; break; done`;

/** The lines of what runs to its end before the next block; none for other roles. */
function foreground({ block, role }: Step, text: string, index: number): string[] {
  if (role !== "shell" && role !== "workflow") return [];
  const own = role === "workflow" ? [workflowScript(text)] : shellLines(text, block.attributes["exit"], index);
  return [`exec >.${index}.out 2>.${index}.err`, ...own];
}

function scriptOf(steps: readonly Step[], { ports }: Workspace): string {
  const lines = ["set -eo pipefail", "exec 3>&1 4>&2"];
  for (const [index, { block, role }] of steps.entries()) {
    const text = withPorts(block.text, ports);
    lines.push(`echo ${index} >.at`);
    lines.push(...foreground({ block, role }, text, index));
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

/** A block that must fail says so: the exit code of its last command is checked afterwards. */
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

function stepFault({ block, role, shows }: Step, index: number, workspace: Workspace): string | undefined {
  const { exit } = block.attributes;
  if (exit !== undefined) {
    const code = readFileSync(join(workspace.folder, `.${index}.code`), "utf8").trim();
    if (code !== exit)
      return `the page says it ends with ${exit}, it ended with ${code}\n${said(workspace, index, "err")}`;
  }
  if (shows === undefined || role === "file") return undefined;
  // A terminal shows both streams; a page seldom needs stderr.
  const seen = `${said(workspace, index, "out")}${said(workspace, index, "err")}`;
  if (shows.language !== "json") return textDifference(shows.text, seen);
  try {
    return jsonDifference(JSON.parse(shows.text), JSON.parse(seen));
  } catch (error) {
    return `${String(error)}\n${seen.slice(0, 2_000)}`;
  }
}

/** Runs the page's script; all processes that it started end with it. */
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
    // "exit", not "close": a sandbox that the page started keeps the pipe open.
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
    // No process was left.
  }
}
