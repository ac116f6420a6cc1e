// A copied cURL line, run in a shell, sends the same bytes (T-10).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { curlOf, quoted } from "../../src/dashboard/api/curl.ts";
import { requestCurl } from "../../src/dashboard/requests/request-copies.ts";

type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** Runs a line in a POSIX shell. */
async function run(line: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn("sh", ["-c", line], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output: Buffer[] = [];
  child.stdout.on("data", (bytes: Buffer) => void output.push(bytes));
  await once(child, "close");
  return Buffer.concat(output).toString("utf8");
}

test("any text is one word of a shell", async () => {
  const text = fc.string({ unit: "binary", maxLength: 60 }).map((one) => one.replaceAll("\u0000", "").toWellFormed());
  await fc.assert(
    fc.asyncProperty(text, async (one) => {
      expect(await run(`printf %s ${quoted(one)}`)).toBe(one);
    }),
    { numRuns: 40 },
  );
});

test("the line sends the same method, target, headers and body, for any of them", async () => {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const bytes: Buffer[] = [];
    for await (const chunk of request) bytes.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(bytes).toString("utf8") });
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const requests = fc.record({
    method: fc.constantFrom("POST", "PUT", "PATCH", "DELETE"),
    path: fc.webPath().map((path) => (path.startsWith("/") ? path : `/${path}`).replace(/\/\.+/g, "/a")),
    header: fc.string({ maxLength: 30 }).map((value) => value.trim()),
    body: fc
      .string({ unit: "binary", minLength: 1, maxLength: 80 })
      .map((one) => one.replaceAll("\u0000", "").toWellFormed()),
  });
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, path, header, body }) => {
      const headers = [
        ["content-type", "application/json"],
        ["x-some", header],
      ] as const;
      const line = curlOf({ method, url: `${origin}${path}`, headers, body });
      await run(`${line.replace(/^curl /, "curl -sg --path-as-is ")}`);
      const one = seen.pop();
      expect(one).toMatchObject({ method, url: path, body });
      expect(one?.headers["x-some"]).toBe(header);
      expect(one?.headers["content-type"]).toBe("application/json");
    }),
    { numRuns: 40 },
  );
  server.close();
});

test("keys are variables of the shell, and their last characters in the log are not sent", () => {
  const part = { body: null, truncated: false, bytes: 0 };
  const line = requestCurl(
    {
      ...({ method: "GET", path: "/v1/wallets", query: "owner=a" } as Parameters<typeof requestCurl>[0]),
      request: {
        ...part,
        headers: [
          { name: "X-API-Key", value: "…9f2c" },
          { name: "Host", value: "x" },
        ],
      },
    },
    "http://127.0.0.1:4010",
  );
  expect(line).toContain('-H "X-API-Key: $SANDBOX_API_KEY"');
  expect(line).not.toContain("9f2c");
  expect(line).not.toMatch(/host/i);
});
