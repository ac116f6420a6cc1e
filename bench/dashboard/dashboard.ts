// What the page costs with 100,000 events: `npm run bench:dashboard`. Exit code 1 when a limit is exceeded; `--save` keeps the results.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Limit } from "../growth/limit.ts";
import { load, machine, machineText } from "../report/machine.ts";
import { startSandboxOf } from "../subjects/sandbox.ts";
import { build, versionNow } from "../subjects/versions.ts";
import { commitMuch, measureAnswers, measureIdle, measureMessages } from "./at-server.ts";
import { measureInBrowser } from "./in-browser.ts";
import { writeLongStory } from "./long-story.ts";
import { measureSizes } from "./sizes.ts";

const ROOT = join(import.meta.dirname, "../..");
const { values } = parseArgs({
  allowNegative: true,
  options: {
    events: { type: "string", default: "100000" },
    build: { type: "boolean", default: true },
    save: { type: "boolean", default: false },
  },
});
const say = (text: string): void => void process.stderr.write(`bench: ${text}\n`);

/** All measures; the sandbox is the built command with a data folder. */
async function measure(folder: string, events: number): Promise<Limit[]> {
  const version = versionNow();
  say(`a folder with ${events} events and deliveries`);
  const story = await writeLongStory(folder, events);
  const sandbox = await startSandboxOf(version, ["--data", folder, "--clock", "frozen"]);
  const alone = await startSandboxOf(version, ["--clock", "frozen"]);
  try {
    say("answers of the server");
    const answers = await measureAnswers(sandbox, story);
    say("the page in Chromium");
    const messages: Limit[] = [];
    const inBrowser = await measureInBrowser(new URL(sandbox.ready.admin_url).origin, events, {
      busy: async () => void messages.push(await measureMessages(sandbox, () => commitMuch(sandbox))),
      idle: () => measureIdle(sandbox, alone),
    });
    return [...inBrowser, ...messages, ...answers];
  } finally {
    await Promise.all([sandbox.stop(), alone.stop()]);
  }
}

function lineOf({ what, value, limit, note }: Limit): string {
  const verdict = value <= limit ? "ok    " : "BROKEN";
  return `${verdict} ${what}: ${value.toFixed(1)} (at most ${limit})${note === undefined ? "" : `\n       ${note}`}`;
}

const here = machine(ROOT, new Date());
if (values.build) build();
const folder = mkdtempSync(join(tmpdir(), "bench-dashboard-"));
const limits: Limit[] = [];
const { limits: sizes, parts } = measureSizes(join(ROOT, "dist/dashboard"));
try {
  limits.push(...sizes, ...(await measure(join(folder, "world"), Number(values.events))));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
here.load.push(load());
const largest = parts
  .slice(0, 8)
  .map(({ name, kilobytes }) => `       ${name.replace(/-[^-]*$/, "")} ${kilobytes.toFixed(1)}`);
const text = [...limits.map(lineOf), "       parts of routes, gzip, kB:", ...largest, machineText(here)].join("\n");
console.log(text);
if (limits.some(({ value, limit }) => !(value <= limit))) process.exitCode = 1;
if (values.save) {
  const title = `# Results of \`npm run bench:dashboard\`\n\nThe page with ${values.events} events and deliveries in a data folder.\n`;
  writeFileSync(
    join(ROOT, `bench/results/${versionNow().version}-dashboard.md`),
    `${title}\n\`\`\`text\n${text}\n\`\`\`\n`,
  );
}
// Connections that a server keeps open must not keep this process alive.
process.exit();
