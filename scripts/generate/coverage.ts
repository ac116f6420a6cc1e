// Generates the coverage table: which tests cite which statement, and statements, tests, examples and errors of each operation.

import { resolve, serviceDocument } from "../../src/spec/document.ts";
import { METHODS } from "../../src/spec/operations.ts";
import { citations, cited, citingTests, statements } from "../../test/conformance/citations.ts";

type Members = Readonly<Record<string, unknown>>;

/** Statement → tests → result, and operation → statements, tests, examples, errors; read from sources only. */
export async function coverageDocument(): Promise<string> {
  const tests = citingTests();
  const found = citations(tests);
  const rows = statements().map(({ id, text }) => {
    const by = found.get(id) ?? [];
    const shown = by.map(({ file, title }) => `${file}: ${cell(title)}`).join("<br>");
    return `| ${id} | ${cell(text)} | ${shown} | ${by.length === 0 ? "**no test**" : `tests: ${by.length}`} |`;
  });
  const named = rows.length - rows.filter((row) => row.endsWith("**no test** |")).length;
  return [
    "<!-- Written by `npm run generate`, never by hand. -->",
    "# Statements and operations, and their tests",
    `${named} of ${rows.length} statements are cited by tests. A statement is proven if at least one test that cites it passes and ` +
      "none of them fails; `npm test` prints the count at its end.",
    "## Statements",
    ["| Statement | Text | Tests | Result |", "|---|---|---|---|", ...rows].join("\n"),
    "## Operations",
    "Statements: those that the document cites, and those of the tests that call the operation with the typed client. Examples: those of its parameters, body and responses. Errors: those in the document; `test/conformance/errors-reached.test.ts` causes each of them.",
    ["| Operation | Statements | Tests | Examples | Errors |", "|---|---|---|---|---|", ...operationRows(tests)].join(
      "\n",
    ),
    "",
  ].join("\n\n");
}

function operationRows(tests: ReturnType<typeof citingTests>): string[] {
  return Object.entries(serviceDocument.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const name = `${method.toUpperCase()} ${path}`;
      const calling = tests.filter(({ operations }) => operations.includes(name));
      const facts = { statements: new Set<string>(), examples: 0 };
      gather(operation, facts, new Set());
      for (const { statements } of calling) for (const id of statements) facts.statements.add(id);
      const errors = Object.keys(operation.responses).filter((status) => !status.startsWith("2"));
      const ids = [...facts.statements].toSorted();
      return [`| \`${name}\` | ${runs(ids)} | ${calling.length} | ${facts.examples} | ${errors.join(", ")} |`];
    }),
  );
}

/** Walks an operation through its references: every `x-statement` and every example. */
function gather(node: unknown, facts: { statements: Set<string>; examples: number }, seen: Set<unknown>): void {
  if (node === null || typeof node !== "object" || seen.has(node)) return;
  seen.add(node);
  const members = node as Members;
  for (const id of cited(String(members["x-statement"] ?? ""))) facts.statements.add(id);
  if (members["example"] !== undefined) facts.examples += 1;
  const examples = members["examples"];
  if (examples !== null && typeof examples === "object") facts.examples += Object.keys(examples).length;
  if (typeof members["$ref"] === "string") gather(resolve(serviceDocument, members as { $ref: string }), facts, seen);
  for (const [key, value] of Object.entries(members))
    if (key !== "example" && key !== "examples") gather(value, facts, seen);
}

/** Sorted ids with consecutive ones joined: `S-001…S-003, S-007`. */
function runs(ids: readonly string[]): string {
  const shown: string[] = [];
  for (let from = 0; from < ids.length; ) {
    let to = from;
    while (ids[to + 1] !== undefined && Number(ids[to + 1]?.slice(2)) === Number(ids[to]?.slice(2)) + 1) to += 1;
    shown.push(to - from < 2 ? ids.slice(from, to + 1).join(", ") : `${ids[from]}…${ids[to]}`);
    from = to + 1;
  }
  return shown.join(", ");
}

/** Text escaped for a table cell. */
function cell(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
