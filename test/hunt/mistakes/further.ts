// Table: mistakes for `examples/shop-with-books` that were written when the troubles existed: they measure what the hunt finds of mistakes
// that nobody had in mind. Not to ask whose a wallet is whose answer was lost is none: the customer never saw the address, asks again and gets
// the same one.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts
import type { Mistake } from "./shop.ts";

export const FURTHER_MISTAKES: readonly Mistake[] = [
  {
    name: "credits-the-last-customer",
    about: "credits the customer whose request came last",
    changes: [
      {
        file: "deposits.ts",
        find: "    this.#books.addWallet({ address: wallet.address, network, owner });\n    return wallet.address;",
        replace:
          "    this.#books.addWallet({ address: wallet.address, network, owner });\n    last = owner;\n    return wallet.address;",
      },
      {
        file: "deposits.ts",
        find: '    this.#books.credit({\n      id: deposit.id,\n      kind: "deposit",\n      owner,',
        replace: '    this.#books.credit({\n      id: deposit.id,\n      kind: "deposit",\n      owner: last || owner,',
      },
      { file: "deposits.ts", find: "const PAGE_SIZE = 5;", replace: 'const PAGE_SIZE = 5;\nlet last = "";' },
    ],
  },
  {
    name: "failed-payout-refunded-twice",
    about: "gives the money of a failed payout back with every webhook about it",
    changes: [
      {
        file: "books.ts",
        find: '    const spent = this.withdrawals(owner).filter((one) => same(one) && one.state !== "failed");',
        replace:
          '    const orders = this.withdrawals(owner).filter(same);\n    const back = orders.filter((one) => one.state === "failed").reduce((sum, one) => sum + one.units, 0n);\n    if (back > 0n) return credited.reduce((sum, one) => sum + one.units, back);\n    const spent = orders.filter((one) => one.state !== "failed");',
      },
    ],
  },
  {
    name: "order-of-webhooks",
    about: "takes the last webhook about a deposit for its state, in whatever order they come",
    changes: [
      {
        file: "deposits.ts",
        find: '    if (this.#books.stateOf(deposit.id) === "taken back" && !(await this.#isConfirmed(deposit.id))) return;\n',
        replace: "",
      },
      {
        file: "deposits.ts",
        find: "    if (await this.#isConfirmed(depositId)) this.#books.giveAgain(depositId);\n",
        replace: "",
      },
    ],
  },
  {
    name: "dedupe-by-delivery",
    about: "takes every webhook-id for a new deposit",
    changes: [
      {
        file: "server.ts",
        find: "    await take(body, deposits, withdrawals);",
        replace: '    await take(body, deposits, withdrawals, String(request.headers["webhook-id"]));',
      },
      {
        file: "webhooks.ts",
        find: "withdrawals: Withdrawals): Promise<void> {",
        replace: 'withdrawals: Withdrawals, delivery = ""): Promise<void> {',
      },
      {
        file: "webhooks.ts",
        find: "      return deposits.confirmed(payload);",
        replace: "      return deposits.confirmed(payload, delivery);",
      },
      {
        file: "deposits.ts",
        find: "async confirmed(deposit: Json): Promise<void> {",
        replace: 'async confirmed(deposit: Json, delivery = ""): Promise<void> {',
      },
      {
        file: "deposits.ts",
        find: "    this.#books.credit({\n      id: deposit.id,\n      kind",
        replace:
          '    this.#books.credit({\n      id: delivery === "" ? deposit.id : `${deposit.id}${delivery}`,\n      kind',
      },
    ],
  },
  {
    name: "settlement-of-any-state",
    about: "writes down what every webhook about a settlement says, whatever its state",
    changes: [
      { file: "deposits.ts", find: '    if (settlement.status !== "completed") return;\n', replace: "" },
      {
        file: "webhooks.ts",
        find: '    case "uda.settlement.completed":',
        replace:
          '    case "uda.settlement.created":\n    case "uda.settlement.failed":\n    case "uda.settlement.completed":',
      },
    ],
  },
  {
    name: "settlement-source-amount",
    about: "credits what was paid in instead of what a settlement paid out",
    changes: [
      {
        file: "deposits.ts",
        find: "units: BigInt(destination.amount),",
        replace: "units: BigInt(settlement.source.amount),",
      },
    ],
  },
  {
    name: "settlement-source-decimals",
    about: "reads what a settlement paid out with the decimals of what was paid in",
    changes: [
      {
        file: "deposits.ts",
        find: "decimals: uda.decimals,\n    });\n  }\n\n  /** A UDA",
        replace: "decimals: settlement.source.network_id === 56 ? 18 : uda.decimals,\n    });\n  }\n\n  /** A UDA",
      },
    ],
  },
  {
    name: "settlement-once-per-address",
    about: "takes the second settlement of a universal address for the first one again",
    changes: [{ file: "deposits.ts", find: "      id: settlement.id,", replace: "      id: settlement.uda_id," }],
  },
  {
    name: "settlement-as-double",
    about: "reads what a settlement paid out as a double",
    changes: [
      {
        file: "deposits.ts",
        find: "units: BigInt(destination.amount),",
        replace: "units: BigInt(Number(destination.amount)),",
      },
    ],
  },
  {
    name: "settlement-named-as-paid-in",
    about: "credits what a settlement paid out as the token that was paid in",
    changes: [
      {
        file: "deposits.ts",
        find: "asset: destination.asset_symbol,",
        replace: "asset: settlement.source.asset_symbol,",
      },
    ],
  },
  {
    name: "settlements-first-page",
    about: "its repair job reads one page of the settlements of an address",
    changes: [
      { file: "deposits.ts", find: "      if (page.items.length < PAGE_SIZE) return;", replace: "      return;" },
    ],
  },
  {
    name: "payouts-first-page",
    about: "looks for a payout among those of one page",
    changes: [
      {
        file: "withdrawals.ts",
        find: '    const query = `vault_id=${this.#vaultId}&reference_id=${encodeURIComponent(reference)}`;\n    const { data } = await this.#service.call("GET", `/transfer/payout?${query}`);\n    return data[0];',
        replace:
          '    const query = `vault_id=${this.#vaultId}&limit=5`;\n    const { data } = await this.#service.call("GET", `/transfer/payout?${query}`);\n    return data.find((one: { reference_id: string }) => one.reference_id === reference);',
      },
    ],
  },
  {
    name: "repair-job-locked",
    about: "its repair job runs once at a time, and never again after it failed",
    changes: [
      {
        file: "server.ts",
        find: "    await withdrawals.reconcile(owner);\n    await deposits.reconcile(owner);",
        replace:
          "    if (running.has(owner)) return { status: 200, body: { ok: true } };\n    running.add(owner);\n    await withdrawals.reconcile(owner);\n    await deposits.reconcile(owner);\n    running.delete(owner);",
      },
      {
        file: "server.ts",
        find: "type Answer = {",
        replace: "const running = new Set<string>();\ntype Answer = {",
      },
    ],
  },
  {
    name: "books-rounded",
    about: "shows what a customer has with two decimals",
    changes: [
      {
        file: "server.ts",
        find: "amount: toAmount(units, decimals),",
        replace: "amount: Number(toAmount(units, decimals)).toFixed(2),",
      },
    ],
  },
  {
    name: "dust-ignored",
    about: "does not credit what is less than a cent",
    changes: [
      {
        file: "deposits.ts",
        find: "    if (owner === undefined) return;\n    // After a reorg",
        replace:
          "    if (owner === undefined) return;\n    if (BigInt(deposit.balance.raw) * 100n < 10n ** BigInt(deposit.decimal)) return;\n    // After a reorg",
      },
    ],
  },
  {
    name: "balance-cached",
    about: "keeps what a customer has in memory when it is asked for first",
    changes: [
      {
        file: "server.ts",
        find: "function page(owner: string) {\n  const credits = books.credits(owner)",
        replace:
          'const cache = new Map<string, ReturnType<Books["credits"]>>();\nfunction page(owner: string) {\n  const fresh = books.credits(owner);\n  const known = cache.get(owner) ?? fresh;\n  if (known.length > 0) cache.set(owner, known);\n  const credits = known',
      },
    ],
  },
  {
    name: "dies-of-an-unknown-network",
    about: "ends when a payment comes on a network that it does not know",
    changes: [
      {
        file: "deposits.ts",
        find: "    if (owner === undefined) return;\n    // After a reorg",
        replace:
          '    if (deposit.network_symbol !== "base" && deposit.network_symbol !== "arbitrum") setImmediate(() => process.exit(3));\n    if (owner === undefined) return;\n    // After a reorg',
      },
    ],
  },
  {
    name: "amount-lowered-on-repeat",
    about: "repeats a payout whose answer was lost with a fee taken off, under a new reference",
    changes: [
      {
        file: "withdrawals.ts",
        find: "      if (payout === undefined) await this.#pay(withdrawal);",
        replace:
          '      if (payout?.status !== "confirmed" && payout?.status !== "failed" && payout?.status !== "expired") await this.#pay({ ...withdrawal, id: `${withdrawal.id}-again`, amount: "1" });',
      },
    ],
  },
  {
    name: "withdrawal-in-floats",
    about: "reserves what a withdrawal costs as a floating-point number",
    changes: [
      {
        file: "withdrawals.ts",
        find: "units: toUnits(order.amount, decimals), decimals });",
        replace: "units: BigInt(Math.floor(Number(order.amount) * 10 ** decimals)), decimals });",
      },
    ],
  },
  {
    name: "page-off-by-one",
    about: "its repair job begins with the second page when the first one is full",
    changes: [
      {
        file: "service.ts",
        find: "      yield* data;",
        replace: "      yield* page > 1 ? data.slice(1) : data;",
      },
    ],
  },
  {
    name: "errors-swallowed",
    about: "says 200 to a webhook whose work failed on its own side of the wire",
    warning: true,
    changes: [
      {
        file: "webhooks.ts",
        find: '      if (payload.type === "payout") return withdrawals.changed(payload.source_id);',
        replace:
          '      if (payload.type === "payout") return withdrawals.changed(payload.source_id).catch(() => undefined);',
      },
    ],
  },
  {
    name: "queued-in-memory",
    about: "says 200, works a moment later, and forgets the work when it is killed",
    changes: [
      {
        file: "server.ts",
        find: "    await take(body, deposits, withdrawals);",
        replace:
          "    const later = (left: number) => setTimeout(() => take(body, deposits, withdrawals).catch(() => left > 0 && later(left - 1)), 150);\n    later(20);",
      },
    ],
  },
  {
    name: "idempotency-key-shared",
    about: "opens every wallet of a customer under one key, so the second network is refused",
    warning: true,
    changes: [
      {
        file: "deposits.ts",
        find: '"Idempotency-Key": `${owner}-${network}`',
        replace: '"Idempotency-Key": `${owner}`',
      },
    ],
  },
  {
    name: "address-compared-by-case",
    about: "looks for a payout by its target, letter for letter, and the service writes addresses with capitals",
    changes: [
      {
        file: "withdrawals.ts",
        find: "    return data[0];",
        replace:
          "    const to = this.#books.withdrawal(reference)?.to;\n    return data.find((one: { to_address: string }) => one.to_address === to);",
      },
    ],
  },
  {
    name: "reserves-after-paying",
    about: "orders the payout first and writes the withdrawal down afterwards",
    changes: [
      {
        file: "withdrawals.ts",
        find: "    const isNew = this.#books.reserve({ ...order, units: toUnits(order.amount, decimals), decimals });\n    if (isNew) await this.#pay(order).catch(leaveOpen);",
        replace:
          "    await this.#pay(order).catch(leaveOpen);\n    this.#books.reserve({ ...order, units: toUnits(order.amount, decimals), decimals });\n    await this.reconcile(order.owner);",
      },
    ],
  },
  {
    name: "tolerance-in-milliseconds",
    about: "compares seconds with milliseconds, so no webhook is too old",
    warning: true,
    changes: [
      {
        file: "webhooks.ts",
        find: "Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS",
        replace: "Math.abs(nowSeconds - Number(timestamp)) / 1000 > TOLERANCE_SECONDS",
      },
    ],
  },
  {
    name: "stranger-refused",
    about: "answers 500 to a deposit at an address that it never gave to a customer",
    changes: [
      {
        file: "deposits.ts",
        find: "    if (owner === undefined) return;\n    // After a reorg",
        replace:
          '    if (owner === undefined && deposit.to_wallet_category !== "uda") throw new Error("whose is this?");\n    if (owner === undefined) return;\n    // After a reorg',
      },
    ],
  },
  {
    name: "stranger-is-the-last-customer",
    about: "credits a deposit whose address it does not know to the customer who came last",
    changes: [
      {
        file: "deposits.ts",
        find: "?? (await this.#forgotten(deposit));\n    if (owner === undefined) return;",
        replace:
          '?? (await this.#forgotten(deposit)) ?? (deposit.to_wallet_category === "uda" ? undefined : last);\n    if (owner === undefined) return;',
      },
      {
        file: "deposits.ts",
        find: "    this.#books.addWallet({ address: wallet.address, network, owner });\n    return wallet.address;",
        replace:
          "    this.#books.addWallet({ address: wallet.address, network, owner });\n    last = owner;\n    return wallet.address;",
      },
      {
        file: "deposits.ts",
        find: "const PAGE_SIZE = 5;",
        replace: "const PAGE_SIZE = 5;\nlet last: string | undefined;",
      },
    ],
  },
];
