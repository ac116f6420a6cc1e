// Writes the generated files; with --check it only says which are missing or out of date and exits with 1.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString, type SchemaObject } from "openapi-typescript";
import ts from "typescript";
import { parse } from "yaml";
import { openDocument } from "./open-document.ts";

const root = join(import.meta.dirname, "../..");

type Generated = { readonly file: string; readonly from: string; readonly make: (source: string) => Promise<string> };

// These read the generated document, so they are loaded after the first entries have written it.
const pages = () => import("./documents.ts");
const coverage = () => import("./coverage.ts");
const reliability = () => import("./reliability.ts");
const scenarios = () => import("./scenarios.ts");
const commandPage = () => import("./cli-document.ts");
const stories = () => import("./fault-stories.ts");
const skill = () => import("./agents/skill.ts");
const agentTexts = () => import("./agents/texts.ts");

const table: readonly Generated[] = [
  { file: "src/spec/service.gen.ts", from: "spec/openapi.yaml", make: typesOf },
  { file: "src/spec/service.gen.json", from: "spec/openapi.yaml", make: jsonOf },
  { file: "src/spec/served.gen.ts", from: "spec/openapi.yaml", make: servedTypesOf },
  { file: "src/spec/served.gen.json", from: "spec/openapi.yaml", make: servedJsonOf },
  { file: "src/spec/admin.gen.ts", from: "spec/admin.yaml", make: typesOf },
  { file: "src/spec/admin.gen.json", from: "spec/admin.yaml", make: jsonOf },
  {
    file: "src/spec/decisions.gen.json",
    from: "spec/service-decisions.md",
    make: async () => (await import("./decisions.ts")).decisionsDocument(),
  },
  {
    file: "src/db/schema.sql",
    from: "src/db/migrations",
    make: async () => (await import("./schema.ts")).schemaDocument(),
  },
  {
    file: "src/db/whole-schema.gen.sql",
    from: "src/db/migrations",
    make: async () => (await import("./schema.ts")).wholeSchema(),
  },
  {
    file: "src/chains/precomputed/precomputed.gen.json",
    from: "src/chains/precomputed/precomputed.ts",
    make: async () => (await import("./precomputed.ts")).precomputedTable(),
  },
  {
    file: "src/cli/names.gen.ts",
    from: "src/faults/catalogue.ts",
    make: async () => (await import("./library-names.ts")).commandLineNames(),
  },
  {
    file: "src/dashboard/inbox/receiver-code.gen.ts",
    from: "examples/receivers/verify.mjs",
    make: async () => (await import("./page/receiver-code.ts")).receiverCode(),
  },
  {
    file: "src/dashboard/faults/fault-values.gen.ts",
    from: "src/faults/catalogue.ts",
    make: async () => (await import("./page/fault-values.ts")).faultValues(),
  },
  {
    file: "src/dashboard/tokens.gen.css",
    from: "src/web/looks/tokens.ts",
    make: async () => (await import("./page/tokens.ts")).pageTokens(),
  },
  {
    file: "ARCHITECTURE.md",
    from: "src/main.ts",
    make: async () => (await import("./architecture.ts")).architectureDocument(),
  },
  {
    file: "docs/glossary.md",
    from: "scripts/generate/glossary-terms.ts",
    make: async () => (await import("./glossary.ts")).glossaryDocument(),
  },
  {
    file: "docs/readings.md",
    from: "src/contract/readings/table.ts",
    make: async () => (await import("./readings-document.ts")).readingsDocument(),
  },
  {
    file: "docs/guides/production.md",
    from: "src/contract/readings/table.ts",
    make: async () => (await import("./readings-document.ts")).productionGuide(),
  },
  { file: "docs/options.md", from: "src/config/options.ts", make: async () => (await pages()).optionsDocument() },
  {
    file: "spec/config.schema.json",
    from: "src/config/options.ts",
    make: async () => `${JSON.stringify((await import("../../src/config/options.ts")).configSchema(), null, 2)}\n`,
  },
  { file: "docs/cli.md", from: "src/cli/command-table.ts", make: async () => (await commandPage()).cliDocument() },
  {
    file: "docs/contract.md",
    from: "src/contract/rules/table.ts",
    make: async () => (await import("./contract-document.ts")).contractDocument(),
  },
  {
    file: "docs/rpc.md",
    from: "src/rpc/development-methods.ts",
    make: async () => (await import("./rpc-document.ts")).rpcDocument(),
  },
  {
    file: "src/testing/names.gen.ts",
    from: "src/faults/catalogue.ts",
    make: async () => (await import("./library-names.ts")).libraryNames(),
  },
  {
    file: "docs/library.md",
    from: "src/testing/testing.ts",
    make: async () => (await import("./library-document.ts")).libraryDocument(),
  },
  { file: "docs/faults.md", from: "src/faults/catalogue.ts", make: async () => (await pages()).faultsDocument() },
  {
    file: "docs/failpoints.md",
    from: "src/kernel/failpoint.ts",
    make: async () => (await pages()).failpointsDocument(),
  },
  {
    file: "docs/admin.md",
    from: "spec/admin.yaml",
    make: async () => (await import("./admin-document.ts")).adminDocument(),
  },
  {
    file: "docs/networks.md",
    from: "chain/catalogue.json",
    make: async () => (await import("./networks-document.ts")).networksDocument(),
  },
  {
    file: "clients/python/src/crypto_payment_sandbox/admin.py",
    from: "spec/admin.yaml",
    make: async () => (await import("./clients/python-client.ts")).pythonAdmin(),
  },
  {
    file: "clients/go/admin_gen.go",
    from: "spec/admin.yaml",
    make: async () => (await import("./clients/go-client.ts")).goAdmin(),
  },
  {
    file: "clients/java/src/main/java/cryptopaymentsandbox/AdminApi.java",
    from: "spec/admin.yaml",
    make: async () => (await import("./clients/java-client.ts")).javaAdmin(),
  },
  { file: "docs/states.md", from: "src/domain", make: async () => (await pages()).statesDocument() },
  {
    file: "examples/postman-collection.json",
    from: "spec/openapi.yaml",
    make: async () => (await import("./postman-collection.ts")).collectionDocument(),
  },
  { file: "docs/operations.md", from: "spec/openapi.yaml", make: async () => (await pages()).operationsDocument() },
  {
    file: "docs/scenarios.md",
    from: "fixtures/scenarios",
    make: async () => (await scenarios()).scenariosDocument(),
  },
  {
    file: "spec/fault-stories.md",
    from: "src/faults/catalogue.ts",
    make: async () => (await stories()).faultStoriesDocument(),
  },
  {
    file: "spec/reliability.md",
    from: "spec/reliability-requirements.md",
    make: async () => (await reliability()).reliabilityDocument(),
  },
  {
    file: "src/contract/receiver/story.gen.json",
    from: "src/present/event.ts",
    make: async () => (await import("./receiver-story.ts")).receiverStory(),
  },
  { file: "AGENTS.md", from: "CONTRIBUTING.md", make: async () => (await agentTexts()).agentsDocument() },
  { file: "llms.txt", from: "scripts/generate/agents/rules.ts", make: async () => (await agentTexts()).llmsText() },
  // After the pages that it consists of.
  { file: "llms-full.txt", from: "docs/guides", make: async () => (await agentTexts()).llmsFullText() },
  ...skillFiles(),
  { file: "spec/coverage.md", from: "spec/statements.md", make: async () => (await coverage()).coverageDocument() },
];

