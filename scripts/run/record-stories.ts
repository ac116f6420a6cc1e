// Records the stories of test/recorded against another version of this project: `node scripts/launch.mjs scripts/run/record-stories.ts CHECKOUT FILE`.
// CHECKOUT is a folder with that version and its packages; FILE gets all answers and webhooks as compressed JSON.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { type Ready, type Recorded, record } from "../../test/recorded/a-recording.ts";
import { STORIES } from "../../test/recorded/stories.ts";

const [checkout, file] = process.argv.slice(2);
if (checkout === undefined || file === undefined) {
  console.error("call it with the folder of the other version and the file to write");
  process.exit(2);
}

/** A sandbox of that version, as its users start it. */
async function start(folder: string): Promise<{ ready: Ready; stop(): Promise<void> }> {
  const words = [join(folder, "src/main.ts"), "start", "--port", "0", "--clock", "frozen", "--json"];
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SANDBOX_")));
  const child = spawn(process.execPath, words, { cwd: folder, env: own, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  const ready = await new Promise<Ready>((found, refused) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("\n")) found(JSON.parse(text.slice(0, text.indexOf("\n"))));
    });
    ended.then(([code]) => refused(new Error(`the sandbox of ${folder} ended with ${code}`)));
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  return { ready, stop };
}

const stories: Record<string, Recorded[]> = {};
for (const story of STORIES) {
  const { ready, stop } = await start(resolve(checkout));
  try {
    stories[story.name] = await record(story, ready);
  } finally {
    await stop();
  }
  console.error(`${story.name}: ${stories[story.name]?.length} answers and webhooks`);
}
const bytes = gzipSync(JSON.stringify(stories), { level: 9 });
writeFileSync(file, bytes);
console.error(`${file}: ${bytes.length} bytes`);
