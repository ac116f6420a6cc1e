// `run` plays a kept story: it starts the app beside a sandbox of its own, and fails as long as the app has the mistake (U-20).
import { expect, test } from "vitest";
import type { Adapter } from "../../src/hunt/adapter.ts";
import type { RuleId } from "../../src/hunt/judge/rule.ts";
import { assemble } from "../../src/hunt/plan/assemble.ts";
import type { HuntStep } from "../../src/hunt/plan/step.ts";
import { troublesOf } from "../../src/hunt/plan/troubles.ts";
import { type StoryFacts, storyOf } from "../../src/hunt/story/scenario.ts";
import { FINDING } from "./a-report.ts";
import { runAStory } from "./run-a-story.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: a name of the scenario
const OWNER = "a-${tenant_id}";

/** A confirmed deposit is sent twice. */
const TWICE = {
  title: "B-02 credited above the chain",
  about: "A deposit that is told twice is credited once.",
  steps: [
    { title: "a opens a wallet", act: { name: "open", owner: OWNER, network: "base" } },
    {
      title: "twice",
      fault: { gate: "webhook.delivery", effect: "duplicate", match: { type: "deposit.confirmed" } },
    },
    { title: "a is paid", pay: { network: "base", asset: "USDC", amount: "1", owner: OWNER } },
    { title: "the app is killed and started again", restart: {} },
    { title: "one credit", expect: { books: [{ owner: OWNER, network: "base", asset: "USDC", amount: "1" }] } },
  ],
  hunt: { version: 1 },
};
const runTwice = (mistake?: string) =>
  runAStory(mistake === undefined ? {} : { mistake }, (app) => ({ ...TWICE, options: { app } }));

test("U-20 a story with an app fails while the app has the mistake, and says what the books hold", async () => {
  const { code, out, err } = await runTwice("no-dedupe");
  expect(err).toContain("this story runs: ");
  expect(out).toContain('- expected "1"');
  expect(out).toContain('+ seen     "2"');
  expect(code).toBe(1);
}, 120_000);

test("U-20 the same story passes with the app that makes no mistake", async () => {
  const { code, out } = await runTwice();
  expect(out).toContain("passed: 5 steps");
  expect(code).toBe(0);
}, 120_000);

test("U-20 a step that the app refused says what it answered: an app that gives nobody a wallet is seen at once", async () => {
  const { code, out } = await runAStory({}, (given) => {
    const app = given as Adapter;
    const { open } = app.actions ?? {};
    const actions = { ...app.actions, open: { ...open, url: `${open?.url}/nowhere` } };
    return { ...TWICE, options: { app: { ...app, actions } } };
  });
  expect(out).toContain("the app answered: POST /customers/nowhere → 404, again: POST /customers/nowhere → 404");
  expect(out).toContain("did nothing: Wallet not found");
  expect(code).toBe(1);
}, 120_000);

const usual = { network: "base", asset: "USDC" };
const abilities = {
  ...{ withdraw: true, uda: true, restart: true, reconcile: true, deep: false, legs: true, usual, pageSize: 5 },
  ...{ operations: new Map([["createPayout", "withdraw"]] as const), others: [{ network: "bsc", asset: "USDC" }] },
};

/** The story that a hunt keeps of a finding about this trouble, alone. */
function keptStory({ rule, trouble, first = 0, length }: Story) {
  const troubles = troublesOf(abilities).filter(({ name }) => name === trouble);
  expect(troubles).toHaveLength(1);
  // As the shrinker does: what comes after the first breach is cut.
  const steps: readonly HuntStep[] = assemble(troubles, usual).steps.slice(first, length);
  return kept(rule, steps);
}

function kept(rule: RuleId, steps: readonly HuntStep[]) {
  const finding = { ...FINDING, rule, steps, story: { ...FINDING.story, differences: [] } };
  return (adapter: object) => storyOf(finding, { adapter: adapter as StoryFacts["adapter"], seed: 1, version: "test" });
}

