// The database schema as one text: what all migrations together make, each table with its indexes and triggers below it.
import { Database } from "../../src/db/database.ts";
import { migrate, schemaScript } from "../../src/db/migrate.ts";

const HEAD = `-- The schema after all migrations, to read: written by \`npm run generate\`, never by hand, and never run.
-- A change of the schema is a new file in migrations/.
`;

type Entry = { type: "table" | "index" | "trigger"; tbl_name: string; sql: string };

export function schemaDocument(): string {
  const database = new Database(":memory:");
  try {
    migrate(database);
    const entries = database.all<Entry>(
      `select type, tbl_name, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid`,
    );
    const tables = entries.filter(({ type }) => type === "table");
    const texts = tables.map((table) => {
      const rest = entries.filter((entry) => entry.type !== "table" && entry.tbl_name === table.tbl_name);
      return [tableText(table.sql), ...rest.map(({ sql }) => lowerCase(sql))].map((sql) => `${sql};\n`).join("");
    });
    return `${HEAD}\n${texts.join("\n")}`;
  } finally {
    database.close();
  }
}

/** The statements of a new database, exactly as SQLite remembers those of the migrations. */
export function wholeSchema(): string {
  const database = new Database(":memory:");
  try {
    migrate(database);
    return schemaScript(database);
  } finally {
    database.close();
  }
}

/** One column or constraint a line: a column that a migration added is otherwise in the middle of a line. */
function tableText(sql: string): string {
  const [open, close] = [sql.indexOf("("), sql.lastIndexOf(")")];
  const head = lowerCase(sql.slice(0, open)).trim();
  const lines = partsOf(sql.slice(open + 1, close)).map((part) => `  ${part}`);
  return `${head} (\n${lines.join(",\n")}\n)${sql.slice(close + 1)}`;
}

const DEPTH: Readonly<Record<string, number>> = { "(": 1, ")": -1 };

/** The parts of a list between its own commas: not those inside parentheses or quotes. */
function partsOf(list: string): string[] {
  const parts = [""];
  let [depth, quoted] = [0, false];
  for (const sign of list) {
    if (sign === "'") quoted = !quoted;
    if (!quoted) depth += DEPTH[sign] ?? 0;
    if (sign === "," && !quoted && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

/** SQLite stores the first words of a statement in capitals. */
function lowerCase(sql: string): string {
  return sql.replace(/^CREATE (UNIQUE )?(TABLE|INDEX|TRIGGER)/, (words) => words.toLowerCase());
}
