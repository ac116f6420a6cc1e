// Table: mistakes for `examples/shop-with-books` that engineers make in withdrawals and repair. Where a balance alone is wrong, no books show
// it: only what the shop lets its customers withdraw.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts
import type { Change, Mistake } from "./shop.ts";

/** The balance as a number of its own that each event moves, as many shops keep it; the books that are shown stay right. */
export const MOVED_BALANCE: readonly Change[] = [
  {
    file: "books.ts",
    find: "create index if not exists withdrawal_of_owner on withdrawal (owner);`;",
    replace:
      "create index if not exists withdrawal_of_owner on withdrawal (owner);\n  create table if not exists moved (place text primary key, units text not null) strict;`;",
  },
  {
    file: "books.ts",
    find: "  /** Credits minus withdrawals that did not fail, in the smallest unit. */\n  free(",
    replace:
      '  moved(owner: string, network: string, asset: string): bigint {\n    const [row] = this.#all("select units from moved where place = ?", `${owner} ${network} ${asset}`);\n    return BigInt(String(row?.units ?? 0));\n  }\n\n  move(owner: string, network: string, asset: string, units: bigint): void {\n    const now = this.moved(owner, network, asset) + units;\n    this.#run("insert into moved values (?, ?) on conflict (place) do update set units = excluded.units", `${owner} ${network} ${asset}`, String(now));\n  }\n\n  /** Credits less what withdrawals moved, in the smallest unit. */\n  free(',
  },
  {
    file: "books.ts",
    find: '    const spent = this.withdrawals(owner).filter((one) => same(one) && one.state !== "failed");\n    return credited.reduce((sum, one) => sum + one.units, 0n) - spent.reduce((sum, one) => sum + one.units, 0n);',
    replace: "    return credited.reduce((sum, one) => sum + one.units, 0n) + this.moved(owner, network, asset);",
  },
];
const RESERVED =
  "pending', '')\",\n      ...[id, owner, network, asset, amount, units.toString(), decimals, to],\n    );";
const moves = (what: string): Change => ({ file: "books.ts", find: RESERVED, replace: `${RESERVED}\n    ${what}` });
export const DEBITS = moves("this.move(owner, network, asset, -units);");
const SETTLES = '    this.#run("update withdrawal set state = ?, payout_id = ? where id = ?", state, payoutId, id);';
const settles = (before: string): Change => ({ file: "books.ts", find: SETTLES, replace: `${before}\n${SETTLES}` });
export const REFUNDS = settles(
  '    const one = this.withdrawal(id);\n    if (state === "failed" && one !== undefined) this.move(one.owner, one.network, one.asset, one.units);',
);

