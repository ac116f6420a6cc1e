// Texts that a client may read: the page for agents, the documents of the sandbox, the guides, the scenarios (G-8).
import { readdirSync, readFileSync } from "node:fs";
import { builtInNames, builtInText } from "../scenario/built-in.ts";
import { type Session, ToolFault } from "./tool.ts";

export type FixedResource = {
  name: string;
  uri: string;
  about: string;
  type: string;
  read(session: Session): Promise<string>;
};
export type NamedResource = {
  name: string;
  template: string;
  about: string;
  type: string;
  names(): string[];
  /** Undefined for a name that is not in the list. */
  read(name: string): string | undefined;
};

const JSON_TYPE = "application/json";
const MARKDOWN = "text/markdown";
const root = new URL("../../", import.meta.url);

async function documentAt(path: string, { ask }: Session): Promise<string> {
  const { status, body } = await ask("GET", path);
  if (status !== 200) throw new ToolFault({ status, error: `the sandbox answered ${status}` });
  return JSON.stringify(body);
}

export const FIXED: readonly FixedResource[] = [
  {
    name: "llms.txt",
    uri: "sandbox://llms.txt",
    about: "Read this first: commands, variables, the signature, ten traps.",
    type: MARKDOWN,
    read: async () => readFileSync(new URL("llms.txt", root), "utf8"),
  },
  {
    name: "openapi",
    uri: "sandbox://openapi",
    about: "The OpenAPI document of the service (large: describe_operation shows one operation).",
    type: JSON_TYPE,
    read: (session) => documentAt("/openapi.json", session),
  },
  {
    name: "admin",
    uri: "sandbox://admin",
    about: "The OpenAPI document of the control API (large).",
    type: JSON_TYPE,
    read: (session) => documentAt("/admin/openapi.json", session),
  },
];

/** The pages of the package by their names, without the folder and `.md`; a guide goes before a page of the same name. */
function pages(): Map<string, URL> {
  return new Map(
    ["docs/", "docs/guides/"].flatMap((folder) =>
      readdirSync(new URL(folder, root))
        .filter((file) => file.endsWith(".md") && file !== "README.md")
        .map((file): [string, URL] => [file.replace(/\.md$/, ""), new URL(`${folder}${file}`, root)]),
    ),
  );
}

export const NAMED: readonly NamedResource[] = [
  {
    name: "docs",
    template: "sandbox://docs/{page}",
    about: "A guide or reference page, such as webhooks, payouts, contract, cli, faults.",
    type: MARKDOWN,
    names: () => [...pages().keys()].toSorted(),
    read(name) {
      const page = pages().get(name);
      return page === undefined ? undefined : readFileSync(page, "utf8");
    },
  },
  {
    name: "scenarios",
    template: "sandbox://scenarios/{name}",
    about: "A built-in story: what happens step by step, as a file that `cpsandbox run` plays.",
    type: JSON_TYPE,
    names: builtInNames,
    read: builtInText,
  },
];
