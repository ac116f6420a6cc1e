// Plans: the same seed gives the same sequence, shards divide it, and every trouble is made from the catalogue (U-06, U-20…U-22).
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { allEffects } from "../../src/faults/catalogue.ts";
import { atPort, filledCommand, filledUrl } from "../../src/hunt/adapter.ts";
import { checkAdapter } from "../../src/hunt/hunt-file.ts";
import { assemble } from "../../src/hunt/plan/assemble.ts";
import { type NumberedPlan, pairsOf, plansOf } from "../../src/hunt/plan/phases.ts";
import { readPlan } from "../../src/hunt/plan/read-plan.ts";
import { flat, type HuntStep } from "../../src/hunt/plan/step.ts";
import type { Abilities } from "../../src/hunt/plan/troubles/trouble.ts";
import { troublesOf } from "../../src/hunt/plan/troubles.ts";
import { smallerSubsets } from "../../src/hunt/search/certificate.ts";
import { triesFor } from "../../src/hunt/search/examine.ts";
import { simpler } from "../../src/hunt/search/simpler.ts";

const usual = { network: "base", asset: "USDC" };
const abilities: Abilities = {
  ...{ withdraw: true, uda: true, restart: true, reconcile: true, deep: true, legs: true, pageSize: 5, usual },
  ...{
    operations: new Map([
      ["createWallet", "open"],
      ["createPayout", "withdraw"],
    ]),
    others: [{ network: "bsc", asset: "USDC" }],
  },
};
const troubles = troublesOf(abilities);
const first = (seed: number, count: number): NumberedPlan[] =>
  plansOf({ troubles, usual, seed, phases: ["singles", "pairs", "swarm"] })
    .take(count)
    .toArray();
const digest = (plans: readonly NumberedPlan[]) => createHash("sha256").update(JSON.stringify(plans)).digest("hex");

test("U-06 the same seed gives the same plans, another seed others", () => {
  expect(digest(first(1, 2_000))).toBe(digest(first(1, 2_000)));
  expect(digest(first(2, 2_000))).not.toBe(digest(first(1, 2_000)));
});

test("U-21 every effect of webhooks, payouts and routes is a trouble, and names are unique", () => {
  const names = troubles.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const used = new Set(
    troubles
      .flatMap(({ before = [] }) => flat(before))
      .flatMap((step) => (step.do === "fault" ? [`${step.gate} ${step.effect}`] : [])),
  );
  const wanted = allEffects().filter(({ gate }) =>
    ["webhook.delivery", "chain.submit", "routing.provider"].includes(gate),
  );
  expect(wanted.map(({ gate, effect }) => `${gate} ${effect}`).filter((one) => !used.has(one))).toEqual([]);
});

test("U-22 every trouble is played alone, then every pair comes once; the first pairs meet every two families", () => {
  const singles = first(1, 5_000).filter(({ phase }) => phase === "singles");
  expect(new Set(singles.flatMap(({ plan }) => plan.troubles)).size).toBe(troubles.length);
  const few = troubles.filter((_, index) => index % 9 === 0);
  const pairs = pairsOf(few, 3);
  expect(pairs).toHaveLength((few.length * (few.length - 1)) / 2);
  const families = (list: typeof pairs) =>
    new Set(
      list.map((pair) =>
        pair
          .map(({ family }) => family)
          .toSorted()
          .join(),
      ),
    );
  const distinct = [...families(pairs)].filter((one) => new Set(one.split(",")).size === 2);
  const begin = families(pairs.slice(0, 120));
  expect(distinct.filter((one) => !begin.has(one))).toEqual([]);
});

test("U-22 an app that never withdraws gets no trouble about withdrawals", () => {
  const without = troublesOf({
    ...abilities,
    withdraw: false,
    uda: false,
    restart: false,
    reconcile: false,
    operations: new Map(),
  });
  expect(without.filter(({ at }) => at === "withdraw" || at === "uda")).toEqual([]);
  const kinds = without
    .flatMap(({ before = [], instead = [], after = [] }) => flat([...before, ...instead, ...after]))
    .map((step) => step.do);
  expect(kinds.filter((kind) => ["restart", "reconcile", "withdraw", "uda"].includes(kind))).toEqual([]);
});

