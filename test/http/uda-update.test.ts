// Updating a UDA through HTTP: what may change, what may not, every row of its status table, all or nothing (H-24, H-53).
import { beforeEach, describe, expect, test } from "vitest";
import { historyOf } from "../../src/domain/apply-transition.ts";
import { createSettlement } from "../../src/domain/settlement/transitions.ts";
import { delegationsOf, putDelegation } from "../../src/domain/uda/store.ts";
import { aDeposit, aHash, aTenant } from "../support/worlds/a-bare-world.ts";
import { aService, type Service } from "./a-service.ts";

let service: Service;
let id: string;
beforeEach(async () => {
  service = aService();
  id = (await aUda()).id;
});

const problem = (code: number, error: string) => ({ success: false, code, error });
const PAYEE = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const destination = { address: PAYEE, asset_symbol: "USDC", network_id: "9001" };

async function aUda(owner = "ann", accepted_tokens: string[] = []) {
  const { status, body } = await service.post("/v1/uda", { owner, destination, accepted_tokens });
  expect(status).toBe(201);
  return body.data;
}

const patch = (body: unknown, of = id) => service.patch(`/v1/uda/${of}`, body);
const record = async (of = id) => (await service.get(`/v1/uda/${of}`)).body.data;
const moves = () => historyOf(service.world.db, "uda", id).map(({ move }) => move);

/** As if every delegation had been mined. */
function delegated(): void {
  for (const row of delegationsOf(service.world.db, id)) putDelegation(service.world.db, { ...row, state: "verified" });
}

describe("what an update changes", () => {
  test("the complete destination, and nothing else (S-407, H-53)", async () => {
    const before = await record();
    const { status, body } = await patch({ destination: { address: OTHER, asset_symbol: "usdt", network_id: "60" } });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...before,
      destination: {
        ...{ address: OTHER, network_id: "60", eip155_id: "1", network_name: "Ethereum" },
        ...{ token_symbol: "USDT", token_address: "0xdAC17F958D2ee523a2206206994597C13D831ec7", token_decimals: 6 },
        ...{ asset_symbol: "USDT", asset_address: "0xdAC17F958D2ee523a2206206994597C13D831ec7", asset_decimals: 6 },
      },
    });
    expect(body).toEqual({ success: true, message: "operation completed successfully", data: await record() });
    expect((await service.get("/v1/uda?network_id=60&asset_symbol=USDT")).body.data.count).toBe(1);
    expect((await service.get("/v1/uda?network_id=9001")).body.data.count).toBe(0);
  });

  test("the accepted tokens; an empty list accepts all again (S-408, S-273)", async () => {
    const all = (await record()).deposit_addresses;
    const { body } = await patch({ accepted_tokens: ["usdt", "USDT"] });
    expect(
      body.data.deposit_addresses.map((entry: { network_id: string; accepted_tokens: { symbol: string }[] }) => [
        entry.network_id,
        entry.accepted_tokens.map(({ symbol }) => symbol),
      ]),
    ).toEqual(["60", "966", "9001", "9006"].map((network) => [network, ["USDT"]]));
    expect(new Set(body.data.deposit_addresses.map(({ address }: { address: string }) => address))).toEqual(
      new Set([all[0].address]),
    );
    expect((await patch({ accepted_tokens: [] })).body.data.deposit_addresses).toEqual(all);
  });

  test("all three at once, also with PUT, which leaves alone what it does not name (H-53)", async () => {
    const target = { ...destination, asset_symbol: "USDT" };
    const changes = { destination: target, accepted_tokens: ["USDC"], status: "retired" };
    const { body, status } = await service.put(`/v1/uda/${id}`, changes);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: "retired", destination: { token_symbol: "USDT" } });
    expect(body.data.deposit_addresses).toHaveLength(5);
    const again = await service.put(`/v1/uda/${id}`, { status: "active" });
    expect(again.body.data).toEqual({ ...body.data, status: "active", delegation_status: "pending" });
  });

  test("the owner never: another one is refused, the same is ignored (S-124, S-410)", async () => {
    const before = await record();
    expect((await patch({ owner: "bob", status: "retired" })).body).toEqual(problem(400, "Invalid request"));
    expect((await patch({ owner: "Ann", status: "retired" })).body).toEqual(problem(400, "Invalid request"));
    expect(await record()).toEqual(before);
    expect((await patch({ owner: "ann", status: "active" })).body.data).toEqual(before);
    expect((await patch({ owner: "ann" })).body).toEqual(problem(400, "Invalid request"));
  });
});