/** `first` and `length`: which of the steps are kept. */
type Story = { rule: RuleId; mistake: string; trouble: string; first?: number; length?: number };
const STORIES: readonly Story[] = [
  { rule: "B-12", mistake: "signature-unchecked", trouble: "webhook deposit.confirmed wrong-secret" },
  { rule: "B-13", mistake: "unknown-type-refused", trouble: "webhook deposit.new duplicate" },
  { rule: "B-15", mistake: "dies-of-a-bad-body", trouble: "webhook deposit.confirmed truncate" },
  { rule: "B-02", mistake: "credit-on-new", trouble: "chain reorg drop at the first block", length: 4 },
  { rule: "B-07", mistake: "withdrawal-not-idempotent", trouble: "payout ordered twice in a row" },
  { rule: "B-09", mistake: "queued-is-failed", trouble: "payout stuck" },
  // Paid by its address, which the answer names among those of all networks.
  { rule: "B-11", mistake: "settlement-as-double", trouble: "settlement of more digits than a double holds" },
  { rule: "B-11", mistake: "settlement-source-decimals", trouble: "settlement of a payment on another network" },
  { rule: "B-11", mistake: "uda-credited-twice", trouble: "settlement for an owner who has a wallet" },
  // Shrunk, without a webhook that was ever sent: the repair job is what is judged.
  {
    ...{ rule: "B-11", mistake: "settlements-first-page", first: 2 },
    trouble: "settlement of more payments than a page, found by the repair job",
  },
  {
    rule: "B-13",
    mistake: "stranger-refused",
    trouble: "value to the vault, which is no customer's",
    first: 1,
    length: 2,
  },
  // All that is left is refused: no step says so, since every world with a withdrawal ends with that order.
  { rule: "B-18", mistake: "debits-what-it-refuses", trouble: "payout of more than there is" },
  { rule: "B-17", mistake: "idempotency-key-shared", trouble: "value on a second network" },
  // The support of the service runs the settlement again.
  { rule: "B-11", mistake: "settlement-failure-is-final", trouble: "settlement fails, and is run again" },
  { rule: "B-12", mistake: "unsigned-trusted", trouble: "webhook deposit.confirmed unsigned" },
];

test.each(STORIES)(
  "U-20 run judges the story by its rule: $rule of $mistake",
  async (one) => {
    const { rule, mistake } = one;
    const story = keptStory(one);
    const wrong = await runAStory({ mistake }, story);
    expect(wrong.out).toContain("nothing that breaks");
    expect(wrong.out).toContain(`${rule}: `);
    expect(wrong.code).toBe(1);
    const right = await runAStory({}, story);
    expect(right.out).toContain("passed: ");
    expect(right.code).toBe(0);
  },
  120_000,
);

const bsc = { network: "bsc", asset: "USDC" };
const TOGETHER: readonly { rule: RuleId; mistake: string; begun: string; steps: readonly HuntStep[] }[] = [
  {
    ...{ rule: "B-05", mistake: "repairs-one-network", begun: "the repair job" },
    steps: [
      { do: "open", owner: "a", network: "bsc" },
      { do: "open", owner: "b", network: "bsc" },
      { do: "fault", gate: "webhook.delivery", effect: "drop", times: null },
      { do: "pay", owner: "a", amount: "2.5", ...bsc },
      { do: "settle" },
      { do: "heal" },
      { do: "together", steps: [{ do: "reconcile" }, { do: "pay", owner: "b", amount: "1", ...bsc }] },
    ],
  },
  {
    ...{ rule: "B-11", mistake: "settlement-failure-is-final", begun: "a settlement that is run again" },
    steps: [
      { do: "open", owner: "a", network: "base" },
      { do: "uda", owner: "u", network: "base" },
      { do: "fault", gate: "routing.provider", effect: "fail", times: null },
      { do: "pay", owner: "u", amount: "18.5", ...usual },
      { do: "settle" },
      { do: "heal" },
      {
        do: "together",
        steps: [
          { do: "pay", owner: "a", amount: "1", ...usual },
          { do: "retry", owner: "u" },
        ],
      },
    ],
  },
  ...[
    { mistake: "repair-fails-what-is-on-its-way", begun: "the repair job, while an order is on its way," },
    { mistake: "start-fails-what-is-unanswered", begun: "a restart, while an order is on its way," },
  ].map(({ mistake, begun }) => ({
    ...{ rule: "B-09" as const, mistake, begun },
    steps: [
      { do: "open", owner: "a", network: "base" },
      { do: "pay", owner: "a", amount: "100", ...usual },
      { do: "settle" },
      {
        ...{ do: "fault", gate: "api.request", effect: "delay" },
        ...{ match: { operation_id: "createPayout" }, params: { by: "900ms" } },
      },
      {
        do: "together",
        steps: [
          { do: "withdraw", owner: "a", id: "w1", amount: "40", ...usual },
          { do: begun.startsWith("a restart") ? "restart" : "reconcile" },
        ],
        apart: "200ms",
      },
    ] satisfies HuntStep[],
  })),
];

test.each(TOGETHER)(
  "U-20 run repeats a story in which $begun begins together with another step",
  async ({ rule, mistake, steps }) => {
    const wrong = await runAStory({ mistake }, kept(rule, steps));
    expect(wrong.out).toContain(`${rule}: `);
    expect(wrong.code).toBe(1);
    const right = await runAStory({}, kept(rule, steps));
    expect(right.out).toContain("passed: ");
    expect(right.out).not.toContain("did nothing");
    expect(right.code).toBe(0);
  },
  120_000,
);