test("U-22 a step of a swarm that names a withdrawal means one that was ordered before it", () => {
  const plans = plansOf({ troubles, usual, seed: 1, phases: ["swarm"] })
    .take(1_500)
    .toArray();
  const rejected = plans.flatMap(({ plan: { steps } }) => {
    const all = flat(steps);
    const ordered = (id: string, at: number) => all.slice(0, at).some((one) => one.do === "withdraw" && one.id === id);
    return all.flatMap((step, at) => (step.do === "reject" ? [ordered(step.id, at)] : []));
  });
  expect(rejected.length).toBeGreaterThan(50);
  expect(rejected).not.toContain(false);
});

test("U-21 what the app calls elsewhere only is answered badly there: after a reorg, a failed payout, or in the repair job", () => {
  const contexts = new Map([
    ["createWallet", [""]],
    ["listTransactions", ["after a reorg", "in the repair job"]],
  ]);
  const operations = new Map([
    ["createWallet", "open"],
    ["listTransactions", "pay"],
  ] as const);
  const reads = new Set(["listTransactions"]);
  const api = troublesOf({ ...abilities, operations, contexts, reads }).filter(({ family }) => family === "api");
  const names = api.map(({ name }) => name);
  expect(names).toContain("api createWallet answer lost");
  expect(names).not.toContain("api listTransactions 500");
  const faultAt = (name: string) => {
    const { before = [], after = [] } = api.find((one) => one.name === name) ?? {};
    const kinds = [...before, ...after].map((step) => (step.do === "fault" ? step.gate : step.do));
    return kinds.join();
  };
  expect(faultAt("api listTransactions after a reorg 429 4 times")).toBe("mining,api.request,mine,reorg,mine,settle");
  expect(faultAt("api listTransactions in the repair job 500 8 times")).toBe(
    "webhook.delivery,settle,api.request,reconcile,heal,reconcile",
  );
});

test("U-21 what happens while an order is on its way is tried where the app orders payouts when it is asked to", () => {
  const onTheirWay = (more: Partial<Abilities>) =>
    troublesOf({ ...abilities, ...more })
      .map(({ name }) => name)
      .filter((name) => name.endsWith("while an order is on its way"));
  const [repairs, restarted] = ["repairs", "restarted"].map((what) => `app ${what} while an order is on its way`);
  expect(onTheirWay({})).toEqual([repairs, restarted]);
  expect(onTheirWay({ reconcile: false })).toEqual([restarted]);
  expect(onTheirWay({ restart: false })).toEqual([repairs]);
  expect(onTheirWay({ operations: new Map([["createPayoutByUsd", "withdraw"]]) })).toEqual([repairs, restarted]);
  expect(onTheirWay({ operations: new Map([["createPayout", "pay"]]) })).toEqual([]);
});

test("U-31 steps that are apart stay so in every simpler form", () => {
  const steps: HuntStep[] = [{ do: "reconcile" }, { do: "restart" }, { do: "heal" }];
  const forms = simpler({ do: "together", steps, apart: "150ms" });
  expect(forms).toHaveLength(3);
  expect(forms.every((form) => form.do === "together" && form.apart === "150ms")).toBe(true);
  expect(simpler({ do: "together", steps: steps.slice(0, 2), apart: "150ms" })).toEqual(steps.slice(0, 2));
});

test.each([
  ["150ms", "steps"],
  ["2s", "step 1: together.apart needs a duration of at most one second"],
  [150, "step 1: together.apart needs a duration of at most one second"],
])("U-20 a kept plan whose steps are %j apart is read, or says what does not fit", (apart, wanted) => {
  const plan = readPlan([{ do: "together", steps: [{ do: "reconcile" }], apart }]);
  expect(typeof plan === "string" ? plan : "steps").toBe(wanted);
});