describe("status, row by row (H-24)", () => {
  test("active, DELETE: retired (S-212)", async () => {
    expect((await service.delete(`/v1/uda/${id}`)).body.message).toBe("ok");
    expect((await record()).status).toBe("retired");
    expect(moves()).toEqual(["", "retire"]);
  });
  test("active, PATCH retired: retired (S-409)", async () => {
    expect((await patch({ status: "retired" })).body.data.status).toBe("retired");
    expect(moves()).toEqual(["", "retire"]);
  });
  test("retired, DELETE and PATCH retired: no change, no error", async () => {
    await patch({ status: "retired" });
    const before = await record();
    expect((await patch({ status: "retired" })).body.data).toEqual(before);
    expect((await service.delete(`/v1/uda/${id}`)).status).toBe(200);
    expect(await record()).toEqual(before);
    expect(moves()).toEqual(["", "retire"]);
  });
  test("retired, PATCH active: active again with the same id and addresses (S-409)", async () => {
    const before = await record();
    await patch({ status: "retired" });
    expect((await patch({ status: "active" })).body.data).toEqual(before);
    expect(moves()).toEqual(["", "retire", "reactivate"]);
  });
  test("active, PATCH active: no change", async () => {
    const before = await record();
    expect((await patch({ status: "active" })).body.data).toEqual(before);
    expect(moves()).toEqual([""]);
  });
  test("retired, POST for the same owner: the record as it is, not woken", async () => {
    await patch({ status: "retired" });
    const { status, body } = await service.post("/v1/uda", { owner: "ann", destination });
    expect([status, body.data.id, body.data.status]).toEqual([200, id, "retired"]);
    expect(moves()).toEqual(["", "retire"]);
  });
  test("destination and tokens change in both states", async () => {
    await patch({ status: "retired" });
    const { body } = await patch({ destination: { ...destination, address: OTHER }, accepted_tokens: ["ETH"] });
    expect(body.data).toMatchObject({ status: "retired", destination: { address: OTHER } });
    expect(body.data.deposit_addresses).toHaveLength(3);
  });
});

describe("the delegation status of the answer (H-18)", () => {
  test("a reactivated UDA is pending, its delegations are queued again", async () => {
    delegated();
    await patch({ status: "retired" });
    for (const row of delegationsOf(service.world.db, id))
      putDelegation(service.world.db, { ...row, wanted: "revoked", state: "verified" });
    expect((await record()).delegation_status).toBe("revoked");
    expect((await patch({ status: "active" })).body.data.delegation_status).toBe("pending");
    expect(delegationsOf(service.world.db, id).map(({ wanted, state }) => `${wanted} ${state}`)).toEqual(
      Array(5).fill("delegated pending"),
    );
  });

  test("a further deposit network is pending alone; what is delegated stays so", async () => {
    id = (await aUda("bob", ["BNB"])).id;
    delegated();
    expect((await record()).delegation_status).toBe("delegated");
    expect((await patch({ accepted_tokens: ["BNB", "POL"] })).body.data.delegation_status).toBe("pending");
    expect(delegationsOf(service.world.db, id).map(({ network, state }) => `${network} ${state}`)).toEqual([
      "bsc verified",
      "polygon pending",
    ]);
    delegated();
    expect((await patch({ accepted_tokens: ["POL"] })).body.data.delegation_status).toBe("delegated");
  });

  test("a retired UDA is not delegated for a further network until it is active", async () => {
    id = (await aUda("bob", ["BNB"])).id;
    await patch({ status: "retired" });
    await patch({ accepted_tokens: ["BNB", "POL"] });
    expect(delegationsOf(service.world.db, id).map(({ network }) => network)).toEqual(["bsc"]);
    await patch({ status: "active" });
    expect(delegationsOf(service.world.db, id).map(({ network }) => network)).toEqual(["bsc", "polygon"]);
  });
});

