// The page at `/`: escaped, self-contained, and complete.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { html } from "../../src/kernel/html.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";

test("values in a template are escaped, finished markup is not", () => {
  const evil = `<img src=x onerror="alert('1')">&\u0000`;
  expect(html`<p title="${evil}">${[html`<b>${evil}</b>`, 1]}</p>`.markup).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;\u{fffd}"><b>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;\u{fffd}</b>1</p>',
  );
});

test("shows clock, networks, tenants, faults and the latest events with their deliveries", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver();
  const { tenant_id } = sandbox.ready;
  await sandbox.control("POST", `/tenants/${tenant_id}/webhook-endpoints`, { url: receiver.url });
  await sandbox.control("POST", "/tenants", { name: "<script>alert(1)</script>" });
  await sandbox.control("POST", "/faults", {
    gate: "routing.provider",
    effect: "refuse",
    match: { provider: "relay" },
  });
  await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  await sandbox.control("POST", "/run-until-idle", {});
  const answer = await fetch(`${sandbox.url}/`);
  const page = await answer.text();
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  for (const shown of [
    "Arbitrum One",
    "frozen",
    tenant_id,
    "routing.provider",
    "address.assigned",
    "delivered",
    receiver.url,
  ]) {
    expect(page).toContain(shown);
  }
  expect(page).not.toContain("<script>alert(1)</script>");
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(page).not.toContain(sandbox.ready.api_key);
});

test("loads nothing from other origins, and its policy allows exactly its own style and script", async () => {
  const sandbox = await aSandbox();
  const answer = await fetch(`${sandbox.url}/`);
  const page = await answer.text();
  const policy = answer.headers.get("content-security-policy") ?? "";
  const hashOf = (text: string | undefined) =>
    `'sha256-${createHash("sha256")
      .update(text ?? "")
      .digest("base64")}'`;
  expect(policy).toContain(`style-src ${hashOf(/<style>([\s\S]*?)<\/style>/.exec(page)?.[1])};`);
  expect(policy).toContain(`script-src ${hashOf(/<script>([\s\S]*?)<\/script>/.exec(page)?.[1])};`);
  expect(policy).toContain("default-src 'none'");
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect(page).not.toMatch(/ on[a-z]+=| style=/);
});

test("the health answer says ready in a form that scripts can read", async () => {
  const sandbox = await aSandbox();
  const answer = await fetch(`${sandbox.url}/healthz`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: "ready" });
  expect((await fetch(`${sandbox.url}/healthz`, { method: "HEAD" })).status).toBe(200);
});
