// Table: mistakes in the page at `/`, and the tests in Chromium that must notice (T-14): no stream, a wrong cursor, a missing escape, and their like.
import type { Mutation } from "./mutations.ts";

const stories = ["browser/page-stories.test.ts"];
const trust = ["browser/page-trust.test.ts"];
const lists = ["browser/page-lists.test.ts"];
const texts = ["browser/page-texts.test.ts"];
const troubles = ["browser/page-troubles.test.ts"];
const snapshots = ["browser/page-snapshots.test.ts"];
const keys = ["browser/page-keys.test.ts"];

export const PAGE_MUTATIONS: readonly Mutation[] = [
  // The stream: none, one whose words are not heard, one that is not caught up with, and another world
  { file: "src/dashboard/api/live.ts", find: "  void changes.run();", replace: "", tests: stories },
  { file: "src/dashboard/api/change-stream.ts", find: "this.#heard.topics(topics);", replace: "", tests: stories },
  {
    file: "src/dashboard/api/change-stream.ts",
    find: 'if (state === "connecting" || !missedNothing)',
    replace: 'if (state === "connecting")',
    tests: trust,
  },
  {
    file: "src/dashboard/api/live-topics.ts",
    find: 'const WEBHOOKS: readonly Topic[] = ["events", "deliveries"];',
    replace: "const WEBHOOKS: readonly Topic[] = [];",
    tests: stories,
  },
  // Lists: the cursor, how much is kept and drawn, and where a reader stands
  {
    file: "src/dashboard/lists/window.ts",
    find: "last.next_before ?? undefined",
    replace: "last.next_before === null ? undefined : Number(last.next_before) - 1",
    tests: lists,
  },
  {
    file: "src/dashboard/lists/window.ts",
    find: "const MAX_PAGES = 20;",
    replace: "const MAX_PAGES = 200;",
    tests: lists,
  },
  { file: "src/dashboard/lists/window.ts", find: "isJump: true }", replace: "isJump: false }", tests: lists },
  { file: "src/dashboard/lists/list-table.tsx", find: "overscan: 10,", replace: "overscan: 2_000,", tests: lists },
  {
    file: "src/dashboard/lists/steady-rows.ts",
    find: "box.current.scrollTop += moved * rowHeight",
    replace: "box.current.scrollTop += 0",
    tests: lists,
  },
  {
    file: "src/dashboard/lists/window.ts",
    find: "return Math.max(0, Number(from ?? 1) - 1);",
    replace: "return Number(from ?? 1);",
    tests: lists,
  },
  // Texts and numbers of clients
  {
    file: "src/dashboard/components/plain-text.tsx",
    find: "const HIDDEN = /[\\p{Cc}\\p{Cf}\\u2028\\u2029]/gu;",
    replace: "const HIDDEN = /[^\\p{Any}]/gu;",
    tests: texts,
  },
  {
    file: "src/dashboard/api/exact-json.ts",
    find: "String(value) !== source ?",
    replace: "value === undefined ?",
    tests: texts,
  },
  {
    file: "src/dashboard/api/curl.ts",
    find: "word.replaceAll(\"'\", \"'\\\\''\")",
    replace: "word",
    tests: ["dashboard/curl.test.ts"],
  },
  // The token
  {
    file: "src/dashboard/api/token.ts",
    find: "export function keepToken(token: string): void {\n  sessionStorage",
    replace: "export function keepToken(token: string): void {\n  localStorage.setItem(KEY, token);\n  sessionStorage",
    tests: trust,
  },
  {
    file: "src/dashboard/api/token.ts",
    find: '  history.replaceState(null, "", location.pathname + location.search);',
    replace: "",
    tests: trust,
  },
  {
    file: "src/dashboard/lists/row-text.ts",
    find: "return /^[=+@]/.test(text)",
    replace: "return text === 0 as never",
    tests: ["dashboard/row-text.test.ts"],
  },
  // Keys, questions and acts
  {
    file: "src/dashboard/inbox/redeliver-all.ts",
    find: "filter.isWhole ? redeliverQuery(filter, state) : redeliverIds(ids)",
    replace: "redeliverQuery(filter, state)",
    tests: ["browser/page/redeliver.test.ts"],
  },
  { file: "src/dashboard/shell/tastes.ts", find: 'tastes.keys === "on" && ', replace: "", tests: keys },
  {
    file: "src/dashboard/shell/acts.ts",
    find: "  question.set(asked);",
    replace: "  void asked.run();",
    tests: snapshots,
  },
  {
    file: "src/dashboard/shell/before.ts",
    find: "kept.slice(0, -MAX_KEPT)",
    replace: "kept.slice(0, 0)",
    tests: snapshots,
  },
  {
    file: "src/dashboard/api/client.ts",
    find: '      ...(body === undefined ? {} : { body, headers: { "content-type": "application/json" } }),',
    replace: "",
    tests: troubles,
  },
  { file: "src/dashboard/shell/next-trouble.ts", find: "(at + 1) %", replace: "Math.max(0, at) %", tests: troubles },
];