test("U-31 simpler forms end: no step becomes simpler for ever", () => {
  const steps = troubles.flatMap(({ before = [], instead = [], after = [] }) => [...before, ...instead, ...after]);
  fc.assert(
    fc.property(fc.constantFrom(...steps), fc.array(fc.nat(9), { minLength: 40, maxLength: 40 }), (step, choices) => {
      let now: HuntStep | undefined = step;
      for (const choice of choices) {
        const forms: readonly HuntStep[] = now === undefined ? [] : simpler(now);
        now = forms[choice % Math.max(1, forms.length)];
      }
      expect(now).toBeUndefined();
    }),
    { seed: 20_260_101, numRuns: 300 },
  );
});

test("U-40 a candidate gets as many tries as a miss of less than 1 % needs, at most 12", () => {
  expect([4, 3, 2, 1].map((failed) => triesFor({ failed, of: 4 }))).toEqual([1, 4, 7, 12]);
});

test("U-42 the subsets of a short story with at least two steps less", () => {
  const steps: HuntStep[] = ["10s", "1m", "10m"].map((by) => ({ do: "travel", by }));
  expect(smallerSubsets(steps)).toEqual(steps.map((step) => [step]));
  expect(smallerSubsets([...steps, { do: "heal" }])).toHaveLength(4 + 6);
});

test("U-01 values are words of a URL and of the shell, whatever is in them", () => {
  expect(filledUrl("http://x/${owner}?a=${amount}", { owner: "a/b?c", amount: "1" })).toBe("http://x/a%2Fb%3Fc?a=1");
  expect(filledCommand("books ${owner}", { owner: "a'; rm -rf b" })).toBe("books 'a'\\''; rm -rf b'");
});

test("U-01 a wrong adapter names the place", () => {
  expect(() => checkAdapter({ webhok: "http://x" })).toThrow("/webhok is not known");
  expect(() => checkAdapter({ webhook: "not a url" })).toThrow("/webhook must be a URL");
  expect(() => checkAdapter({ actions: { open: {} } })).toThrow("/actions/open needs either url or command");
  const adapter = checkAdapter({
    webhook: "http://127.0.0.1:3000/w",
    books: { url: "http://localhost:3000/b?o=${owner}" },
    ready: "http://127.0.0.1:30001/",
  });
  expect(atPort(adapter, 4_000)).toMatchObject({
    ...{ webhook: "http://127.0.0.1:4000/w", ready: "http://127.0.0.1:30001/" },
    books: { url: "http://localhost:4000/b?o=${owner}" },
  });
});

test("U-22 what comes behind its successor, and a repair job that meets what is under way, are tried early", () => {
  const names = first(1, 400).map(({ plan }) => plan.troubles[0] ?? "");
  const early = [
    ...["deposit.new", "transaction.broadcasted", "uda.settlement.created"].map(
      (type) => `webhook ${type} sent again later`,
    ),
    ...["payout looked at while it is under way", "settlement fail at every provider"],
  ];
  for (const name of early) expect([name, names.indexOf(name) < 60]).toEqual([name, true]);
});

test("U-21 what is paid into a universal address differs in network, decimals, token and size, comes twice, and for two owners", () => {
  const paid = troubles
    .filter(({ name }) => name.startsWith("settlement "))
    .flatMap((one) => {
      const { steps } = assemble([one], usual);
      const owners = new Set(steps.flatMap((step) => (step.do === "uda" ? [step.owner] : [])));
      return [steps.flatMap((step) => (step.do === "pay" && owners.has(step.owner) ? [step] : []))];
    });
  const all = paid.flat();
  expect(new Set(all.map(({ network, asset }) => `${asset} on ${network}`))).toEqual(
    new Set(["USDC on base", "USDC on bsc", "USDT on base", "ETH on base"]),
  );
  // What fees leave of it has more digits than a double in base units, too.
  expect(all.some(({ amount }) => BigInt(amount.replace(".", "")) > 2n ** 56n)).toBe(true);
  expect(paid.some((list) => list.length === 2 && list[0]?.amount === list[1]?.amount)).toBe(true);
  expect(paid.some((list) => new Set(list.map(({ owner }) => owner)).size === 2)).toBe(true);
  expect(paid.some((list) => list.some(({ owner }) => owner === "a"))).toBe(true);
});

