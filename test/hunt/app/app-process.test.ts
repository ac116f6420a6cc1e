// Which process answers: what a server of yesterday says must never be judged as the app's.
import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../src/cli/hunt/free-port.ts";
import { AppProcess } from "../../../src/hunt/app/app-process.ts";
import { systemClock, type WallClock } from "../../../src/kernel/wall-clock.ts";
import { processes } from "../a-hunt.ts";

/** A server of this process that answers with this status; `end` closes it. */
async function aServer(status: number, port: number): Promise<() => void> {
  const server = createServer((_, response) => response.writeHead(status).end());
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const end = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(end);
  return end;
}

/** The app: a server that says its process. `detached`: one that goes on when its group is killed. */
function anApp(port: number, { detached = false } = {}) {
  const serve = `require("node:http").createServer((_, r) => r.end(String(process.pid))).listen(${port}, "127.0.0.1")`;
  const started = 'spawn(process.execPath, ["-e", process.env.SERVE], { detached: true }).unref()';
  const apart = `require("node:child_process").${started}; setInterval(() => {}, 1000)`;
  const own = processes({ SERVE: serve });
  const command = `"${process.execPath}" -e '${detached ? apart : serve}'`;
  const app = new AppProcess({ command, ready: `http://127.0.0.1:${port}/`, webhook: undefined }, own, systemClock);
  onTestFinished(() => app.stop());
  return { app, start: () => app.start(own.environment) };
}

test.each([200, 404, 500])(
  "an app is not started where something answers %i already: that would be judged in its place",
  async (status) => {
    const port = await freePort();
    const end = await aServer(status, port);
    const { app, start } = anApp(port);
    await expect(start()).rejects.toThrow(
      `something answers at http://127.0.0.1:${port}/ already, before the app was started: end it, or have your app listen on another port`,
    );
    end();
    await start();
    expect(app.died()).toBeNull();
  },
);

test("a proxy that says that nobody is behind it is none", async () => {
  const port = await freePort();
  await aServer(502, port);
  const { start } = anApp(port);
  // The port stays the proxy's here: the app ends, and that is what is told.
  await expect(start()).rejects.toThrow("the app ended before it was ready");
});

test("an app that a kill does not end is not taken for one that was started again", async () => {
  const port = await freePort();
  const { app, start } = anApp(port, { detached: true });
  await start();
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  const pid = Number(await answer.text());
  onTestFinished(() => void process.kill(pid, "SIGKILL"));
  await expect(app.restart()).rejects.toThrow(`the app still answers at http://127.0.0.1:${port}/ after it was killed`);
});

test("an app that was killed and started again is another process", async () => {
  const port = await freePort();
  const { app, start } = anApp(port);
  const pidOf = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  await start();
  const first = await pidOf();
  await app.restart();
  expect(await pidOf()).not.toBe(first);
});

/** An app that hangs up on every GET, as a handler does that throws; it says so. `ready`: the URL is named, not that of the webhook. */
function aCurtApp(port: number, wall: WallClock, { isNamed = false } = {}) {
  const serve = `require("node:http").createServer((q) => { console.log("index out of range"); q.socket.destroy(); }).listen(${port}, "127.0.0.1")`;
  const url = `http://127.0.0.1:${port}/hooks`;
  const urls = { ready: isNamed ? url : undefined, webhook: url };
  const app = new AppProcess({ command: `"${process.execPath}" -e '${serve}'`, ...urls }, processes({}), wall);
  onTestFinished(() => app.stop());
  return { app, start: () => app.start(process.env) };
}

/** The clock of the machine, many times as fast where it says how late it is. */
const FAST: WallClock = { ...systemClock, monotonic: () => systemClock.monotonic() * 60 };

test("an app that hangs up on GET where it takes webhooks is ready after a while, and at once when it is started again", async () => {
  const { app, start } = aCurtApp(await freePort(), FAST);
  await start();
  await app.restart();
  expect(app.died()).toBeNull();
});

test("what hangs up where the app should say that it is ready is told with what the app printed", async () => {
  const port = await freePort();
  const { start } = aCurtApp(port, FAST, { isNamed: true });
  await expect(start()).rejects.toThrow(
    `the app did not answer GET http://127.0.0.1:${port}/hooks as it should within 60 s (UND_ERR_SOCKET at last): name a URL that answers with --ready\nit printed:\nindex out of range`,
  );
});
