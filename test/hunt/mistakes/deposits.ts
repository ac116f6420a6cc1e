// Table: mistakes for `examples/shop-with-books` in how it handles several deposits of one customer, and in how its repair job finds them: kinds
// that real apps have, written when the troubles of several payments were.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts
import type { Change, Mistake } from "./shop.ts";

const OWNED = "    if (owner === undefined) return;\n";
const CREDIT = "    this.#books.credit({\n      id: deposit.id,";
const PAGES =
  "    for await (const { source_id: id } of this.#service.pages(query, PAGE_SIZE)) {\n      confirmed.add(id);\n";
const FOUND = '      if (this.#books.stateOf(id) !== "credited")\n';

/** Something that the program keeps in its memory. */
export function kept(line: string): Change {
  return { file: "deposits.ts", find: "const PAGE_SIZE = 5;", replace: `const PAGE_SIZE = 5;\n${line}` };
}

export function inDeposits(find: string, replace: string): Change {
  return { file: "deposits.ts", find, replace };
}

/** The repair job leaves out what it reads when this holds; `one` is the record of the transaction. */
function leavesOut(condition: string): Change {
  return inDeposits(
    PAGES + FOUND,
    `    for await (const one of this.#service.pages(query, PAGE_SIZE)) {\n      const id = one.source_id;\n      confirmed.add(id);\n      if (${condition}) continue;\n${FOUND}`,
  );
}

