// Templates of the pages that the server makes, and the health answer.
import { expect, test } from "vitest";
import { html } from "../../src/kernel/html.ts";
import { aSandbox } from "../support/a-sandbox.ts";

test("values in a template are escaped, finished markup is not", () => {
  const evil = `<img src=x onerror="alert('1')">&\u0000`;
  expect(html`<p title="${evil}">${[html`<b>${evil}</b>`, 1]}</p>`.markup).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;\u{fffd}"><b>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;\u{fffd}</b>1</p>',
  );
});

test("the health answer says ready in a form that scripts can read", async () => {
  const sandbox = await aSandbox();
  const answer = await fetch(`${sandbox.url}/healthz`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: "ready" });
  expect((await fetch(`${sandbox.url}/healthz`, { method: "HEAD" })).status).toBe(200);
});
