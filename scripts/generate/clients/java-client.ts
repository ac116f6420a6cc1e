// The control API as a class of the Java client: a method for each operation, with its body as an object and its query as a map.
import { type ClientOperation, clientOperations } from "./operations.ts";

const HEAD = `// Written by \`npm run generate\` from spec/admin.yaml, never by hand.
package cryptopaymentsandbox;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;

/** The control API, a method for each operation. Each returns the member \`data\` and throws SandboxException for a refusal. */
public final class AdminApi {
  private final String base;
  private final Map<String, String> headers;

  AdminApi(String base, String token) {
    this.base = base;
    this.headers = token == null || token.isEmpty() ? Map.of() : Map.of("Authorization", "Bearer " + token);
  }

  private JsonElement call(String method, String path, Map<String, String> query, JsonObject body) {
    return Http.data(method + " /admin" + path, Http.send(method, base + path + Http.query(query), body, headers));
  }
`;

/** `AdminApi.java` of the client. */
export async function javaAdmin(): Promise<string> {
  return `${[HEAD, ...clientOperations().map(methodOf)].join("\n")}}\n`;
}

function methodOf({ id, summary, method, path, inPath, query, body }: ClientOperation): string {
  const takes = [
    ...inPath.map((name) => `String ${camel(name)}`),
    ...(query.length === 0 ? [] : ["Map<String, String> query"]),
    ...(body === undefined || body.length === 0 ? [] : ["JsonObject body"]),
  ];
  const place = `"${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `" + Http.part(${camel(name)}) + "`)}"`;
  const sent = body === undefined ? "null" : body.length === 0 ? "new JsonObject()" : "body";
  return [
    `  /** ${summary}. */`,
    `  public JsonElement ${id}(${takes.join(", ")}) {`,
    `    return call("${method}", ${place.replace(/ \+ ""$/, "")}, ${query.length === 0 ? "Map.of()" : "query"}, ${sent});`,
    "  }",
    "",
  ].join("\n");
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