describe("what is refused changes nothing", () => {
  const right = { destination: { ...destination, address: OTHER }, accepted_tokens: ["USDT"], status: "retired" };

  test.each<[string, object]>([
    ["nothing to change", {}],
    ["only null", { destination: null, accepted_tokens: null, status: null }],
    ["only an unknown member", { colour: "red" }],
    ["an unknown status", { ...right, status: "paused" }],
    ["an empty status", { ...right, status: "" }],
    ["a destination without its address", { ...right, destination: { asset_symbol: "USDC", network_id: "60" } }],
    ["an unknown network", { ...right, destination: { ...destination, network_id: "61" } }],
    ["an asset the network lacks", { ...right, destination: { ...destination, asset_symbol: "BNB" } }],
    ["the zero address", { ...right, destination: { ...destination, address: `0x${"0".repeat(40)}` } }],
    ["a wrong checksum", { ...right, destination: { ...destination, address: PAYEE.replace("Ab", "aB") } }],
    ["an unknown token", { ...right, accepted_tokens: ["USDC", "DOGE"] }],
    ["an empty token", { ...right, accepted_tokens: [""] }],
    ["51 tokens", { ...right, accepted_tokens: Array(51).fill("USDC") }],
    ["tokens that are no list", { ...right, accepted_tokens: "USDC" }],
    ["another owner", { ...right, owner: "bob" }],
  ])("%s: 400, all or nothing (H-53)", async (_name, body) => {
    const before = await record();
    const reply = await patch(body);
    expect([reply.status, reply.body]).toEqual([400, problem(400, "Invalid request")]);
    expect(await record()).toEqual(before);
    expect(moves()).toEqual([""]);
  });

  test("a deposit address as destination: no loops (H-30)", async () => {
    const own = (await record()).deposit_addresses[0].address;
    const { body } = await patch({ destination: { ...destination, address: own } });
    expect(body).toEqual(problem(400, "Invalid request"));
  });

  test("unknown, foreign and malformed ids; a wrong body is refused before an unknown id (K-2, K-3, K-13)", async () => {
    const otherTenant = aTenant(service.world, { name: "other" });
    const theirs = await patch({ status: "retired" }).set("X-API-Key", otherTenant.apiKey);
    expect(theirs.body).toEqual(problem(404, "UDA not found"));
    expect((await record()).status).toBe("active");
    const refused = problem(400, "Invalid request");
    for (const verb of ["patch", "put"] as const) {
      expect((await service[verb]("/v1/uda/nope", { status: "retired" })).body).toEqual(problem(404, "UDA not found"));
      expect((await service[verb]("/v1/uda/a%20b", { status: "retired" })).body).toEqual(refused);
      expect((await service[verb]("/v1/uda/nope", { accepted_tokens: ["DOGE"] })).body).toEqual(refused);
    }
  });
});

describe("settlements by reference", () => {
  const of = (reference: string) =>
    service.get(`/v1/uda/settlements/by-reference?reference=${encodeURIComponent(reference)}`);

  /** Confirmed deposits of one transaction on the UDA, each with its settlement, oldest first. */
  async function settled(count: number): Promise<string[]> {
    const [{ address }] = (await record()).deposit_addresses;
    return Array.from({ length: count }, (_, ordinal) => {
      const deposit = aDeposit(service.world, address, { ordinal, confirmed: true });
      return service.world.db.transaction(() => createSettlement(service.world, deposit)!.id);
    });
  }

  test("are all of a transaction, newest first, in the form of a single one (S-424, H-62)", async () => {
    const ids = await settled(2);
    const sent = aHash("tx").toUpperCase().replace("0X", "0x");
    const { status, body } = await of(sent);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ reference: sent, count: 2 });
    expect(body.data.items.map((item: { id: string }) => item.id)).toEqual(ids.toReversed());
    expect(body.data.items[0]).toEqual((await service.get(`/v1/uda/settlements/${ids[1]}`)).body.data);
  });

  test("are none for an unknown reference, whatever it looks like, and for another tenant (K-3)", async () => {
    await settled(1);
    for (const reference of ["0xabc", "does not exist", aHash("other")])
      expect((await of(reference)).body.data).toEqual({ reference, count: 0, items: [] });
    const otherTenant = aTenant(service.world, { name: "other" });
    expect((await of(aHash("tx")).set("X-API-Key", otherTenant.apiKey)).body.data.count).toBe(0);
  });

  test.each(["", "?reference=", `?reference=${"x".repeat(129)}`, "?reference=a&reference=b", "?reference=%00"])(
    "%j is malformed",
    async (query) => {
      const { body } = await service.get(`/v1/uda/settlements/by-reference${query}`);
      expect(body).toEqual(problem(400, "Invalid query parameters"));
    },
  );

  test("take precedence over the settlement of that id (H-34)", async () => {
    expect((await service.get("/v1/uda/settlements/by-references")).body).toEqual(problem(404, "Settlement not found"));
  });
});
