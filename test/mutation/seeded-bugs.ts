// Table: the bugs that the reliability design lists, each with the suite that must fail.
import type { Edit } from "./mutations.ts";

/** The kind of suite: P properties and races, FI fault injection by kills, SIM simulation, SEC security, U units, C conformance, E engine. */
export type SuiteKind = "P" | "FI" | "SIM" | "SEC" | "U" | "C" | "E";

/** What must fail: test files below test/, or a script with its arguments. */
export type Suite = { tests: readonly string[] } | { script: readonly string[] };

export type SeededBug = { name: string; kind: SuiteKind; edits: readonly Edit[]; suite: Suite };

export const SEEDED_BUGS: readonly SeededBug[] = [
  {
    name: "hash recorded after send",
    kind: "FI",
    edits: [
      {
        file: "src/flow/attempts/send-attempt.ts",
        find: 'moveAttempt(world, prepared, "sign", { raw, hash: keccak256(raw) });',
        replace: 'moveAttempt(world, prepared, "sign", { raw: "", hash: "" });',
      },
      {
        file: "src/flow/attempts/send-attempt.ts",
        find: "return decideSend(world, signed);",
        replace: "return { ...decideSend(world, signed), raw, hash: keccak256(raw) };",
      },
    ],
    suite: { script: ["scripts/run/crash.ts", "--kills", "0", "--failpoint", "attempt.after_send_before_mark"] },
  },
  {
    name: "claim without state check",
    kind: "P",
    edits: [
      {
        file: "src/flow/payments/submit-payment.ts",
        find: 'if (current.status !== "created") return undefined;',
        replace: "",
      },
    ],
    suite: { tests: ["flow/submit-payment.test.ts", "stories/payments/races.test.ts"] },
  },
  {
    name: "confirmations as counter",
    kind: "P",
    edits: [
      {
        file: "src/flow/indexer/apply.ts",
        find: "const height = confirmedHeight(head, settingOf(world, network).confirmations);",
        replace: [
          "const counters = world.db as unknown as Record<string, number>;",
          "const counted = Math.max(head, (counters[network] ?? head - 1) + 1);",
          "counters[network] = counted;",
          "const height = confirmedHeight(counted, settingOf(world, network).confirmations);",
        ].join("\n  "),
      },
    ],
    suite: { tests: ["stories/chains/reorg.test.ts", "stories/deposits/confirmations.test.ts"] },
  },
  {
    name: "log index as key",
    kind: "P",
    edits: [
      {
        file: "src/flow/indexer/read.ts",
        find: "ordinal: FIRST_LOG_ORDINAL + position,",
        replace: "ordinal: FIRST_LOG_ORDINAL + Number((log as unknown as { logIndex: string }).logIndex),",
      },
    ],
    suite: { tests: ["stories/chains/reorg.test.ts"] },
  },
  {
    name: "event outside the transaction",
    kind: "FI",
    edits: [
      {
        file: "src/domain/outbox.ts",
        find: "export function emit(world: World, { tenantId: tenant_id, type, resourceId, group, record }: Emission): void {",
        replace: [
          "export function emit(world: World, emission: Emission): void {",
          "  queueMicrotask(() => world.db.transaction(() => emitLater(world, emission)));",
          "}",
          "function emitLater(world: World, { tenantId: tenant_id, type, resourceId, group, record }: Emission): void {",
        ].join("\n"),
      },
    ],
    suite: { script: ["scripts/run/crash.ts", "--kills", "0", "--failpoint", "event.after_insert"] },
  },
  {
    name: "new webhook-id on retry",
    kind: "P",
    edits: [
      {
        file: "src/flow/deliveries/send-delivery.ts",
        find: "{ url, id: event.id, body: sentBody(event),",
        replace:
          "{ url, id: claimed.delivery.attempts === 0 ? event.id : event.id.concat(String(claimed.delivery.attempts)), body: sentBody(event),",
      },
    ],
    suite: { tests: ["stories/webhooks/webhook-rules.test.ts"] },
  },
  {
    name: "redirect followed",
    kind: "SEC",
    edits: [
      {
        file: "src/webhooks/post.ts",
        find: 'call.on("response", (answer) => this.#read(answer));',
        replace: [
          'call.on("response", (answer) => {',
          "  const { location } = answer.headers;",
          "  if (location === undefined) return this.#read(answer);",
          "  request.url = new URL(location, url).href;",
          "  this.#post();",
          "});",
        ].join("\n    "),
      },
    ],
    suite: { tests: ["webhooks/send.test.ts"] },
  },
  {
    name: "Number() on raw",
    kind: "U",
    edits: [
      {
        file: "src/present/amount.ts",
        find: "raw: exactNumber(raw), usd };",
        replace: "raw: Number(raw), usd };",
      },
    ],
    suite: { tests: ["present/amount.test.ts"] },
  },
  {
    name: "tenant filter missing in one query",
    kind: "SEC",
    edits: [
      {
        file: "src/domain/transaction/store.ts",
        find: "select * from transaction_record where id = :id and tenant_id = :tenantId",
        replace: "select * from transaction_record where id = :id and :tenantId <> ''",
      },
    ],
    suite: { tests: ["stories/worlds/tenants.test.ts"] },
  },
  {
    name: "synchronous left at default",
    kind: "U",
    edits: [
      {
        file: "src/db/pragmas.ts",
        find: 'use === "full" ? ["synchronous", "FULL", 2] : ["synchronous", "NORMAL", 1],',
        replace: "",
      },
    ],
    suite: { tests: ["db/database.test.ts"] },
  },
  {
    name: "pending nonce",
    kind: "SIM",
    edits: [
      {
        file: "src/flow/payments/submit-payment.ts",
        find: "const estimated = await buildTransaction(chain, call);",
        replace: [
          "const estimated = await buildTransaction(chain, call);",
          'const pending = Number(await chain.request<Hex>("eth_getTransactionCount", [sender.address, "pending"]));',
        ].join("\n  "),
      },
      {
        file: "src/flow/payments/submit-payment.ts",
        find: "return createAttempt(world, { network, sender: address, derivation, purpose, subject: row.id, plan });",
        replace: [
          "const begun = createAttempt(world, { network, sender: address, derivation, purpose, subject: row.id, plan });",
          'world.db.run("update attempt set nonce = :pending where id = :id", { pending, id: begun.id });',
          "return { ...begun, nonce: pending };",
        ].join("\n    "),
      },
    ],
    suite: { script: ["scripts/run/simulation.ts", "--seeds", "30", "--steps", "60"] },
  },
  {
    name: "expire after send",
    kind: "SIM",
    edits: [
      {
        file: "src/flow/payments/expire-payout.ts",
        find: 'else await cancelPayment(dependencies, "payout", payout.transaction_id);',
        replace: [
          "else",
          "  world.db.transaction(() => {",
          '    expirePayment(world, { id: payout.transaction_id, type: "payout", source_id: payout.id });',
          "  });",
        ].join("\n    "),
      },
    ],
    suite: { script: ["scripts/run/simulation.ts", "--seeds", "30", "--steps", "60"] },
  },
  {
    name: "hardhat_mine",
    kind: "E",
    edits: [
      {
        file: "src/chains/engine/mine-block.ts",
        find: '[["evm_mine", [inputs.timestamp]]]',
        replace: '[["hardhat_mine", ["0x1"]]]',
      },
    ],
    suite: { tests: ["chains/engine.test.ts", "chains/producer.test.ts", "house/bans.test.ts"] },
  },
  {
    name: "virtual time in webhook-timestamp",
    kind: "C",
    edits: [
      {
        file: "src/runtime/world-runtime.ts",
        find: "const timestampSeconds = (signedAtSeconds ?? Math.floor(wall.now() / 1_000)) - ageSeconds;",
        replace: [
          'const virtual = Date.parse((JSON.parse(body) as { time: string }).time.replace(" ", "T").concat("Z"));',
          "const timestampSeconds = Math.floor(virtual / 1_000) - ageSeconds;",
        ].join("\n    "),
      },
    ],
    suite: { tests: ["stories/webhooks/webhook.test.ts"] },
  },
  {
    name: "microtasks not drained in advance",
    kind: "P",
    edits: [
      {
        file: "src/flow/loop/time-travel.ts",
        find: "if (due === undefined && !deliverer.busy) return;",
        replace: "if (due === undefined) return;",
      },
    ],
    suite: { tests: ["flow/time-travel.test.ts"] },
  },
];