export const PAYOUT_MISTAKES: readonly Mistake[] = [
  {
    name: "refunds-a-500",
    about: "gives the money back when an order was answered with 500 or not at all",
    changes: [
      ...MOVED_BALANCE,
      DEBITS,
      REFUNDS,
      {
        file: "withdrawals.ts",
        find: "if (isNew) await this.#pay(order).catch(leaveOpen);",
        replace:
          "if (isNew)\n      await this.#pay(order).catch((error) => {\n        this.#books.move(order.owner, order.network, order.asset, toUnits(order.amount, decimals));\n        leaveOpen(error);\n      });",
      },
    ],
  },
  {
    name: "refused-not-refunded",
    about: "keeps what it took for an order that the service refused",
    changes: [
      ...MOVED_BALANCE,
      DEBITS,
      settles(
        '    const one = this.withdrawal(id);\n    if (state === "failed" && payoutId !== "" && one !== undefined) this.move(one.owner, one.network, one.asset, one.units);',
      ),
    ],
  },
  {
    name: "debits-when-paid",
    about: "takes the money from the balance when the payout is confirmed, not when it is ordered",
    changes: [
      {
        file: "books.ts",
        find: 'same(one) && one.state !== "failed");',
        replace: 'same(one) && one.state === "paid");',
      },
    ],
  },
  {
    name: "refunds-with-every-word",
    about: "gives the money of a failed payout back with every webhook and look at it",
    changes: [
      ...MOVED_BALANCE,
      DEBITS,
      REFUNDS,
      {
        file: "withdrawals.ts",
        find: 'if (known === undefined || known.state !== "pending") return;',
        replace: 'if (known === undefined || known.state === "paid") return;',
      },
    ],
  },
  {
    name: "debits-with-every-order",
    about: "takes the money again when the same order comes again",
    changes: [
      ...MOVED_BALANCE,
      DEBITS,
      REFUNDS,
      {
        file: "books.ts",
        find: "        throw new Refused(`withdrawal ${id} exists with other values`);",
        replace:
          "        throw new Refused(`withdrawal ${id} exists with other values`);\n      this.move(owner, network, asset, -units);",
      },
    ],
  },
  {
    name: "debits-what-it-refuses",
    about: "takes the money before it looks whether there is enough",
    changes: [
      ...MOVED_BALANCE,
      REFUNDS,
      {
        file: "books.ts",
        find: '    if (this.free(owner, network, asset) < units) throw new Refused("not enough money");',
        replace:
          '    this.move(owner, network, asset, -units);\n    if (this.free(owner, network, asset) < 0n) throw new Refused("not enough money");',
      },
    ],
  },
  {
    name: "debits-the-usual-token",
    about: "takes every withdrawal from the balance of the usual token",
    changes: [...MOVED_BALANCE, moves('this.move(owner, "base", "USDC", -units);'), REFUNDS],
  },
  {
    name: "refunds-to-the-usual-token",
    about: "gives every failed payout back as the usual token",
    changes: [
      ...MOVED_BALANCE,
      DEBITS,
      settles(
        '    const one = this.withdrawal(id);\n    if (state === "failed" && one !== undefined) this.move(one.owner, "base", "USDC", one.units);',
      ),
    ],
  },
  {
    name: "refunds-every-pending-one",
    about: "gives back every withdrawal of the customer that is on its way when one of them fails",
    changes: [
      ...MOVED_BALANCE,
      DEBITS,
      settles(
        '    const one = this.withdrawal(id);\n    if (state === "failed" && one !== undefined)\n      for (const { network, asset, units } of this.pending(one.owner)) this.move(one.owner, network, asset, units);',
      ),
    ],
  },
  {
    name: "refund-in-doubles",
    about: "gives a failed payout back as a floating-point number",
    changes: [
      ...MOVED_BALANCE,
      DEBITS,
      settles(
        '    const one = this.withdrawal(id);\n    if (state === "failed" && one !== undefined) this.move(one.owner, one.network, one.asset, BigInt(Math.floor(Number(one.amount) * 10 ** one.decimals)));',
      ),
    ],
  },
  {
    name: "balance-in-int64",
    about: "counts what a customer has in 64 bits",
    changes: [
      {
        file: "books.ts",
        find: "    return credited.reduce((sum, one) => sum + one.units, 0n) - spent.reduce((sum, one) => sum + one.units, 0n);",
        replace:
          "    const all = credited.reduce((sum, one) => sum + one.units, 0n);\n    return BigInt.asIntN(64, all) - spent.reduce((sum, one) => sum + one.units, 0n);",
      },
    ],
  },
  {
    name: "repair-ignores-failures",
    about: "its repair job takes notice of payouts that were confirmed, and of no other",
    changes: [
      {
        file: "withdrawals.ts",
        find: "      else this.#note(withdrawal.id, payout);\n    }",
        replace: '      else if (payout.status === "confirmed") this.#note(withdrawal.id, payout);\n    }',
      },
    ],
  },
  {
    name: "repair-credits-beside-webhooks",
    about: "its repair job looks what is missing first, and adds all of that afterwards",
    changes: [
      {
        file: "books.ts",
        find: "units = excluded.units,",
        replace: "units = cast(cast(credit.units as integer) + cast(excluded.units as integer) as text),",
      },
      {
        file: "deposits.ts",
        find: '    this.#books.credit({\n      id: deposit.id,\n      kind: "deposit",',
        replace:
          '    if (!isMissing && this.#books.stateOf(deposit.id) === "credited") return;\n    this.#books.credit({\n      id: deposit.id,\n      kind: "deposit",',
      },
      {
        file: "deposits.ts",
        find: "async confirmed(deposit: Json): Promise<void> {",
        replace: "async confirmed(deposit: Json, isMissing = false): Promise<void> {",
      },
      {
        file: "deposits.ts",
        find: '        await this.confirmed(await this.#service.record("GET", `/deposits/${id}`));',
        replace: '        await this.confirmed(await this.#service.record("GET", `/deposits/${id}`), true);',
      },
    ],
  },
  {
    name: "repair-pays-again",
    about: "its repair job orders what is pending anew, under a reference of its own",
    changes: [
      {
        file: "withdrawals.ts",
        find: "      if (payout === undefined) await this.#pay(withdrawal);\n      else this.#note(withdrawal.id, payout);",
        replace:
          '      if (payout === undefined || payout.status === "queued") await this.#pay({ ...withdrawal, id: `${withdrawal.id}-r` });\n      else this.#note(withdrawal.id, payout);',
      },
    ],
  },
  {
    name: "repair-fails-what-is-on-its-way",
    about: "its repair job takes an order for failed that the service does not know yet",
    changes: [
      {
        file: "withdrawals.ts",
        find: "if (payout === undefined) await this.#pay(withdrawal);",
        replace: 'if (payout === undefined) this.#books.settle(withdrawal.id, "failed", "");',
      },
    ],
  },
  {
    name: "start-fails-what-is-unanswered",
    about: "takes every order for failed at its start whose answer it has not seen",
    changes: [
      {
        file: "server.ts",
        find: "withdrawals.reconcile().catch(",
        replace:
          'for (const one of books.pending()) if (one.payoutId === "") books.settle(one.id, "failed", "");\nwithdrawals.reconcile().catch(',
      },
    ],
  },
];