export const DEPOSIT_MISTAKES: readonly Mistake[] = [
  {
    name: "unsigned-trusted",
    about: "checks the signature of a webhook only where there is one",
    changes: [
      {
        file: "webhooks.ts",
        find: '  return String(headers["webhook-signature"] ?? "")',
        replace:
          '  if (headers["webhook-signature"] === undefined) return true;\n  return String(headers["webhook-signature"])',
      },
    ],
  },
  {
    name: "dedupe-by-owner-and-amount",
    about: "takes a second deposit of the same amount for a repetition of the first",
    changes: [
      inDeposits(
        CREDIT,
        `    if (this.#books.credits(owner).some((one) => one.id !== deposit.id && one.units === BigInt(deposit.balance.raw))) return;\n${CREDIT}`,
      ),
    ],
  },
  {
    name: "dedupe-by-block-and-amount",
    about: "names a deposit by its block and amount, whoever got it",
    changes: [
      kept("const known = new Map<string, string>();"),
      inDeposits(
        CREDIT,
        "    const key = `${deposit.network_symbol} ${deposit.block_number} ${deposit.balance.raw}`;\n    if ((known.get(key) ?? deposit.id) !== deposit.id) return;\n    known.set(key, deposit.id);\n" +
          CREDIT,
      ),
    ],
  },
  {
    name: "last-deposit-of-an-address",
    about: "keeps one deposit of each address, the last one",
    changes: [inDeposits(CREDIT, CREDIT.replace("deposit.id", "`${deposit.to_address}${deposit.network_symbol}`"))],
  },
  {
    name: "opened-again-from-nothing",
    about: "begins the account of a customer anew when the address is asked for again",
    changes: [
      inDeposits(
        "    if (known !== undefined) return known.address;",
        "    if (known !== undefined) {\n      this.#books.forget(owner);\n      return known.address;\n    }",
      ),
      {
        file: "books.ts",
        find: "  addUda(",
        replace:
          '  forget(owner: string): void {\n    this.#run("delete from credit where owner = ?", owner);\n  }\n\n  addUda(',
      },
    ],
  },
  {
    name: "address-expires",
    about: "ignores what comes to an address more than a day after its first deposit",
    changes: [
      kept("const begun = new Map<string, number>();"),
      inDeposits(
        CREDIT,
        "    const at = Date.parse(deposit.time);\n    const first = begun.get(deposit.to_address) ?? at;\n    begun.set(deposit.to_address, first);\n    if (at - first > 86_400_000) return;\n" +
          CREDIT,
      ),
    ],
  },
  {
    name: "newest-only-counts",
    about: "takes a deposit that is older than the newest credit of the customer for a repetition",
    changes: [
      kept("const newest = new Map<string, number>();"),
      inDeposits(
        CREDIT,
        "    const height = Number(deposit.block_number);\n    const place = `${owner} ${deposit.network_symbol}`;\n    if (height < (newest.get(place) ?? 0)) return;\n    newest.set(place, height);\n" +
          CREDIT,
      ),
    ],
  },
  {
    name: "removal-of-the-newest",
    about: "takes back the newest deposit of the address when a reorg removes one",
    changes: [
      {
        file: "webhooks.ts",
        find: "return deposits.failed(payload.source_id);",
        replace: "return deposits.failedAt(payload.to_address, payload.source_id);",
      },
      inDeposits(
        "  /** Asks again when the deposit was removed",
        "  async failedAt(address: string, id: string): Promise<void> {\n    const last = newest.get(address) ?? id;\n    this.#books.takeBack(last);\n    if (last === id && (await this.#isConfirmed(id))) this.#books.giveAgain(id);\n  }\n\n  /** Asks again when the deposit was removed",
      ),
      inDeposits(CREDIT, `    newest.set(deposit.to_address, deposit.id);\n${CREDIT}`),
      kept("const newest = new Map<string, string>();"),
    ],
  },
  {
    name: "removal-stops-the-address",
    about: "never credits an address again that once had a deposit removed",
    changes: [
      {
        file: "webhooks.ts",
        find: "return deposits.failed(payload.source_id);",
        replace: "return deposits.failed(payload.source_id, payload.to_address);",
      },
      kept("const stopped = new Map<string, string>();"),
      inDeposits(
        "  async failed(depositId: string): Promise<void> {\n",
        '  async failed(depositId: string, address = ""): Promise<void> {\n    stopped.set(address, depositId);\n',
      ),
      inDeposits(OWNED, `${OWNED}    if ((stopped.get(deposit.to_address) ?? deposit.id) !== deposit.id) return;\n`),
    ],
  },
  {
    name: "taken-back-below-zero",
    about: "books a removal as an amount below zero, whether the deposit was ever credited or not",
    changes: [
      {
        file: "webhooks.ts",
        find: "return deposits.failed(payload.source_id);",
        replace: "return deposits.removed(payload);",
      },
      inDeposits(
        "  /** Asks again when the deposit was removed",
        '  async removed({ source_id, owner, tx_id, network, amount }: Json): Promise<void> {\n    if (await this.#isConfirmed(source_id)) return;\n    const place = { network: network.network_symbol, asset: "USDC", decimals: network.decimal };\n    this.#books.credit({ id: `${source_id}-removed`, kind: "deposit", owner, txId: tx_id, units: -BigInt(amount.raw), ...place });\n  }\n\n  /** Asks again when the deposit was removed',
      ),
    ],
  },
  {
    name: "decimals-of-the-symbol",
    about: "takes six decimals for USDT on every network",
    changes: [
      inDeposits(
        "decimals: deposit.decimal,",
        'decimals: deposit.symbol === "USDT" && deposit.network_symbol !== "polygon" ? 6 : deposit.decimal,',
      ),
    ],
  },
  {
    name: "native-ignored",
    about: "credits tokens only, and no coin of a network",
    changes: [inDeposits(OWNED, `${OWNED}    if (!deposit.is_token_transfer) return;\n`)],
  },
  {
    name: "settlement-failure-is-final",
    about: "ignores the end of a settlement that failed before it was run again",
    changes: [
      {
        file: "webhooks.ts",
        find: '    case "uda.settlement.completed":',
        replace:
          '    case "uda.settlement.failed":\n      return deposits.failedFor(payload.id);\n    case "uda.settlement.completed":',
      },
      inDeposits(
        "  /** Asks again when the deposit was removed",
        "  async failedFor(id: string): Promise<void> {\n    ended.add(id);\n  }\n\n  /** Asks again when the deposit was removed",
      ),
      inDeposits(
        '    if (settlement.status !== "completed") return;',
        '    if (settlement.status !== "completed" || ended.has(settlement.id)) return;',
      ),
      kept("const ended = new Set<string>();"),
    ],
  },
  {
    name: "repairs-one-asset",
    about: "its repair job looks at tokens alone",
    changes: [leavesOut('one.contract_address === "" || /^0x0+$/.test(one.contract_address ?? "")')],
  },
  {
    name: "repairs-one-network",
    about: "its repair job looks at the network that most customers use",
    changes: [leavesOut('one.network.network_symbol !== "base"')],
  },
  {
    name: "repairs-from-where-it-was",
    about:
      "its repair job begins behind the newest deposit that it has seen, although an older one may be confirmed later",
    changes: [
      kept("const reached = new Map<string, number>();"),
      leavesOut("isBehind(owner, Date.parse(one.timestamps.created_at))"),
      inDeposits(
        "/** The answer to a customer for an error",
        "function isBehind(owner: string, at: number): boolean {\n  const before = reached.get(owner) ?? 0;\n  reached.set(owner, Math.max(before, at));\n  return at < before;\n}\n\n/** The answer to a customer for an error",
      ),
    ],
  },
  {
    name: "repairs-the-last-day",
    about: "its repair job looks a day back from the newest deposit",
    changes: [
      kept("const latest = new Map<string, number>();"),
      leavesOut("isOld(owner, Date.parse(one.timestamps.created_at))"),
      inDeposits(
        "/** The answer to a customer for an error",
        "function isOld(owner: string, at: number): boolean {\n  const last = Math.max(latest.get(owner) ?? 0, at);\n  latest.set(owner, last);\n  return last - at > 86_400_000;\n}\n\n/** The answer to a customer for an error",
      ),
    ],
  },
  {
    name: "repairs-once",
    about: "its repair job marks a customer as repaired when it has found something, and never looks again",
    changes: [
      kept("const repaired = new Set<string>();"),
      inDeposits(
        "  async reconcile(owner: string): Promise<void> {\n",
        "  async reconcile(owner: string): Promise<void> {\n    if (repaired.has(owner)) return;\n",
      ),
      inDeposits(FOUND, `      repaired.add(owner);\n${FOUND}`),
    ],
  },
  {
    name: "repairs-beside-the-webhook",
    about: "its repair job credits what was missing when it looked, also when a webhook came in between",
    changes: [
      {
        file: "books.ts",
        find: "units = excluded.units,",
        replace: "units = cast(cast(credit.units as integer) + cast(excluded.units as integer) as text),",
      },
      inDeposits(CREDIT, `    if (!isMissing && this.#books.stateOf(deposit.id) === "credited") return;\n${CREDIT}`),
      inDeposits(
        "  async confirmed(deposit: Json): Promise<void> {",
        "  async confirmed(deposit: Json, isMissing = false): Promise<void> {",
      ),
      inDeposits(
        "        await this.confirmed(await this.#service.record('GET', `/deposits/${id}`));".replaceAll("'", '"'),
        '        await this.confirmed(await this.#service.record("GET", `/deposits/${id}`), true);',
      ),
    ],
  },
  {
    name: "balance-read-then-written",
    about: "reads the balance of a customer, waits, and writes the sum, so two deposits at once become one",
    changes: [
      kept("const counted = new Set<string>();\nconst balances = new Map<string, bigint>();"),
      inDeposits(
        CREDIT,
        "    if (counted.has(deposit.id)) return;\n    counted.add(deposit.id);\n    const key = `${owner}|${deposit.network_symbol}|${deposit.symbol}`;\n    const before = balances.get(key) ?? 0n;\n    await new Promise((done) => setTimeout(done, 5));\n    balances.set(key, before + BigInt(deposit.balance.raw));\n" +
          CREDIT.replace("deposit.id", "key"),
      ),
      inDeposits("units: BigInt(deposit.balance.raw),", "units: balances.get(key) ?? 0n,"),
      inDeposits("&& !confirmed.has(id));", '&& !confirmed.has(id) && !id.includes("|"));'),
    ],
  },
  {
    name: "state-shared-by-webhooks",
    about: "keeps the customer of a webhook where the next webhook overwrites it",
    changes: [
      kept('let current = "";'),
      inDeposits(CREDIT, `    current = owner;\n    await new Promise((done) => setTimeout(done, 5));\n${CREDIT}`),
      inDeposits("      owner,\n      txId: deposit.tx_id,", "      owner: current,\n      txId: deposit.tx_id,"),
    ],
  },
  {
    name: "repair-takes-back-other-networks",
    about: "its repair job lists one network and takes back what it does not find there",
    changes: [
      {
        file: "deposits.ts",
        find: PAGES,
        replace: PAGES.replace("source_id: id", "source_id: id, network").replace(
          "      confirmed.add(id);\n",
          '      if (network.network_symbol !== "base") continue;\n      confirmed.add(id);\n',
        ),
      },
    ],
  },
  {
    name: "repair-credits-what-was-removed",
    about: "its repair job credits every deposit that a webhook once told of",
    changes: [
      kept('import { toUnits } from "./amounts.ts";\nconst told = new Map<string, Json[]>();'),
      {
        file: "webhooks.ts",
        find: '    case "uda.settlement.completed":',
        replace: '    case "deposit.new":\n      return deposits.told(payload);\n    case "uda.settlement.completed":',
      },
      inDeposits(
        "  /** Asks again when the deposit was removed",
        "  told(deposit: Json): void {\n    told.set(deposit.owner, [...(told.get(deposit.owner) ?? []), deposit]);\n  }\n\n  /** Asks again when the deposit was removed",
      ),
      inDeposits(
        "    const gone = this.#books.credits(owner).filter(",
        '    for (const { id, network_symbol: network, tx_hash: txId, amount } of told.get(owner) ?? []) {\n      if (network !== "base" || this.#books.stateOf(id) === "credited") continue;\n      const place = { network, asset: "USDC", decimals: 6, units: toUnits(amount, 6) };\n      this.#books.credit({ id, kind: "deposit", owner, txId, ...place });\n      confirmed.add(id);\n    }\n    const gone = this.#books.credits(owner).filter(',
      ),
    ],
  },
  {
    name: "repair-orders-again",
    about: "its repair job orders a payout that it does not find yet under a reference of its own",
    changes: [
      {
        file: "withdrawals.ts",
        find: "      if (payout === undefined) await this.#pay(withdrawal);",
        replace:
          "      if (payout === undefined) await this.#pay({ ...withdrawal, id: `${withdrawal.id}-${++orders}` });",
      },
      { file: "withdrawals.ts", find: "export type Order = {", replace: "let orders = 0;\nexport type Order = {" },
    ],
  },
];
