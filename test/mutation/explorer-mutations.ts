// Table: mistakes in the explorer, in what a record tells and in the lists that both read, and the tests that must notice.
import type { Mutation } from "./mutations.ts";

const facts = ["web/explorer-facts.test.ts"];
const asked = ["admin/records/asked-and-states.test.ts"];
const lists = ["admin/records/lists.test.ts", "domain/record/lists.test.ts"];

export const EXPLORER_MUTATIONS: readonly Mutation[] = [
  // What a log, a call and a removed block show
  {
    file: "src/web/explorer/value-transfers.ts",
    find: "return network.assets.find((asset) => !asset.native && asset.key === token);",
    replace: "return network.assets.find((asset) => !asset.native && asset.key !== token);",
    tests: ["web/explorer.test.ts"],
  },
  {
    file: "src/web/explorer/transaction/call-tree.ts",
    find: "(frame.calls ?? []).map((call) => callItem",
    replace: "(depth > 0 ? [] : (frame.calls ?? [])).map((call) => callItem",
    tests: facts,
  },
  {
    file: "src/web/explorer/removed-blocks.ts",
    find: 'now: found.blockNumber === null ? "pool" : "block"',
    replace: 'now: "block"',
    tests: facts,
  },
  // What a settlement asked
  {
    file: "src/admin/records/providers-asked.ts",
    find: "return [...said, ...rest];",
    replace: "return [...rest, ...said];",
    tests: asked,
  },
  {
    file: "src/admin/records/providers-asked.ts",
    find: "if (before !== undefined && isFirst) run += 1;",
    replace: "",
    tests: asked,
  },
  // Lists in both orders
  {
    file: "src/admin/records/claims.ts",
    find: 'cursor?.includes("/") === true',
    replace: "cursor === null",
    tests: lists,
  },
  {
    file: "src/domain/record/delegations.ts",
    find: "isNewest ? boundsOf(last, below) : boundsOf(from, justAbove(last))",
    replace: "boundsOf(last, below)",
    tests: lists,
  },
  {
    file: "src/contract/requests/request-log.ts",
    find: 'query.order === "oldest" ?',
    replace: 'query.order === "newest" ?',
    tests: ["contract/request-log.test.ts"],
  },
  // Hidden characters of texts that anybody chose
  {
    file: "src/kernel/html.ts",
    find: "const HIDDEN = /[\\p{Cf}\\u2028\\u2029]/gu;",
    replace: "const HIDDEN = /[^\\p{Any}]/gu;",
    tests: facts,
  },
];
