// The header X-Sandbox-Warning names what a request sent and no operation reads (H-87).
import { beforeEach, describe, expect, test } from "vitest";
import { aService, type Service } from "./a-service.ts";

let service: Service;
beforeEach(() => {
  service = aService();
});

const warning = (reply: { headers: Record<string, string> }) => reply.headers["x-sandbox-warning"];
const wallet = { owner: "ann", network_symbol: "base" };

describe("H-87 an ignored name", () => {
  test("of the query is named, and the answer stays as it is", async () => {
    const [plain, reply] = [await service.get("/v1/deposits"), await service.get("/v1/deposits?status=confirmed")];
    expect(warning(reply)).toBe("ignored: status");
    expect([reply.status, reply.text]).toEqual([plain.status, plain.text]);
    expect(warning(plain)).toBeUndefined();
  });

  test("of the body is named with its path, after those of the query, each once", async () => {
    const destination = {
      address: service.view.catalogue.network("base").native.address,
      asset_symbol: "USDC",
      network_id: "9001",
    };
    const body = {
      owner: "ann",
      destination: { ...destination, address: `0x${"ab".repeat(20)}`, chain: 1 },
      extra: null,
    };
    const reply = await service.post("/v1/uda?x=1&x=2&y", body);
    expect(reply.status).toBe(201);
    expect(warning(reply)).toBe("ignored: x, y, destination.chain, extra");
  });

  test("is named in refusals that got as far as the checks, and in no earlier one", async () => {
    expect(warning(await service.get("/v1/wallets?limit=x&foo=1").expect(400))).toBe("ignored: foo");
    expect(warning(await service.post("/v1/wallets?foo=1", { ...wallet, owner: 5, bar: 1 }).expect(400))).toBe(
      "ignored: foo, bar",
    );
    expect(warning(await service.get("/v1/deposits/x?foo=1").expect(404))).toBe("ignored: foo");
    expect(warning(await service.get("/v1/deposits?foo=1").set("X-API-Key", "x").expect(401))).toBeUndefined();
    expect(
      warning(await service.post("/v1/wallets?foo=1").set("Content-Type", "text/plain").send("x").expect(415)),
    ).toBeUndefined();
    expect(warning(await service.get("/v1/nothing?foo=1").expect(404))).toBeUndefined();
  });

  test("is percent-encoded and cut at 64 characters, never inside an escape; five are named", async () => {
    const reply = await service.get(`/v1/vault?a%20b%0D%0A=1&${"ü".repeat(40)}=1&c=1&d=1&e=1&f=1`);
    expect(warning(reply)).toBe(`ignored: a%20b%0D%0A, ${"%C3%BC".repeat(10)}, c, d, e`);
  });

  test("is none where the name is declared, in any spelling of the lists, or left out on purpose", async () => {
    for (const path of [
      "deposits?page=1&filter[]=symbol:USDC&sort=time&network_id=60",
      "wallets?filter=owner:ann",
      "vault?",
    ])
      expect(warning(await service.get(`/v1/${path}`).expect(200)), path).toBeUndefined();
    expect(warning(await service.post("/v1/wallets", { ...wallet, network_id: null }).expect(201))).toBeUndefined();
  });

  test("is no excuse: an unknown field of a list stays 400 (K-10)", async () => {
    const reply = await service.get("/v1/deposits?filter[]=status:confirmed&foo=1").expect(400);
    expect(reply.body.error).toBe("Invalid query parameters");
    expect(warning(reply)).toBe("ignored: foo");
  });

  test("is named again when a stored answer is repeated", async () => {
    const send = () => service.post("/v1/wallets", { ...wallet, foo: 1 }).set("Idempotency-Key", "k");
    expect([warning(await send()), warning(await send())]).toEqual(["ignored: foo", "ignored: foo"]);
  });
});

