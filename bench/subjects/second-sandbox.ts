// Starts and stops sandboxes in this process: `node bench/subjects/second-sandbox.ts <testing.js>`, told so over the IPC channel.
import { pathToFileURL } from "node:url";

type Library = { startSandbox(): Promise<{ stop(): Promise<void> }> };

const { startSandbox } = (await import(pathToFileURL(process.argv[2] ?? "").href)) as Library;
await (await startSandbox()).stop();
let sandbox: { stop(): Promise<void> } | undefined;

process.on("message", async (message) => {
  if (message === "start") sandbox = await startSandbox();
  else await sandbox?.stop();
  process.send?.("done");
});
process.stdout.write("ready\n");
