// Table: mistakes for `examples/shop-with-books`, one each, as changes of its source. The hunt has to find them (U-80); the first
// twenty-six are the list that was written before the hunt existed, the others came later.

/** `find` stands exactly once in `file`. */
export type Change = { file: string; find: string; replace: string };
/** `adapter` are members of `hunt.json` that go with the mistake. `warning`: no rule that is an error can see it. */
export type Mistake = { name: string; about: string; changes: readonly Change[]; adapter?: object; warning?: true };

/** Credits more than once for one id: the key is kept, the amount grows. */
const ADDS_UP: Change = {
  file: "books.ts",
  find: "units = excluded.units,",
  replace: "units = cast(cast(credit.units as integer) + cast(excluded.units as integer) as text),",
};
const SEES_NEW: readonly Change[] = [
  {
    file: "webhooks.ts",
    find: '    case "uda.settlement.completed":',
    replace: '    case "deposit.new":\n      return deposits.seen(payload.id);\n    case "uda.settlement.completed":',
  },
  {
    file: "deposits.ts",
    find: "  /** A wallet whose answer was lost",
    replace:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
      "  async seen(id: string): Promise<void> {\n    return this.confirmed(await this.#service.record('GET', `/deposits/${id}`));\n  }\n\n  /** A wallet whose answer was lost",
  },
];
const CREDIT = "    this.#books.credit({\n      id: deposit.id,";

