// Every pair of states of every noun, tried on the database itself: its triggers know the tables of the machines and nothing else.
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { attemptMachine } from "../../src/domain/attempt/machine.ts";
import { deliveryMachine } from "../../src/domain/delivery/machine.ts";
import { depositMachine } from "../../src/domain/deposit/machine.ts";
import { payoutMachine } from "../../src/domain/payout/machine.ts";
import { settlementMachine } from "../../src/domain/settlement/machine.ts";
import { transactionMachine } from "../../src/domain/transaction/machine.ts";
import { udaMachine } from "../../src/domain/uda/machine.ts";
import type { Machine } from "../../src/kernel/machine.ts";
import { sourcesBelow } from "../house/sources.ts";
import { anEmptyDatabase } from "../support/worlds/an-empty-database.ts";

type Place = { table: string; column: string; states: readonly string[]; pairs: ReadonlySet<string> };

function ofMachine(machine: Machine, table: string, column: string): Place {
  const moves = Object.values(machine.moves);
  const pairs = moves.flatMap(({ from, to }) => from.map((state) => `${state} → ${to}`));
  return { table, column, states: machine.states, pairs: new Set(pairs) };
}

/** Nouns without a machine, whose pairs the decisions name: a reservation ends once, a movement counts or is orphaned. */
const ONE_WAY: readonly Place[] = [
  {
    ...{ table: "hold", column: "state", states: ["open", "posted", "voided"] },
    pairs: new Set(["open → posted", "open → voided"]),
  },
  {
    ...{ table: "movement", column: "state", states: ["pending", "confirmed", "orphaned"] },
    pairs: new Set(["pending → confirmed", "pending → orphaned"]),
  },
];

const PLACES: readonly Place[] = [
  ofMachine(payoutMachine, "payout", "status"),
  ofMachine(transactionMachine, "transaction_record", "status"),
  ofMachine(settlementMachine, "settlement", "status"),
  ofMachine(udaMachine, "uda", "status"),
  ofMachine(depositMachine, "deposit", "state"),
  ofMachine(attemptMachine, "attempt", "state"),
  ofMachine(deliveryMachine, "delivery", "state"),
  ...ONE_WAY,
];

/** A database of the newest schema that takes any row: what a row refers to is not what is tried here. */
function aDatabase(): Database {
  const db = anEmptyDatabase();
  onTestFinished(() => db.close());
  db.script("pragma foreign_keys = off; pragma ignore_check_constraints = on");
  return db;
}

/** The only row of the table, in this state. */
function putRow(db: Database, table: string, column: string, state: string): void {
  const columns = db.all<{ name: string; type: string; pk: number }>(
    "select name, type, pk from pragma_table_info(:table)",
    { table },
  );
  const value = ({ name, type }: (typeof columns)[number]): string =>
    name === column ? `'${state}'` : type === "INTEGER" ? "1" : "'1'";
  db.run(`delete from ${table}`);
  db.run(
    `insert into ${table} (${columns.map(({ name }) => name).join(", ")}) values (${columns.map(value).join(", ")})`,
  );
}

test.each(PLACES)(
  "R-091 R-070 the database lets a $table go along its table of moves, and aborts every other update of its state",
  ({ table, column, states, pairs }) => {
    const db = aDatabase();
    for (const from of states) {
      for (const to of states) {
        putRow(db, table, column, from);
        const update = () => db.run(`update ${table} set ${column} = '${to}'`);
        const pair = `${from} → ${to}`;
        if (from === to || pairs.has(pair)) expect(update(), pair).toBe(1);
        else expect(update, pair).toThrow("the table of moves has no such pair of states");
        expect(db.get<{ now: string }>(`select ${column} as now from ${table}`)?.now, pair).toBe(
          from === to || pairs.has(pair) ? to : from,
        );
      }
    }
  },
);

test("R-091 every noun that has a machine has its trigger", () => {
  const machines = sourcesBelow("src/domain").filter(({ path }) => path.endsWith("/machine.ts"));
  expect(PLACES.length - ONE_WAY.length).toBe(machines.length);
});

test("R-067 of a movement that was written nothing but its state can change", () => {
  const db = aDatabase();
  putRow(db, "movement", "state", "pending");
  const columns = db.all<{ name: string }>("select name from pragma_table_info('movement')").map(({ name }) => name);
  const changes = columns.filter((name) => {
    try {
      return db.run(`update movement set ${name} = ${name}`) === 1;
    } catch {
      return false;
    }
  });
  expect(changes).toEqual(["state"]);
});
