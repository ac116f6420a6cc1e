// Loaded into a process (`--import`): SIGUSR2 starts a CPU profile, the next one ends it and writes it into the folder PROFILE_FOLDER.
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";

const folder = process.env["PROFILE_FOLDER"] ?? ".";
/** Finer than the default of 1,000 µs: most functions here take less. */
const INTERVAL_US = 200;

let session: Session | undefined;
let count = 0;

async function toggle(): Promise<void> {
  if (session === undefined) {
    session = new Session();
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: INTERVAL_US });
    await session.post("Profiler.start");
    process.stderr.write("profile: started\n");
    return;
  }
  const running = session;
  session = undefined;
  const { profile } = await running.post("Profiler.stop");
  running.disconnect();
  count += 1;
  const file = join(folder, `${process.pid}-${count}.cpuprofile`);
  writeFileSync(file, JSON.stringify(profile));
  process.stderr.write(`profile: written to ${file}\n`);
}

// One after the other: a second signal must not find a profile that is just being started.
let last = Promise.resolve();
process.on("SIGUSR2", () => {
  last = last.then(toggle).catch((error: unknown) => void process.stderr.write(`profile: ${error}\n`));
});
