// A report of a hunt with one finding, for tests of what is written from it.
import type { Finding, HuntReport } from "../../src/hunt/report.ts";

const AT = Date.UTC(2026, 0, 1);

export const FINDING: Finding = {
  number: 1,
  rule: "B-03",
  seen_as: "B-03",
  level: "error",
  title: "credited twice",
  what: "the books of h7-a are 51 USDC on base, the chain says 25.5",
  phase: "singles",
  troubles: ["webhook answer-lost deposit.confirmed"],
  world: 41,
  after_ms: 9_400,
  drawn_steps: 31,
  steps: [
    { do: "open", owner: "a", network: "base" },
    { do: "fault", gate: "webhook.delivery", effect: "answer-lost", match: { type: "deposit.confirmed" } },
    { do: "pay", owner: "a", amount: "25.5", network: "base", asset: "USDC" },
  ],
  story: {
    lines: [
      {
        step: { do: "open", owner: "a", network: "base" },
        text: "h7-a opens a wallet on base",
        asked: "POST /customers → 201",
        happened: ["address.assigned → 200"],
      },
      {
        step: { do: "fault", gate: "webhook.delivery", effect: "answer-lost" },
        text: "the next deposit.confirmed: your app's answer is lost",
        asked: null,
        happened: [],
      },
      {
        step: { do: "pay", owner: "a", amount: "25.5", network: "base", asset: "USDC" },
        text: "h7-a is paid 25.5 USDC on base",
        asked: null,
        happened: ["deposit.confirmed → 200 (answer-lost), 200"],
      },
    ],
    events: [
      { lane: "app", at: AT, step: 0, text: "h7-a opens a wallet on base", isWrong: false },
      { lane: "service", at: AT, step: 0, text: "POST /v1/wallets → 201", isWrong: false },
      { lane: "chain", at: AT, step: 2, text: "h7-a is paid 25.5 USDC on base", isWrong: false },
      { lane: "webhook", at: AT, step: 2, text: "deposit.confirmed → 200 (answer-lost), 200", isWrong: false },
    ],
    breaches: [{ rule: "B-03", level: "error", owner: "h7-a", what: "2 credits of one deposit" }],
    differences: [{ owner: "h7-a", network: "base", asset: "USDC", credited: "51", held: "25.5" }],
  },
  rate: { failed: 10, of: 10 },
  unstable: false,
  certificate: {
    kind: "smallest",
    without: [
      { failed: 0, of: 2 },
      { failed: 0, of: 2 },
      { failed: 0, of: 2 },
    ],
    why: null,
  },
  worlds: 27,
};

export const REPORT: HuntReport = {
  kind: "hunt",
  version: 1,
  sandbox_version: "0.1.0",
  seed: 7,
  shard: null,
  asked: { worlds: null, phases: ["singles"], adapter: "a", plans: "p" },
  findings: [FINDING],
  worlds: { plain: 0, singles: 41, pairs: 0, swarm: 0 },
  further_worlds: 29,
  not_judged: [{ why: "no deposit arrived", worlds: 2 }],
  troubles: [
    { name: "webhook answer-lost deposit.confirmed", worlds: 1, failed: 1 },
    { name: "api status createWallet", worlds: 3, failed: 0 },
  ],
  met: { "a duplicate": 4 },
  never_met: ["a replaced transaction"],
  answers: { count: 90, slow: 1 },
  left_out: ["no withdrawals: the adapter has no action withdraw"],
  rules_not_judged: [{ rule: "B-07", why: "the adapter has no action withdraw" }],
  guesses: [],
  seconds: 11.2,
  ended: "1 finding",
  complete: true,
  hindrance: null,
};
