// Section 41: the version is a path segment, the same in both environments.
import { expect, test } from "vitest";
import { serviceDocument } from "../../../src/spec/document.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";

test.each(["sandbox", "production"] as const)(
  "in %s all operations are below /v1, and there are none elsewhere (S-573)",
  async (env) => {
    const sandbox = await aSandbox({ env });
    const { api_base_url, api_key } = sandbox.ready;
    expect(api_base_url).toBe(`${sandbox.url}/v1`);
    const get = (path: string) => fetch(`${sandbox.url}${path}`, { headers: { "x-api-key": api_key } });
    expect((await get("/v1/vault")).status).toBe(200);
    for (const path of [
      "/vault",
      "/v2/vault",
      "/v0/vault",
      "/v1.0/vault",
      "/V1/vault",
      "/v1/v1/vault",
      "/api/v1/vault",
    ]) {
      const reply = await get(path);
      expect([reply.status, ((await reply.json()) as { error: string }).error], path).toEqual([404, "Route not found"]);
    }
    const served = (await (await get("/openapi.json")).json()) as {
      servers: { url: string }[];
      info: { description: string };
    };
    expect(served.servers.map(({ url }) => url)).toEqual([api_base_url]);
    expect(served.info.description).toBe(
      (serviceDocument as unknown as { info: { description: string } }).info.description,
    );
    expect(served.info.description).toContain(
      "The version of the API is the path segment `/v1`, in the sandbox and in production.",
    );
  },
);

test("webhooks carry version 1, in both environments (S-488, S-574)", async () => {
  for (const env of ["sandbox", "production"] as const) {
    const sandbox = await aSandbox({ env });
    const receiver = await aReceiver();
    await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
    await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
    await receiver.until(1);
    expect(receiver.received[0]?.json.version).toBe("1");
  }
  // The payload schema of every event allows only this value too.
  const { webhooks, components } = serviceDocument as any;
  for (const { post } of Object.values<any>(webhooks)) {
    const name = post.requestBody.content["application/json"].schema.$ref.split("/").at(-1);
    expect(components.schemas[name].properties.version.const, name).toBe("1");
  }
});
