// The request log over HTTP: what is kept of each surface, how it is found again, what is hidden, and what survives a reset.
import { expect, test } from "vitest";
import { aSandbox, sharedSandbox } from "../support/a-sandbox.ts";

const sandbox = sharedSandbox({
  adminToken: "let-me-in-please",
  webhookSecret: "my own words",
  apiKey: "a-key-of-mine-1234",
});

const service = (path: string, init: RequestInit = {}): Promise<Response> => {
  const { ready } = sandbox();
  const headers = { "x-api-key": ready.api_key, "content-type": "application/json", ...init.headers };
  return fetch(`${ready.api_base_url}${path}`, { ...init, headers });
};
const rpc = (body: object): Promise<Response> =>
  fetch(String(sandbox().ready.rpc["base"]), {
    ...{ method: "POST", headers: { "content-type": "application/json" } },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
  });
const list = async (query = ""): Promise<any[]> => (await sandbox().control("GET", `/requests?${query}`)).items;

test("a request is found by each of its sides, newest first, and page by page", async () => {
  const { control, ready } = sandbox();
  await control("DELETE", "/requests");
  const made = await service("/wallets", { method: "POST", body: '{"owner":"anna","network_symbol":"base"}' });
  const { data } = (await made.json()) as { data: { id: string } };
  await service("/nothing-here");
  const fault = await control("POST", "/faults", {
    ...{ gate: "api.request", effect: "status", params: { status: 500 }, times: 1 },
    match: { operation_id: "listDeposits" },
  });
  await service("/deposits");
  await rpc({ method: "eth_chainId" });
  const found = async (query: string): Promise<unknown[]> =>
    (await list(query)).map((row) => row.operation_id ?? row.path);
  expect(await found("surface=v1")).toEqual(["listDeposits", "/v1/nothing-here", "createWallet"]);
  expect(await found("operation_id=createWallet")).toEqual(["createWallet"]);
  expect(await found("surface=v1&status=4xx")).toEqual(["/v1/nothing-here"]);
  expect(await found("surface=v1&status=500")).toEqual(["listDeposits"]);
  expect(await found(`fault=${fault.id}`)).toEqual(["listDeposits"]);
  expect(await found(`surface=v1&record_id=${data.id}`)).toEqual(["createWallet"]);
  expect(await found("surface=v1&q=ANNA")).toEqual(["createWallet"]);
  expect(await found(`surface=v1&tenant_id=${ready.tenant_id}&limit=1`)).toEqual(["listDeposits"]);
  expect(await found("surface=rpc")).toEqual(["eth_chainId"]);
  const first = await control("GET", "/requests?surface=v1&limit=2");
  const second = await control("GET", `/requests?surface=v1&limit=2&before=${first.next_before}`);
  expect(second).toMatchObject({ items: [{ operation_id: "createWallet" }], next_before: null });
  expect(await found(`surface=v1&after=${second.items[0].sequence}`)).toHaveLength(2);
  const oldest = await control("GET", "/requests?surface=v1&limit=1&order=oldest");
  expect(oldest).toEqual({ items: second.items, next_before: null, next_after: second.items[0].sequence });
  const rest = await control("GET", `/requests?surface=v1&limit=2&order=oldest&after=${oldest.next_after}`);
  expect(rest).toEqual({ items: first.items.toReversed(), next_before: null, next_after: null });
  const full = await control("GET", `/requests/${made.headers.get("x-request-id")}`);
  expect(full).toMatchObject({
    ...{ status: 201, method: "POST", path: "/v1/wallets", record_ids: [data.id], refusal: null },
    request: { body: '{"owner":"anna","network_symbol":"base"}', truncated: false },
    response: { body: expect.stringContaining(data.id) },
  });
  expect(full.response.headers).toContainEqual({ name: "X-Request-Id", value: full.request_id });
});

test("what was found in a request is a hint in its row", async () => {
  const answer = await service("/wallets?colour=red");
  const row = await sandbox().control("GET", `/requests/${answer.headers.get("x-request-id")}`);
  expect(row.hints).toContainEqual({ rule: "CF-03", text: "a member that nobody reads" });
});

test("a long body is kept to 16 KiB, and says how long it was", async () => {
  const answer = await service("/wallets", { method: "POST", body: JSON.stringify({ owner: "é".repeat(20_000) }) });
  const { request } = await sandbox().control("GET", `/requests/${answer.headers.get("x-request-id")}`);
  expect(request).toMatchObject({ truncated: true, bytes: 40_012 });
  expect(Buffer.byteLength(request.body)).toBeLessThanOrEqual(16_384);
  expect(request.body.endsWith("é")).toBe(true);
});