function skillFiles(): Generated[] {
  const folder = "skills/crypto-payment-sandbox";
  const references = `${folder}/references`;
  return [
    {
      file: `${folder}/SKILL.md`,
      from: "scripts/generate/agents/skill.ts",
      make: async () => (await skill()).skillDocument(),
    },
    {
      file: `${references}/commands.md`,
      from: "src/cli/command-table.ts",
      make: async () => (await skill()).commandsReference(),
    },
    {
      file: `${references}/faults.md`,
      from: "src/faults/catalogue.ts",
      make: async () => (await skill()).faultsReference(),
    },
    {
      file: `${references}/operations.md`,
      from: "spec/openapi.yaml",
      make: async () => (await skill()).operationsReference(),
    },
  ];
}

/** TypeScript types of an OpenAPI document. */
async function typesOf(source: string): Promise<string> {
  const tree = await openapiTS(pathToFileURL(join(root, source)), { alphabetize: true });
  return `// Types of ${source}: written by \`npm run generate\`, never by hand.\n${astToString(tree)}`;
}

/** TypeScript types of the served form of a document, for users of the package. */
async function servedTypesOf(source: string): Promise<string> {
  const document = JSON.parse(await servedJsonOf(source));
  const tree = await openapiTS(document, { alphabetize: true, transform: knownValues });
  return `// Types of ${source} as it is served: written by \`npm run generate\`, never by hand.\n${astToString(tree)}`;
}

/** `"a" | "b" | (string & {})`: any text, and an editor still offers the known ones. */
function knownValues(schema: SchemaObject & { "x-known-values"?: readonly string[] }): ts.TypeNode | undefined {
  const { "x-known-values": values } = schema;
  if (values === undefined) return undefined;
  const { factory, SyntaxKind } = ts;
  const text = factory.createKeywordTypeNode(SyntaxKind.StringKeyword);
  return factory.createUnionTypeNode([
    ...values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value))),
    factory.createParenthesizedType(factory.createIntersectionTypeNode([text, factory.createTypeLiteralNode([])])),
  ]);
}

/** The served form of a document as JSON. */
async function servedJsonOf(source: string): Promise<string> {
  return `${JSON.stringify(openDocument(JSON.parse(await jsonOf(source))), null, 1)}\n`;
}

/** The document as JSON: reading the YAML at each start would cost a fifth of a second. */
async function jsonOf(source: string): Promise<string> {
  return `${JSON.stringify(parse(readFileSync(join(root, source), "utf8")), null, 1)}\n`;
}

/** The problem with one generated file, or undefined when it is up to date (or was just written). */
async function fault({ file, from, make }: Generated, checkOnly: boolean): Promise<string | undefined> {
  if (!existsSync(join(root, from))) return `${from} is missing: ${file} is generated from it.`;
  const target = join(root, file);
  const fresh = await make(from);
  const present = existsSync(target) ? readFileSync(target, "utf8") : undefined;
  if (present === fresh) return undefined;
  if (checkOnly) return `${file} is ${present === undefined ? "missing" : "out of date"}: run \`npm run generate\`.`;
  writeFileSync(target, fresh);
  console.log(`wrote ${file}`);
  return undefined;
}

for (const row of table) {
  const wrong = await fault(row, process.argv.includes("--check"));
  if (wrong === undefined) continue;
  console.error(wrong);
  process.exitCode = 1;
}
