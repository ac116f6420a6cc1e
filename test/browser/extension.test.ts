// A wallet in a browser extension: its service worker calls the chains, and nothing else of the sandbox.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { anExtension } from "../support/clients/a-browser.ts";

const shared = sharedSandbox({ clock: "running" });

const MANIFEST = {
  ...{ manifest_version: 3, name: "A wallet", version: "1.0" },
  ...{ background: { service_worker: "worker.js" }, host_permissions: ["http://127.0.0.1/*"] },
};

test("the service worker of an unpacked extension calls /rpc and is refused elsewhere (needs Chromium)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "extension-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "manifest.json"), JSON.stringify(MANIFEST));
  await writeFile(join(folder, "worker.js"), "self.addEventListener('install', () => self.skipWaiting());");
  const worker = await anExtension(folder);
  const { ready } = shared();
  const answers = await worker.evaluate(
    async ([rpc, admin]) => {
      const call = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };
      const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(call) };
      const over = new Promise<unknown>((resolve) => {
        const socket = new WebSocket(rpc.replace("http", "ws"));
        socket.onopen = () => socket.send(post.body);
        socket.onmessage = ({ data }) => resolve(JSON.parse(data).result);
        socket.onerror = () => resolve("refused");
      });
      const { result: chainId } = (await (await fetch(rpc, post)).json()) as { result: string };
      const { status } = await fetch(admin, post);
      return [chainId, status, await over];
    },
    [ready.rpc["base"] ?? "", `${ready.admin_url}/reset`] as const,
  );
  expect(answers).toEqual(["0x2105", 403, "0x2105"]);
});
