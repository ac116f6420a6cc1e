// The token of the page, and the loss of its stream (T-7, T-13), in Chromium.
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { aWallet } from "../support/payments/on-chain.ts";

const TOKEN = "open-sesame-1234567890";

test("without the token nothing is shown; typed or from the printed link it opens the page, and it is in no address, cookie or lasting store (T-7, needs Chromium)", async () => {
  const sandbox = await aSandbox({ adminToken: TOKEN });
  await sandbox.api.POST("/wallets", { body: { owner: "a-tenants-owner", network_symbol: "base" } });
  const page = await aDashboard(sandbox.url, "/ui/inbox");
  await page.getByText("asks for its admin token").waitFor();
  expect(await page.locator("body").textContent()).not.toContain("a-tenants-owner");
  await page.getByLabel("Admin token").fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("is not the one of this sandbox").waitFor();
  await page.getByLabel("Admin token").fill(TOKEN);
  await page.keyboard.press("Enter");
  await live(page);
  await page.locator("tr[data-row]", { hasText: "a-tenants-owner" }).first().waitFor();
  const asked: string[] = [];
  const opened = await aDashboard(sandbox.url, "/ui/inbox", { token: TOKEN });
  opened.on("request", (request) => asked.push(request.url()));
  await live(opened);
  await opened.locator("tr[data-row]", { hasText: "a-tenants-owner" }).first().waitFor();
  expect(opened.url()).toBe(`${sandbox.url}/ui/inbox`);
  await opened.keyboard.press("j");
  await opened.locator("[data-event]").waitFor();
  for (const one of [page, opened]) {
    const kept = await one.evaluate("JSON.stringify([document.cookie, { ...localStorage }, location.href])");
    expect(kept).not.toContain(TOKEN);
    expect(await one.evaluate("JSON.stringify({ ...sessionStorage })")).toContain(TOKEN);
  }
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((url) => url.includes(TOKEN))).toEqual([]);
  expect(JSON.stringify(await sandbox.control("GET", "/requests?surface=admin&limit=200"))).not.toContain(TOKEN);
});

/** A way to the sandbox that can be cut: its address is that of the page. */
async function aCutWire(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((incoming) => {
    if (isCut) {
      incoming.destroy();
      return;
    }
    const outgoing = connect(port, "127.0.0.1");
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return {
    url,
    cut,
    mend(): void {
      isCut = false;
    },
  };
}

test("a lost connection is shown as lost, keeps what was read, and comes back by itself with what happened meanwhile (T-13, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { tenant_id } = sandbox.ready;
  const wire = await aCutWire(Number(new URL(sandbox.url).port));
  const pay = async (owner: string) => {
    await aWallet(sandbox.api, { owner });
    await sandbox.control("POST", "/deposits", { tenant_id, owner, network: "base", asset: "USDC", amount: "3" });
  };
  await pay("alice");
  const page = await aDashboard(wire.url, "/ui/inbox");
  await live(page);
  await page.locator("tr[data-row]", { hasText: "alice" }).first().waitFor();
  wire.cut();
  await page.locator("[data-connection=lost]").getByText("no answer: trying again").waitFor();
  expect(await page.locator("tr[data-row]", { hasText: "alice" }).count()).toBeGreaterThan(0);
  await pay("bob");
  wire.mend();
  await page.locator("[data-connection=live]").waitFor();
  await page.locator("tr[data-row]", { hasText: "bob" }).first().waitFor();
});