test("no page of the log shows a secret, wherever a client puts it", async () => {
  const { control, ready, url } = sandbox();
  await control("DELETE", "/requests");
  const { api_key: other } = await control("POST", "/tenants", { name: "shop" });
  const endpoint = await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, {
    ...{ url: "http://127.0.0.1:9999/hook", secret: "planted secret of an endpoint" },
  });
  const rotated = await control(
    "POST",
    `/tenants/${ready.tenant_id}/webhook-endpoints/${endpoint.id}/rotate-secret`,
    {},
  );
  await control("GET", "/export");
  const bearer = { authorization: "Bearer let-me-in-please" };
  await service(`/wallets?api_key=${ready.api_key}&token=let-me-in-please`, {
    headers: { ...bearer, cookie: "a=planted-cookie" },
  });
  await service(`/wallets/${other}`, {
    method: "POST",
    body: `{"secret": "my own words", "s\\u0065cret": "planted twice"`,
  });
  const { accounts } = ready;
  await service("/wallets", { method: "POST", body: JSON.stringify({ private_key: accounts[0]?.private_key }) });
  const raw = `0x02f8${"ab".repeat(110)}`;
  await rpc({ method: "eth_sendRawTransaction", params: [raw] });
  await fetch(`${url}/v1/wallets`, { headers: { "x-api-key": "a-key-of-mine-1234", origin: "https://evil.example" } });
  const pages = [JSON.stringify(await control("GET", "/requests?limit=200"))];
  for (const { request_id } of await list("limit=200"))
    pages.push(JSON.stringify(await control("GET", `/requests/${request_id}`)));
  pages.push(await (await fetch(`${ready.admin_url}/requests/export`, { headers: bearer })).text());
  pages.push(JSON.stringify(await control("GET", "/contract")));
  for (const format of ["json", "html", "junit", "markdown"])
    pages.push(await (await fetch(`${ready.admin_url}/contract/report?format=${format}`, { headers: bearer })).text());
  const secrets = {
    ...{ other, key: ready.api_key, admin: "let-me-in-please", endpoint: "planted secret of an endpoint" },
    ...{ rotated: String(rotated.secret), own: "my own words", twice: "planted twice", cookie: "planted-cookie" },
    ...{ account: String(accounts[0]?.private_key), raw },
  };
  for (const [name, secret] of Object.entries(secrets))
    for (const page of pages) expect([name, page.includes(secret)]).toEqual([name, false]);
  const all = pages.join();
  // What helps to recognise them is there.
  expect(all).toContain("…1234");
  expect(all).toMatch(/hash 0x[0-9a-f]{64}/);
});

test("the log survives a reset, and request ids count on", async () => {
  const { control } = sandbox();
  const before = (await service("/wallets")).headers.get("x-request-id") ?? "";
  await control("POST", "/reset", {});
  const after = (await service("/wallets")).headers.get("x-request-id") ?? "";
  expect(Number(after.slice(4))).toBeGreaterThan(Number(before.slice(4)));
  const ids = (await list("surface=v1&operation_id=listWallets")).map((row) => row.request_id);
  expect(ids).toEqual(expect.arrayContaining([before, after]));
});

test("one that fell out is 404 with the way to keep more; forgetting one tenant leaves the others", async () => {
  const { control, admin, ready } = sandbox();
  const answer = await service("/wallets");
  await service("/unknown", { headers: { "x-api-key": "nobody" } });
  await control("DELETE", `/requests?tenant_id=${ready.tenant_id}`);
  expect(await list(`tenant_id=${ready.tenant_id}`)).toEqual([]);
  expect((await list("surface=v1")).length).toBeGreaterThan(0);
  const gone = await admin("GET", `/requests/${answer.headers.get("x-request-id")}`);
  expect(gone).toMatchObject({ status: 404, body: { error: expect.stringContaining("--request-log") } });
});

test("the export is HAR 1.2, in the order of arrival", async () => {
  const { control, ready } = sandbox();
  await control("DELETE", "/requests");
  await service("/wallets?owner=anna%20b", { method: "GET" });
  await control("POST", "/faults", {
    gate: "api.request",
    effect: "close",
    times: 1,
    match: { operation_id: "createWallet" },
  });
  await service("/wallets", { method: "POST", body: "{}" }).catch(() => "cut");
  const answer = await fetch(`${ready.admin_url}/requests/export?format=har&surface=v1`, {
    headers: { authorization: "Bearer let-me-in-please" },
  });
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const { log } = (await answer.json()) as any;
  expect(log).toMatchObject({ version: "1.2", creator: { name: "crypto-payment-sandbox" } });
  expect(log.entries).toHaveLength(2);
  for (const { startedDateTime, time, request, response, cache, timings } of log.entries) {
    expect(Number.isNaN(Date.parse(startedDateTime))).toBe(false);
    expect(time).toBeGreaterThanOrEqual(0);
    expect(URL.canParse(request.url)).toBe(true);
    for (const part of [request, response])
      expect(part).toMatchObject({ httpVersion: "HTTP/1.1", cookies: [], headersSize: -1, headers: expect.any(Array) });
    expect(response.content).toMatchObject({ size: expect.any(Number), mimeType: "application/json" });
    expect([cache, Object.keys(timings)]).toEqual([{}, ["send", "wait", "receive"]]);
  }
  expect(log.entries[0].request.queryString).toEqual([{ name: "owner", value: "anna b" }]);
  expect(log.entries[1]).toMatchObject({
    request: { method: "POST", postData: { mimeType: "application/json", text: "{}" } },
    response: { status: 0, redirectURL: "" },
  });
});

test("with --request-log 0 nothing is kept, and the contract report goes on", async () => {
  const { control, ready, api } = await aSandbox({ requestLog: 0 });
  await api.GET("/wallets");
  expect(await control("GET", "/requests")).toEqual({ items: [], next_before: null, next_after: null });
  expect((await control("GET", `/contract?tenant_id=${ready.tenant_id}`)).requests).toBe(1);
});
