// Table: mistakes for `examples/books-python` (U-80).
import type { Mistake } from "./shop.ts";

export const PYTHON_MISTAKES: readonly Mistake[] = [
  {
    name: "python-check-then-insert",
    about: "two threads look whether the deposit is known, and both credit it",
    changes: [
      {
        file: "app.py",
        find: '    with writing() as db:\n        db.execute(\n            "insert into credit values (?, ?, ?, ?, ?, ?, ?, 0, 0) on conflict',
        replace:
          '    if row and not row[0]:\n        return\n    with writing() as db:\n        db.execute(\n            "insert into credit values (?, ?, ?, ?, ?, ?, ?, 0, 0) on conflict',
      },
      {
        file: "app.py",
        find: "raw = excluded.raw, decimals",
        replace: "raw = cast(credit.raw as integer) + cast(excluded.raw as integer), decimals",
      },
    ],
  },
  {
    name: "python-floats",
    about: "amounts are floats",
    changes: [
      {
        file: "app.py",
        find: '    digits = str(raw).rjust(decimals + 1, "0")\n    fraction = digits[-decimals:].rstrip("0")\n    return digits[:-decimals] + ("." + fraction if fraction else "")',
        replace: "    return repr(int(raw) / 10**decimals)",
      },
    ],
  },
  {
    name: "python-no-debit",
    about: "withdrawals do not lower what can be withdrawn",
    changes: [
      {
        file: "app.py",
        find: "    return sum(int(raw) for (raw,) in credited.fetchall()) - sum(int(raw) for (raw,) in spent.fetchall())",
        replace: "    return sum(int(raw) for (raw,) in credited.fetchall())",
      },
    ],
  },
  {
    name: "python-debits-when-paid",
    about: "takes the money from the balance when the payout is confirmed, not when it is ordered",
    changes: [{ file: "app.py", find: "asset = ? and state <> 'failed'\"", replace: "asset = ? and state = 'paid'\"" }],
  },
  {
    name: "python-balance-in-floats",
    about: "compares an order with a balance that is a float",
    changes: [
      {
        file: "app.py",
        find: "    return sum(int(raw) for (raw,) in credited.fetchall()) - sum(int(raw) for (raw,) in spent.fetchall())",
        replace:
          "    return sum(float(raw) for (raw,) in credited.fetchall()) - sum(float(raw) for (raw,) in spent.fetchall())",
      },
    ],
  },
  {
    name: "python-debits-every-network",
    about: "takes a withdrawal from the balances of all networks",
    changes: [
      {
        file: "app.py",
        find: "select raw from withdrawal where owner = ? and network = ? and asset = ? and state <> 'failed'\", (owner, network, asset)",
        replace: "select raw from withdrawal where owner = ? and asset = ? and state <> 'failed'\", (owner, asset)",
      },
    ],
  },
];
