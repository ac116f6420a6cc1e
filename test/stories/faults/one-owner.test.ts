// Stories of faults that are narrowed to one owner: what belongs to others, and what names nobody, passes (U-62).
import { expect } from "vitest";
import type { ASandbox } from "../../support/a-sandbox.ts";
import { faultStory } from "../../support/fault-story.ts";
import { anEndpoint } from "../../support/payments/a-webhook.ts";

const wallet = ({ api }: ASandbox, owner: string) => api.POST("/wallets", { body: { owner, network_symbol: "base" } });
const aFault = (sandbox: ASandbox, fault: object) => sandbox.control("POST", "/faults", { times: null, ...fault });

faultStory(
  "api.request",
  "status",
  "requests that name the owner in body, path, query or filter are refused; those of others are not, whatever their letters",
  async (sandbox) => {
    for (const owner of ["alice", "Alice", "bob"]) await wallet(sandbox, owner);
    await aFault(sandbox, {
      gate: "api.request",
      effect: "status",
      params: { status: 500 },
      match: { owner: "alice" },
    });
    const { api } = sandbox;
    const statusesOf = async (owner: string) => {
      const answers = [
        await wallet(sandbox, owner),
        await api.GET("/wallets/owner/{owner}", { params: { path: { owner } } }),
        await api.GET("/wallets", { params: { query: { owner } } }),
        await api.GET("/wallets", { params: { query: { "filter[]": [`owner:${owner}`] } } }),
        await api.GET("/wallets", { params: { query: { "filter[]": [`owner:eq:${owner}`] } } }),
      ];
      return answers.map(({ response }) => response.status);
    };
    expect(await statusesOf("alice")).toEqual([500, 500, 500, 500, 500]);
    for (const owner of ["Alice", "bob"]) expect(await statusesOf(owner)).toEqual([201, 200, 200, 200, 200]);
    expect((await api.GET("/wallets")).response.status).toBe(200);
    expect((await sandbox.control("GET", "/faults")).items).toMatchObject([{ seen: 5, hits: 5 }]);
  },
);

faultStory(
  "api.request",
  "status",
  "a request that is not right is refused for that, and the fault of the owner still waits for one that is",
  async (sandbox) => {
    const fault = {
      gate: "api.request",
      effect: "status",
      params: { status: 429 },
      match: { owner: "alice" },
      times: 1,
    };
    await aFault(sandbox, fault);
    const wrong = { owner: "alice", network_symbol: "nowhere" };
    expect((await sandbox.api.POST("/wallets", { body: { ...wrong, network_symbol: "" } })).response.status).toBe(400);
    expect((await sandbox.control("GET", "/faults")).items).toMatchObject([{ seen: 0, hits: 0 }]);
    expect((await wallet(sandbox, "alice")).response.status).toBe(429);
    // Used up: the gate is where it was, before the body is looked at.
    await aFault(sandbox, { gate: "api.request", effect: "status", params: { status: 500 } });
    expect((await sandbox.api.POST("/wallets", { body: { ...wrong, network_symbol: "" } })).response.status).toBe(500);
  },
);

for (const effect of ["close", "after-commit-close"] as const)
  faultStory(
    "api.request",
    effect,
    "the connection of one owner breaks and the other's does not; the log shows what was asked for",
    async (sandbox) => {
      await aFault(sandbox, { gate: "api.request", effect, match: { owner: "alice", operation_id: "createWallet" } });
      await expect(wallet(sandbox, "alice")).rejects.toThrow("fetch failed");
      expect((await wallet(sandbox, "bob")).response.status).toBe(201);
      const { data } = await sandbox.api.GET("/wallets/owner/{owner}", { params: { path: { owner: "alice" } } });
      expect(data?.data).toHaveLength(effect === "close" ? 0 : 1);
      const { items } = await sandbox.control("GET", "/requests?surface=v1&operation_id=createWallet");
      const full = await sandbox.control("GET", `/requests/${items[1].request_id}`);
      expect(JSON.parse(full.request.body)).toMatchObject({ owner: "alice" });
      expect(full.fault_ids).toHaveLength(1);
    },
  );

faultStory(
  "webhook.delivery",
  "drop",
  "every kind of webhook about one owner is lost, and every one about the other comes",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox);
    await aFault(sandbox, { gate: "webhook.delivery", effect: "drop", match: { owner: "alice" } });
    for (const owner of ["alice", "bob"]) {
      await wallet(sandbox, owner);
      await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner });
    }
    await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
    expect(new Set(endpoint.received.map(({ json }) => json.payload.owner))).toEqual(new Set(["bob"]));
    expect(new Set(endpoint.types())).toEqual(
      new Set(["address.assigned", "deposit.new", "deposit.confirmed", "balance.updated"]),
    );
    const { items } = await sandbox.control("GET", "/deliveries?state=dead");
    expect(new Set(items.map(({ body }: { body: string }) => JSON.parse(body).payload.owner))).toEqual(
      new Set(["alice"]),
    );
  },
);
