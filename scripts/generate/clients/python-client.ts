// The control API as a class of the Python client: a method for each operation, with the members of its body and query as keywords.
import type { Schema } from "../../../src/spec/document.ts";
import { type Argument, type ClientOperation, clientOperations } from "./operations.ts";

const HEAD = `"""The control API, a method for each operation: written by \`npm run generate\` from spec/admin.yaml, never by hand."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from .http import data_of, send

#: Left out of the request: None is a value there ("times": null).
UNSET: Any = object()


class Admin:
    """Calls \`/admin\` of one sandbox. Every method returns the member \`data\` of the answer and raises SandboxError for a refusal."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self._base = f"{url}/admin"
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def _call(self, method: str, path: str, query: dict[str, Any], body: dict[str, Any] | None) -> Any:
        known = {name: value for name, value in query.items() if value is not UNSET}
        sent = None if body is None else {name: value for name, value in body.items() if value is not UNSET}
        return data_of(f"{method} /admin{path}", send(method, f"{self._base}{path}", sent, known, self._headers))
`;

/** `admin.py` of the client. */
export async function pythonAdmin(): Promise<string> {
  return [HEAD, ...clientOperations().map(methodOf)].join("\n");
}

function methodOf({ id, summary, method, path, inPath, query, body }: ClientOperation): string {
  const keywords = [...query, ...(body ?? [])].toSorted(
    (one, other) => Number(other.isRequired) - Number(one.isRequired),
  );
  const signature = [
    "self",
    ...inPath.map((name) => `${pythonName(name)}: str | int`),
    ...(keywords.length === 0 ? [] : ["*"]),
    ...keywords.map(
      ({ name, schema, isRequired }) => `${pythonName(name)}: ${pythonType(schema)}${isRequired ? "" : " = UNSET"}`,
    ),
  ];
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{quote(str(${pythonName(name)}), safe='')}`);
  const record = (all: readonly Argument[]): string =>
    `{${all.map(({ name }) => `"${name}": ${pythonName(name)}`).join(", ")}}`;
  const text = `${place === path ? "" : "f"}"${place}"`;
  return [
    `    def ${snake(id)}(${signature.join(", ")}) -> Any:`,
    `        """${summary}."""`,
    `        return self._call("${method}", ${text}, ${record(query)}, ${body === undefined ? "None" : record(body)})`,
    "",
  ].join("\n");
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ string: "str", integer: "int", number: "float", boolean: "bool" },
  ...{ array: "list[Any]", object: "dict[str, Any]", null: "None" },
};

/** Any for what is several things at once (a duration is text or a number). */
function pythonType({ type }: Schema): string {
  const names = Array.isArray(type) ? type : [type];
  const types = names.map((name) => TYPES[String(name)]);
  return types.includes(undefined) ? "Any" : types.join(" | ");
}

/** Words of the language get an underscore. */
function pythonName(name: string): string {
  return ["from", "import", "class", "global", "in", "is"].includes(name) ? `${name}_` : name;
}

function snake(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}