export const SHOP_MISTAKES: readonly Mistake[] = [
  { name: "no-dedupe", about: "every delivery of a webhook is credited", changes: [ADDS_UP] },
  {
    name: "check-then-insert",
    about: "looks whether the deposit is known, waits, then credits",
    changes: [
      ADDS_UP,
      {
        file: "deposits.ts",
        find: CREDIT,
        replace: `    if (this.#books.stateOf(deposit.id) === "credited") return;\n    await new Promise((done) => setTimeout(done, 5));\n${CREDIT}`,
      },
    ],
  },
  {
    name: "dedupe-by-transaction",
    about: "takes the second transfer of a transaction for a repetition",
    changes: [
      {
        file: "deposits.ts",
        find: CREDIT,
        replace: `    if (this.#books.credits(owner).some((one) => one.txId === deposit.tx_id)) return;\n${CREDIT}`,
      },
    ],
  },
  {
    name: "dedupe-in-memory",
    about: "remembers credited deposits until the next restart",
    changes: [
      ADDS_UP,
      {
        file: "deposits.ts",
        find: CREDIT,
        replace: `    if (seen.has(deposit.id)) return;\n    seen.add(deposit.id);\n${CREDIT}`,
      },
      {
        file: "deposits.ts",
        find: "const PAGE_SIZE = 5;",
        replace: "const PAGE_SIZE = 5;\nconst seen = new Set<string>();",
      },
    ],
  },
  { name: "credit-on-new", about: "credits deposits that are not confirmed", changes: SEES_NEW },
  {
    name: "seen-never-taken-back",
    about: "credits what it sees and keeps it when a reorg removes it",
    adapter: { credit_at: "seen" },
    changes: [
      ...SEES_NEW,
      {
        file: "webhooks.ts",
        find: 'if (payload.type === "deposit" && type === "transaction.failed") return deposits.failed(payload.source_id);',
        replace: "",
      },
    ],
  },
  {
    name: "late-failure",
    about: "a failure that comes late takes back a deposit that is confirmed again",
    changes: [
      {
        file: "deposits.ts",
        find: "    if (await this.#isConfirmed(depositId)) this.#books.giveAgain(depositId);\n",
        replace: "",
      },
    ],
  },
  {
    name: "new-reference",
    about: "repeats a payout under a new reference",
    changes: [
      {
        file: "service.ts",
        find: "      const response = await this.#send(method, path, body, headers);",
        replace:
          // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
          "      const order = body as { reference_id?: string } | undefined;\n      const again = order?.reference_id !== undefined && attempt > 1;\n      const sent = again ? { ...order, reference_id: `${order?.reference_id}-${attempt}` } : body;\n      const response = await this.#send(method, path, sent, headers);",
      },
    ],
  },
  {
    name: "conflict-is-failure",
    about: "takes 409 for a failed payout",
    changes: [
      {
        file: "withdrawals.ts",
        find: "    const payout = await this.#find(id);\n    if (payout !== undefined) this.#note(id, payout);\n    else if (status !== 409) this.#books",
        replace:
          "    const payout = status === 409 ? undefined : await this.#find(id);\n    if (payout !== undefined) this.#note(id, payout);\n    else this.#books",
      },
    ],
  },
  {
    name: "lost-answer-is-failure",
    about: "takes a lost answer for a failed payout",
    changes: [
      {
        file: "withdrawals.ts",
        find: "if (isNew) await this.#pay(order).catch(leaveOpen);",
        replace: 'if (isNew) await this.#pay(order).catch(() => this.#books.settle(order.id, "failed", ""));',
      },
    ],
  },
  {
    name: "failed-never-given-back",
    about: "the money of a failed payout stays reserved",
    changes: [{ file: "withdrawals.ts", find: 'failed: "failed", ', replace: "" }],
  },
  {
    name: "gives-up",
    about: "says 200 to a webhook that it could not work on",
    warning: true,
    changes: [
      {
        file: "server.ts",
        find: "await take(body, deposits, withdrawals);",
        replace: "await take(body, deposits, withdrawals).catch(() => undefined);",
      },
    ],
  },
  {
    name: "expired-is-paid",
    about: "books an expired payout as paid",
    changes: [{ file: "withdrawals.ts", find: 'expired: "failed"', replace: 'expired: "paid"' }],
  },
  {
    name: "float-sums",
    about: "adds amounts as floating-point numbers",
    changes: [
      {
        file: "server.ts",
        find: "  return { owner, credits, withdrawals: orders };",
        replace:
          // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
          "  const sums = new Map<string, { network: string; asset: string; amount: number }>();\n  for (const { network, asset, amount } of credits as { network: string; asset: string; amount: string }[]) {\n    const known = sums.get(`${network} ${asset}`)?.amount ?? 0;\n    sums.set(`${network} ${asset}`, { network, asset, amount: known + Number(amount) });\n  }\n  return { owner, credits: [...sums.values()], withdrawals: orders };",
      },
    ],
  },
  {
    name: "raw-as-double",
    about: "reads base units as a double",
    changes: [
      {
        file: "deposits.ts",
        find: "units: BigInt(deposit.balance.raw),",
        replace: "units: BigInt(Number(deposit.balance.raw)),",
      },
    ],
  },
  {
    name: "decimals-of-another-network",
    about: "takes the decimals of one network for all",
    changes: [{ file: "deposits.ts", find: "decimals: deposit.decimal,", replace: "decimals: 6," }],
  },
  {
    name: "asset-ignored",
    about: "credits every token as the usual one",
    changes: [{ file: "deposits.ts", find: "asset: deposit.symbol,", replace: 'asset: "USDC",' }],
  },
  {
    name: "network-of-the-customer",
    about: "credits on the customer's first network instead of the deposit's",
    changes: [
      {
        file: "deposits.ts",
        find: "network: deposit.network_symbol,\n      asset",
        replace: "network: this.#books.firstNetwork(owner) ?? deposit.network_symbol,\n      asset",
      },
      {
        file: "books.ts",
        find: "  addUda(",
        replace:
          '  firstNetwork(owner: string): string | undefined {\n    return this.#all("select network from wallet where owner = ? order by rowid", owner)[0]?.network as string | undefined;\n  }\n\n  addUda(',
      },
    ],
  },
  {
    name: "second-wallet-overwrites",
    about: "knows one address of a customer",
    changes: [
      {
        file: "books.ts",
        find: '    this.#run("insert or ignore into wallet values (?, ?, ?)", address, network, owner);',
        replace:
          '    this.#run("delete from wallet where owner = ?", owner);\n    this.#run("insert or ignore into wallet values (?, ?, ?)", address, network, owner);',
      },
      {
        file: "deposits.ts",
        find: "this.#books.ownerOf(deposit.to_address, deposit.network_symbol) ?? (await this.#forgotten(deposit));",
        replace: "this.#books.ownerOf(deposit.to_address, deposit.network_symbol);",
      },
    ],
  },
  {
    name: "first-page-only",
    about: "the nightly job reads one page",
    changes: [
      { file: "service.ts", find: "      if (!pagination.has_next) return;", replace: "      if (pagination) return;" },
    ],
  },
  {
    name: "stale-accepted",
    about: "takes webhooks of any age",
    warning: true,
    changes: [
      {
        file: "webhooks.ts",
        find: " || Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return false;",
        replace: " || nowSeconds < TOLERANCE_SECONDS) return false;",
      },
    ],
  },
  {
    name: "signature-unchecked",
    about: "takes every webhook with a fresh time",
    changes: [
      {
        file: "webhooks.ts",
        find: "      return given.length === expected.length && timingSafeEqual(given, expected);",
        replace: "      return given.length === expected.length || !timingSafeEqual(expected, expected) || true;",
      },
    ],
  },
  {
    name: "first-signature-only",
    about: "reads one signature of the header while a secret is rotated",
    changes: [{ file: "webhooks.ts", find: '    .split(" ")\n', replace: '    .split(" ", 1)\n' }],
  },
  {
    name: "unknown-type-refused",
    about: "answers 503 to types that it has no use for",
    changes: [
      {
        file: "webhooks.ts",
        find: "      // A newer version of the service may have types that this shop does not know.\n      return undefined;",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
        replace: "      throw new Error(`no handler for ${type}`);",
      },
    ],
  },
  {
    name: "uda-credited-twice",
    about: "credits the deposit at a UDA and its settlement",
    changes: [
      {
        file: "deposits.ts",
        find: "    if (owner === undefined) return;",
        replace: "    if (owner === undefined && deposit.to_wallet_category !== 'uda') return;",
      },
      {
        file: "deposits.ts",
        find: "      owner,\n      txId: deposit.tx_id,",
        replace: "      owner: owner ?? deposit.owner,\n      txId: deposit.tx_id,",
      },
    ],
  },
  {
    name: "body-serialised-again",
    about: "verifies what it parsed and wrote again instead of the bytes",
    changes: [
      {
        file: "webhooks.ts",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
        find: 'createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();',
        replace:
          // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
          'createHmac("sha256", secret).update(`${timestamp}.`).update(JSON.stringify(JSON.parse(body.toString("utf8")))).digest();',
      },
    ],
  },
  {
    name: "overdraw-race",
    about: "looks at the free money, waits, then reserves",
    changes: [
      {
        file: "withdrawals.ts",
        find: "    const isNew = this.#books.reserve({",
        replace:
          '    if (this.#books.free(order.owner, order.network, order.asset) < toUnits(order.amount, decimals)) throw new Error("not enough");\n    await new Promise((done) => setTimeout(done, 5));\n    const isNew = this.#books.reserve({',
      },
      {
        file: "books.ts",
        find: '    if (this.free(owner, network, asset) < units) throw new Refused("not enough money");\n',
        replace: "",
      },
    ],
  },
  {
    name: "queued-is-paid",
    about: "books an accepted payout as paid at once",
    changes: [
      { file: "withdrawals.ts", find: 'FINAL[payout.status] ?? "pending"', replace: 'FINAL[payout.status] ?? "paid"' },
    ],
  },
  {
    name: "queued-is-failed",
    about: "takes a payout that is not final for failed",
    changes: [
      {
        file: "withdrawals.ts",
        find: 'FINAL[payout.status] ?? "pending"',
        replace: 'FINAL[payout.status] ?? "failed"',
      },
    ],
  },
  {
    name: "acknowledges-first",
    about: "says 200 before it has written anything, and forgets what fails",
    changes: [
      {
        file: "server.ts",
        find: "    await take(body, deposits, withdrawals);",
        replace: "    setTimeout(() => take(body, deposits, withdrawals).catch(() => undefined), 30);",
      },
    ],
  },
  {
    name: "amount-as-double",
    about: "orders payouts with the digits of a double",
    changes: [
      {
        file: "withdrawals.ts",
        find: "network_symbol: network, amount, to_address: to,",
        replace: "network_symbol: network, amount: Number(amount).toFixed(6), to_address: to,",
      },
    ],
  },
  {
    name: "withdrawal-not-idempotent",
    about: "orders a payout for every request of the customer, under a reference of its own",
    changes: [
      {
        file: "withdrawals.ts",
        find: "    if (isNew) await this.#pay(order).catch(leaveOpen);",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
        replace: "    await this.#pay(order, isNew ? order.id : `${order.id}-${Math.random()}`).catch(leaveOpen);",
      },
      {
        file: "withdrawals.ts",
        find: "async #pay({ id, network, asset, amount, to }: Order): Promise<void> {",
        replace: "async #pay({ id, network, asset, amount, to }: Order, reference = id): Promise<void> {",
      },
      { file: "withdrawals.ts", find: "reference_id: id };", replace: "reference_id: reference };" },
    ],
  },
  {
    name: "dies-of-a-bad-body",
    about: "a webhook that is no JSON ends the process",
    changes: [
      {
        file: "server.ts",
        find: "    const nowSeconds = Math.floor(Date.now() / 1000);",
        replace:
          '    setImmediate(() => JSON.parse(body.toString("utf8")));\n    const nowSeconds = Math.floor(Date.now() / 1000);',
      },
    ],
  },
  {
    name: "reorg-ignored",
    about: "credits a deposit whose confirmation comes after its failure without asking",
    changes: [
      {
        file: "deposits.ts",
        find: '    if (this.#books.stateOf(deposit.id) === "taken back" && !(await this.#isConfirmed(deposit.id))) return;',
        replace: '    if (this.#books.stateOf(deposit.id) === "taken back") return;',
      },
    ],
  },
];