test("U-21 settlements fail at one provider, at every provider, and are run again", () => {
  const settlements = troubles.filter(({ family }) => family === "settlement");
  const faults = settlements.flatMap(({ before = [] }) =>
    before.flatMap((step) => (step.do === "fault" ? [step] : [])),
  );
  for (const effect of ["no-quote", "refuse", "fail", "empty-stock"])
    expect(faults.filter((one) => one.effect === effect).map(({ times = 1 }) => times)).toContain(null);
  const again = settlements.find(({ name }) => name === "settlement fails, and is run again");
  expect(again?.after?.map((step) => step.do)).toEqual(["settle", "heal", "retry", "settle"]);
});

test("U-21 several payments: the newer before the older, alike, days later, to an address that was asked for again, in every accepted place", () => {
  const several = troubles.filter(({ family }) => family === "several").map((one) => assemble([one], usual).steps);
  const payments = several.map((steps) => steps.flatMap((step) => (step.do === "pay" ? [step] : [])));
  expect(payments.every((list) => list.length > 1 || list[0]?.owner === "a")).toBe(true);
  expect(payments.some((list) => list.some(({ owner, amount }) => owner === "b" && amount === list[0]?.amount))).toBe(
    true,
  );
  const kinds = several.map((steps) =>
    steps
      .map((step) => step.do)
      .filter((kind) => ["open", "pay", "travel", "reconcile"].includes(kind))
      .join(" "),
  );
  for (const kind of ["open pay open pay", "open pay travel pay", "open pay reconcile pay reconcile"])
    expect([kind, kinds.includes(kind)]).toEqual([kind, true]);
  const places = payments.map((list) => new Set(list.map(({ network, asset }) => `${asset} on ${network}`)));
  expect(places).toContainEqual(new Set(["USDC on base", "ETH on base", "USDC on bsc"]));
  expect(places).toContainEqual(new Set(["USDC on base", "USDT on bsc"]));
});

test("U-22 what several payments show is tried early, and costs few worlds", () => {
  const several = troubles.filter(({ family }) => family === "several");
  expect(several.length).toBeLessThanOrEqual(20);
  const names = first(1, 1_000)
    .filter(({ phase }) => phase === "singles")
    .map(({ plan }) => plan.troubles[0] ?? "");
  for (const { name } of several.filter(({ later }) => !later))
    expect([name, names.indexOf(name) < 150]).toEqual([name, true]);
});

test("U-21 requests to open, to withdraw and for a universal address begin at once, of one customer or of two", () => {
  const atOnce = troubles.flatMap((one) =>
    assemble([one], usual).steps.flatMap((step) => (step.do === "together" ? [step.steps] : [])),
  );
  const kinds = (owners: number): Set<string> =>
    new Set(
      atOnce.flatMap((steps) => {
        const [first] = steps;
        if (first === undefined || !steps.every((step) => step.do === first.do && "owner" in step)) return [];
        return new Set(steps.map((step) => "owner" in step && step.owner)).size === owners ? [first.do] : [];
      }),
    );
  expect(kinds(2)).toEqual(new Set(["open", "withdraw", "uda"]));
  expect(kinds(1)).toEqual(new Set(["open", "withdraw"]));
});

test("U-21 withdrawals: two that are alike, of two customers of whom one fails, and of the least amount in digits, not as a double", () => {
  const orders = (name: string) =>
    assemble(
      troubles.filter((one) => one.name === name),
      usual,
    ).steps.flatMap((step) => (step.do === "withdraw" ? [`${step.owner} ${step.id} ${step.amount}`] : []));
  expect(orders("payout two of the same amount")).toEqual(["a w1 30", "a w2 30"]);
  expect(orders("payout of one customer fails behind the order of another")).toEqual(["a w1 40", "b w2 30"]);
  expect(orders("payout of the least amount")).toEqual(["a w1 0.000001"]);
});
