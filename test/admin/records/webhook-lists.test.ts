// Events and deliveries in both directions, with filters, and one of each with everything about it.
import { expect, test } from "vitest";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { statementsAsked } from "../../support/worlds/statements-asked.ts";

type Item = { id: any; sequence: number; [member: string]: any };

async function aTown() {
  const receiver = await aReceiver();
  const sandbox = await aSandbox({ webhook: receiver.url });
  const { control, api } = sandbox;
  for (const [owner, network] of [
    ["alice", "base"],
    ["bob", "polygon"],
  ] as const)
    await api.POST("/wallets", { body: { owner, network_symbol: network } });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "25.5", owner: "alice" });
  await control("POST", "/faults", { gate: "webhook.delivery", effect: "wrong-secret", times: 1 });
  await control("POST", "/deposits", { network: "polygon", asset: "USDC", amount: "3", owner: "bob" });
  await control("POST", "/run-until-idle", { advance: true });
  const list = (path: string): Promise<{ items: Item[]; next_after: number; next_before: number | null }> =>
    control("GET", path);
  return { ...sandbox, receiver, list };
}

test("events come oldest first as before, or newest first by a cursor that leads to the oldest", async () => {
  const { list } = await aTown();
  const all = await list("/events");
  expect(all.next_before).toBe(null);
  const sequences = all.items.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  const seen: number[] = [];
  let before = "";
  for (;;) {
    const page = await list(`/events?order=newest&limit=3${before}`);
    seen.push(...page.items.map(({ sequence }) => sequence));
    if (page.next_before === null) break;
    expect(page.next_before).toBe(page.items.at(-1)?.sequence);
    before = `&before=${page.next_before}`;
  }
  expect(seen).toEqual(sequences.toReversed());
  const [newest] = (await list("/events?order=newest&limit=1&type=deposit.confirmed")).items;
  expect(newest).toEqual(all.items.findLast(({ type }) => type === "deposit.confirmed"));
  const of = newest?.["resource_id"].slice(0, 34);
  expect((await list(`/events?q=${of}`)).items).toEqual(
    all.items.filter(({ resource_id }) => resource_id.startsWith(of)),
  );
  expect((await list("/events?to=2026-01-01T00:00:00Z")).items).toEqual([]);
  expect((await list("/events?from=2026-01-01T00:00:00Z")).items).toEqual(all.items);
});

test("deliveries carry their event, and are filtered by what they carry in both directions", async () => {
  const { list, ready } = await aTown();
  const all = await list("/deliveries");
  expect(all.items.length).toBeGreaterThan(5);
  const [first] = all.items;
  expect(first?.["event"]).toMatchObject({ sequence: 1, type: first?.["type"], tenant_id: ready.tenant_id });
  const newest = await list("/deliveries?order=newest&limit=2");
  expect(newest.items).toEqual(all.items.toReversed().slice(0, 2));
  expect(newest.next_before).toBe(newest.items[1]?.id);
  const rest = await list(`/deliveries?order=newest&before=${newest.next_before}`);
  expect(rest.items).toEqual(all.items.toReversed().slice(2));
  expect(rest.next_before).toBe(null);
  for (const member of ["type", "tenant_id", "resource_id", "event_id", "endpoint_id", "state"]) {
    const value = String(newest.items[0]?.[member]);
    const fitting = all.items.filter((item) => String(item[member]) === value);
    for (const order of ["oldest", "newest"])
      expect((await list(`/deliveries?${member}=${value}&order=${order}`)).items, member).toEqual(
        order === "oldest" ? fitting : fitting.toReversed(),
      );
  }
  expect((await list("/deliveries?state=dead")).items).toEqual([]);
  expect((await list("/deliveries?state=dead&order=newest&type=deposit.new")).items).toEqual([]);
});

test("one delivery says of each attempt by which secret it verifies; one event has the bytes that were sent", async () => {
  const { list, control, admin, receiver, ready } = await aTown();
  const retried = (await list("/deliveries")).items.find(({ attempts }) => attempts[0]?.fault === "wrong-secret");
  const delivery = await control("GET", `/deliveries/${retried?.id}`);
  expect(delivery.attempts[0].verification).toEqual({ ok: false, reason: "signature-mismatch", signed_by: "none" });
  const [{ id }] = (await list("/deliveries?limit=1")).items as [Item];
  const verified = async () => (await control("GET", `/deliveries/${id}`)).attempts[0].verification;
  expect(await verified()).toEqual({ ok: true, reason: null, signed_by: "current" });
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints/${delivery.endpoint_id}/rotate-secret`, {});
  expect(await verified()).toEqual({ ok: true, reason: null, signed_by: "previous" });
  const event = await control("GET", "/events/1");
  expect(event).toEqual(await control("GET", `/events/${event.id}`));
  expect(receiver.received.map(({ body }) => body)).toContain(event.body);
  expect(event.deliveries.map(({ id: one }: Item) => one)).toEqual([id]);
  for (const path of ["/events/999999", "/events/none", "/deliveries/999999"])
    expect((await admin("GET", path)).status, path).toBe(404);
});

test("no list of events or deliveries reads a table from end to end", async () => {
  const { list, store } = await aTown();
  const asked = statementsAsked();
  const filters = ["", "&type=deposit.new", "&resource_id=x", "&tenant_id=t", "&q=0", "&type=deposit.new&tenant_id=t"];
  for (const order of ["oldest", "newest"])
    for (const filter of filters) {
      await list(`/events?order=${order}${filter}`);
      for (const more of ["", "&state=dead", "&state=due", "&state=delivered", "&event_id=e", "&endpoint_id=e"])
        await list(`/deliveries?order=${order}${filter}${more}`);
    }
  const lists = [...asked].filter(([sql]) => /order by [de]\./.test(sql));
  expect(lists.length).toBeGreaterThan(40);
  for (const [sql, parameters] of lists) {
    const plan = store.all<{ detail: string }>(`explain query plan ${sql}`, parameters as never);
    const texts = plan.map(({ detail }) => detail);
    expect(
      texts.filter((detail) => /^SCAN [dew]\b(?!.*INDEX)/.test(detail)),
      sql,
    ).toEqual([]);
    if (!/event_sequence (=|in)/.test(sql)) expect(texts.join("\n"), sql).not.toContain("TEMP B-TREE");
  }
});
