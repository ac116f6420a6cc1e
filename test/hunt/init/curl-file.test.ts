// The file of `--curl`: what is read of curl command lines and plain requests, and what is refused with its line (U-03).
import { expect, test } from "vitest";
import { readCurlFile } from "../../../src/hunt/init/curl-file.ts";

const JSON_TYPE = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

test.each<[string, object]>([
  ["curl http://127.0.0.1:3000/books?owner=a", { method: "GET", target: "/books?owner=a", headers: {}, body: null }],
  ["curl localhost:3000", { method: "GET", target: "/" }],
  ["curl -sS -XPOST 'https://shop.example/a b'", { method: "POST", target: "/a b" }],
  [
    `curl /orders -d '{"id": "it''s"}' -H "Content-Type: application/json"`,
    { method: "POST", body: '{"id": "its"}', headers: JSON_TYPE },
  ],
  ['curl --json "{\\"id\\": 1}" /orders', { method: "POST", body: '{"id": 1}', headers: JSON_TYPE }],
  ["curl /signup -d a=1 --data-urlencode 'b=x y'", { body: "a=1&b=x%20y", headers: FORM }],
  ["curl -G /find -d a=1", { method: "GET", target: "/find?a=1", body: null }],
  ["curl -u ann:pw --request=PUT /x", { method: "PUT", headers: { authorization: "Basic YW5uOnB3" } }],
  ["curl -o out.txt -b 'id=7' /x", { target: "/x", headers: { cookie: "id=7" } }],
  ['POST /orders {"id": "a b"}', { method: "POST", target: "/orders", body: '{"id": "a b"}', headers: JSON_TYPE }],
  ["POST /signup a=1&b=2", { body: "a=1&b=2", headers: FORM }],
  ["DELETE http://localhost:3000/x", { method: "DELETE", target: "/x", headers: {}, body: null }],
])("U-03 %s", (line, expected) => {
  expect(readCurlFile(line)).toMatchObject([{ line: 1, ...expected }]);
});

test("U-03 comments are left out, and a backslash goes on in the next line", () => {
  const requests = readCurlFile("# a customer\n\ncurl -X POST \\\n  /orders \\\n  -d a=1\nGET /x\n");
  expect(requests.map(({ line, method, target, body }) => [line, method, target, body])).toEqual([
    [3, "POST", "/orders", "a=1"],
    [6, "GET", "/x", null],
  ]);
});

test.each([
  ["", "it holds no request"],
  ["hello", "line 1: it is neither a curl command nor a request"],
  ["GET /a\ncurl -X POST", "line 2: it has no URL"],
  ["curl -d @body.json /x", "line 1: -d @FILE is not read"],
  ["curl --proxy p /x", "line 1: curl's --proxy is not known here"],
  ["curl -d 'a /x", "line 1: a quote is not closed"],
  ["GET /x\n".repeat(201), "it holds more than 200 requests"],
  ["#".repeat(1_048_577), "it is longer than 1 MiB"],
])("U-03 a file that begins with %j is refused", (text, says) => {
  expect(() => readCurlFile(text)).toThrow(says);
});
