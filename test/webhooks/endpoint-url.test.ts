// The one check of an endpoint's URL: what is refused, and in which words (R-139, H-78).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpointUrlFault, MAX_ENDPOINT_URL } from "../../src/webhooks/endpoint-url.ts";

const ofLength = (length: number) => `http://localhost:3000/${"a".repeat(length - "http://localhost:3000/".length)}`;

describe("an endpoint's URL (R-139, H-78)", () => {
  test.each([
    "http://localhost:3000/hooks",
    "https://example.com",
    "HTTP://example.com/",
    "http://127.0.0.1:8080/a/b?c=d&e=@f",
    "http://[::1]:9000/",
    "https://receiver/x",
    "http://a.example/%C3%BC",
    ofLength(MAX_ENDPOINT_URL),
  ])("%s is accepted", (url) => expect(endpointUrlFault(url)).toBeNull());

  test.each([
    ["", "absolute"],
    ["/hooks", "absolute"],
    ["localhost:3000", "absolute"],
    ["ftp://example.com/", "absolute"],
    ["file:///etc/passwd", "absolute"],
    ["javascript:alert(1)", "absolute"],
    ["http:example.com", "absolute"],
    ["http://", "absolute"],
    ["http:///x", "absolute"],
    ["http://a:99999/", "absolute"],
    ["http://[::1/", "absolute"],
    ["http://1.2.3.4.5/", "absolute"],
    ["http://user:pass@example.com/", "credentials"],
    ["http://user@example.com/", "credentials"],
    ["http://@example.com/", "credentials"],
    ["http://example.com/#x", "fragment"],
    ["http://example.com/#", "fragment"],
    [" http://example.com/", "space"],
    ["http://example.com/a b", "space"],
    ["http://exa\nmple.com/", "control"],
    ["http:\\\\example.com\\", "backslash"],
    ["http://exämple.com/", "ASCII"],
    ["http://example.com/\u0000", "control"],
    ["http://example.com:25/", "port 25"],
    ["http://example.com:6379/", "port 6379"],
    ["http://example.com:0/", "port 0"],
    ["https://example.com:22/", "port 22"],
    [ofLength(MAX_ENDPOINT_URL + 1), "longer"],
  ])("%j is refused: %s", (url, why) => expect(endpointUrlFault(url)).toContain(why));

  test("what is accepted is a URL that no parser repairs: same scheme, no credentials, no fragment", () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom(
          "http",
          "https",
          "://",
          ":",
          "//",
          "@",
          "#",
          "?",
          "\\",
          "\t",
          "%00",
          "localhost",
          "[::1]",
          ":80",
        ),
        fc.string(),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          hostile.map((parts) => parts.join("")),
        ),
        (url) => {
          if (endpointUrlFault(url) !== null) return;
          const parsed = new URL(url);
          expect(["http:", "https:"]).toContain(parsed.protocol);
          expect([parsed.username, parsed.password, parsed.hash]).toEqual(["", "", ""]);
          expect(url.toLowerCase().startsWith(`${parsed.protocol}//`)).toBe(true);
        },
      ),
    );
  });
});