describe("H-91 a network that does not exist", () => {
  test.each([
    ["/deposits?network_symbol=eth", "eth (did you mean ethereum (network_id 60, chain id 1)?)"],
    ["/deposits?filter[]=network_id:1", "1 (did you mean ethereum (network_id 60, chain id 1)?)"],
    [
      "/transactions?filter[]=network_symbol:in:base,matic,Arb",
      "matic (did you mean polygon (network_id 966, chain id 137)?), Arb (did you mean arbitrum (network_id 9001, chain id 42161)?)",
    ],
    ["/wallets?filter[]=network_symbol:ne:bnb", "bnb (did you mean bsc (network_id 9006, chain id 56)?)"],
    ["/uda?network_id=8453x", "8453x"],
    ["/gas-stations/wallets?filter[]=network_id:so%20lana", "so%20lana"],
    ["/blockchain/assets?network_symbol=arb", "arb (did you mean arbitrum (network_id 9001, chain id 42161)?)"],
  ])("in %s is named with the one that may be meant; the answer stays as it is", async (path, names) => {
    const reply = await service.get(`/v1${path}`).expect(200);
    expect(warning(reply)).toBe(`unknown network: ${names}`);
  });

  test("in the balances of a vault is named too, after what was ignored", async () => {
    const reply = await service.get(`/v1/vault/${service.vaultId}/balances?status=x&network_symbol=eth`).expect(200);
    expect(reply.body.data).toEqual([]);
    expect(warning(reply)).toMatch(/^ignored: status; unknown network: eth \(did you mean ethereum /);
  });

  test("is no network that exists, in any case, and no text that is compared in parts", async () => {
    for (const path of [
      "/deposits?network_symbol=ETHEREUM&network_id=60",
      "/deposits?filter[]=network_symbol:like:eth",
      "/deposits?filter[]=network_symbol:in:base,bsc",
      "/deposits?owner=eth",
    ])
      expect(warning(await service.get(`/v1${path}`).expect(200)), path).toBeUndefined();
  });

  test("five are named", async () => {
    const reply = await service.get("/v1/deposits?filter[]=network_symbol:in:q1,q2,q3,q4,q5,q6");
    expect(warning(reply)).toBe("unknown network: q1, q2, q3, q4, q5");
  });

  test("in a body or a path is a refusal whose words stay, with the hint in X-Sandbox-Error", async () => {
    const hint = (reply: { headers: Record<string, string> }) => reply.headers["x-sandbox-error"];
    const created = await service.post("/v1/wallets", { owner: "ann", network_symbol: "eth" }).expect(404);
    expect([created.body.error, hint(created)]).toEqual([
      "Network not found",
      "unknown network eth: did you mean ethereum (network_id 60, chain id 1)?",
    ]);
    // H-39 keeps its text.
    const one = await service.get(`/v1/networks/1/${"0x".padEnd(42, "0")}`).expect(404);
    expect([one.body.error, hint(one)]).toEqual([
      "Tenant network not found",
      "unknown network 1: did you mean ethereum (network_id 60, chain id 1)?",
    ]);
    const address = await service.get(`/v1/vault/${service.vaultId}/addresses/matic`).expect(404);
    expect(hint(address)).toBe("unknown network matic: did you mean polygon (network_id 966, chain id 137)?");
    const quote = await service
      .get("/v1/uda/quote?from_chain_id=60&from_token=native&to_chain_id=1&to_token=native&amount=1")
      .expect(502);
    expect(hint(quote)).toBe("from_chain_id: unknown network 60: did you mean ethereum (network_id 60, chain id 1)?");
    const transfer = { vault_id: service.vaultId, to_address: `0x${"ab".repeat(20)}`, asset: "ETH", amount: "1" };
    const sent = await service.post("/v1/transfer/vault", { ...transfer, network_symbol: "eth" }).expect(400);
    expect([sent.body.error, hint(sent)]).toEqual([
      "Invalid request",
      "network_symbol: unknown network eth: did you mean ethereum (network_id 60, chain id 1)?",
    ]);
  });
});
