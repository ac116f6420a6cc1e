// The reference page of the test library, from the sources of what `src/testing/testing.ts` exports: signatures and doc comments.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");
const ENTRY = join(ROOT, "src/testing/testing.ts");

type Exported = { name: string; source: string; original: string };

/** `docs/library.md`. */
export function libraryDocument(): string {
  const sections = exportsOf(ENTRY)
    // The types of the OpenAPI documents have pages of their own; a second name of a type says nothing new.
    .filter(({ name, original, source }) => name === original && !source.includes("/spec/"))
    .map(sectionOf);
  return [
    "<!-- Written by `npm run generate`, never by hand. -->",
    "# Test library",
    'Everything that `import … from "crypto-payment-sandbox/testing"` gives. [In CI](guides/ci.md) shows how to use it. Besides, `paths` and `components` are the types of the service, `AdminPaths` and `AdminComponents` those of the control API.',
    ...sections.toSorted(),
    "",
  ].join("\n\n");
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
}

function exportsOf(path: string): Exported[] {
  return parse(path).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
    const source = join(dirname(path), (statement.moduleSpecifier as ts.StringLiteral).text);
    const names = statement.exportClause;
    if (names === undefined || !ts.isNamedExports(names)) return [];
    return names.elements.map(({ name, propertyName }) => ({
      name: name.text,
      original: (propertyName ?? name).text,
      source,
    }));
  });
}

function sectionOf({ name, source }: Exported): string {
  const declaration = parse(source).statements.find((one) => isNamed(one, name));
  if (declaration === undefined) throw new Error(`${relative(ROOT, source)} declares no ${name}`);
  const about = commentOf(declaration);
  const body = ts.isClassDeclaration(declaration)
    ? declaration.members.filter(isPublic).flatMap(memberRows).join("\n")
    : `\`\`\`ts\n${signatureOf(declaration)}\n\`\`\``;
  return [`## \`${name}\``, ...(about === "" ? [] : [about]), body].join("\n\n");
}

function isNamed(statement: ts.Statement, name: string): boolean {
  return (
    (ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
    statement.name?.text === name
  );
}

function isPublic(member: ts.ClassElement): boolean {
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.StaticKeyword];
  const isHidden = ts.canHaveModifiers(member) && member.modifiers?.some(({ kind }) => hidden.includes(kind));
  return member.name !== undefined && ts.isIdentifier(member.name) && !isHidden;
}

/** A row for a member; for an object of functions, one for each of them. */
function memberRows(member: ts.ClassElement): string[] {
  if (!ts.isPropertyDeclaration(member) || !member.initializer || !ts.isObjectLiteralExpression(member.initializer))
    return [row(member, ts.isGetAccessor(member) ? signatureOf(member).replace("()", "") : signatureOf(member))];
  return member.initializer.properties.map((one) => {
    const call = ts.isPropertyAssignment(one) ? one.initializer : one;
    const signature = signatureOf(call).replace(/ =>$/, "");
    return row(one, `${member.name.getText()}.${one.name?.getText()}${signature}`);
  });
}

function row(node: ts.Node, signature: string): string {
  const about = commentOf(node);
  return `- \`${oneLine(signature)}\`${about === "" ? "" : `: ${oneLine(about)}`}`;
}

/** The source of a declaration without its comment, modifiers and body. */
function signatureOf(node: ts.Node): string {
  const body = (node as { body?: ts.Node }).body;
  const initializer = ts.isPropertyDeclaration(node) ? node.initializer : undefined;
  const end = body ?? (initializer && !ts.isObjectLiteralExpression(initializer) ? initializer : undefined);
  const text = node.getSourceFile().text.slice(node.getStart(), end?.getFullStart() ?? node.getEnd());
  return text
    .replace(/^((export|async|readonly|static|get) )+/, "")
    .replace(/\s*(=>|[={])?\s*$/, "")
    .replace(/;$/, "");
}

function commentOf(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map((doc) => doc.getText())
    .join("\n")
    .replaceAll(/\s*\*\/\s*$/gm, "")
    .replaceAll(/^\s*\/?\*+ ?/gm, "")
    .replaceAll(/\s*@throws/g, " Throws")
    .trim();
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ").replaceAll(/\( | ?,? \)/g, (brackets) => brackets.trim().replace(",", ""));
}
