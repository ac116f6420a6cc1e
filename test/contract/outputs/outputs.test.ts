// Result documents in every format: what they say, that foreign text stays text, and that no secret and no unasked body is in them.
import { describe, expect, test } from "vitest";
import { writeReport } from "../../../src/cli/report-folder.ts";
import { countsText } from "../../../src/contract/outputs/document.ts";
import { OUTPUT_FORMATS, OUTPUTS, type OutputFormat } from "../../../src/contract/outputs/formats.ts";
import { junitXml } from "../../../src/contract/outputs/junit.ts";
import { seal } from "../../../src/contract/outputs/seal.ts";
import { anIo } from "../../cli/an-io.ts";
import { aDocument, documentOf, HOSTILE } from "./a-document.ts";

const plainly = { secrets: [], withBodies: false };

function written(format: OutputFormat, document = aDocument(), options: Parameters<typeof seal>[1] = plainly): string {
  return OUTPUTS[format].write(seal(document, options));
}

describe("C-70 the same results in every format", () => {
  test.each(OUTPUT_FORMATS)("%s holds every case with its reason, its next step and its decision", (format) => {
    const text = written(format).replaceAll("\\", "").replaceAll("&#39;", "'");
    for (const part of [
      "record=top-level",
      "a payout is created",
      "read the record from data",
      "H-35",
      "Invalid time value",
    ])
      expect(text).toContain(part);
    for (const part of ["14 duplicates came", "no answer with an open value was read", "npm test", "(reading 'id')"])
      expect(text).toContain(part);
  });

  test("JSON parses to the document itself", () => {
    const { data, ...shown } = aDocument();
    expect(JSON.parse(written("json", { ...shown }, { ...plainly, withBodies: true }))).toEqual(shown);
    expect(data).toBeDefined();
  });

  test("JUnit: a suite for each section; fail is a failure, not judged is skipped with the reason, a warning passes with its text", () => {
    const xml = written("junit");
    expect(xml).toContain('<testsuites name="Contract run" tests="5" failures="1" errors="0" skipped="1">');
    expect(xml).toContain('<testsuite name="Readings" tests="4" failures="1" errors="0" skipped="1">');
    expect(xml).toMatch(
      /<testcase name="record=top-level [^>]* time="1\.250"><failure type="FAIL" message="payments\.test\.ts/,
    );
    expect(xml).toContain('<skipped message="no answer with an open value was read"/>');
    expect(xml).toContain("<system-out>fails: Invalid time value</system-out>");
    expect(xml.match(/<failure/g)).toHaveLength(1);
  });

  test("HTML is one file: no script, nothing loaded, a policy that forbids both, and a failure is open from the start", () => {
    const page = written("html");
    expect(page).not.toMatch(/<script|<img|<link|<iframe|<form|@import|url\(|\ssrc=|http-equiv="refresh"/i);
    expect(page).toContain("default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;");
    expect(page).toContain('name="viewport"');
    expect(page).toMatch(/<details class="case fail" open><summary><span class="badge fail">FAIL/);
    expect(page).toMatch(/<details class="case ok"><summary><span class="badge ok">ok/);
  });

  test("Markdown has a table of each section, whose rows have four cells", () => {
    const lines = written("markdown").split("\n");
    expect(lines[0]).toBe("# Contract run");
    const rows = lines.filter((line) => line.startsWith("| ") && !line.startsWith("| Result"));
    expect(rows).toHaveLength(5);
    for (const row of rows) expect(row.replaceAll("\\|", "").match(/\|/g)).toHaveLength(5);
  });

  test("more than three cases that need no attention are folded, and so is a section that few readers need", () => {
    const passed = ["a", "b", "c", "d"].map((name) => ({ name, result: "ok" as const }));
    const failed = { name: "e", result: "fail" as const, why: "no" };
    const sections = [
      { title: "Readings", cases: [...passed, failed] },
      { title: "Runs", isBackground: true as const, cases: [{ name: "run 0", result: "note" as const }] },
    ];
    const lines = written("markdown", aDocument({ sections })).split("\n");
    const folds = lines.filter((line) => line.startsWith("<details>"));
    expect(folds).toEqual(["<details><summary>4 ok</summary>", "<details><summary>1 note</summary>"]);
    expect(lines.findIndex((line) => line.includes("| e |"))).toBeLessThan(lines.indexOf(folds[0] ?? ""));
    const page = written("html", aDocument({ sections }));
    expect(page.indexOf("<code>e</code>")).toBeLessThan(page.indexOf("4 ok</summary>"));
    expect(page).toContain("1 note</summary>");
    expect(written("junit", aDocument({ sections }))).toContain('tests="6" failures="1"');
  });

  test("C-01 results are counted by kind and never summed", () => {
    expect(countsText(aDocument().sections[0]?.cases ?? [])).toBe("1 FAIL · 1 warning · 1 not judged · 1 ok");
    expect(countsText([])).toBe("no cases");
  });
});

describe("foreign text stays text", () => {
  const hostile = documentOf(HOSTILE);

  test("HTML: no element comes from a text", () => {
    const page = written("html", hostile);
    const tags = new Set([...page.matchAll(/<\/?([a-z!][\w-]*)/gi)].map(([, name]) => name?.toLowerCase()));
    for (const tag of ["script", "td", "img"]) expect(tags).not.toContain(tag);
    expect(page).not.toContain("<!--");
    expect(page).not.toMatch(/[\p{Cc}--\n]/v);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test("JUnit: tags are those of the format, and no character is one that XML forbids", () => {
    const xml = written("junit", hostile);
    const tags = new Set([...xml.matchAll(/<\/?([a-z!?][\w-]*)/gi)].map(([, name]) => name));
    expect([...tags].toSorted()).toEqual([
      "?xml",
      "failure",
      "properties",
      "property",
      "skipped",
      "system-out",
      "testcase",
      "testsuite",
      "testsuites",
    ]);
    expect(xml).not.toContain("]]>");
    expect(xml).not.toMatch(/[[\p{Cc}\ufffe\uffff]--\n]/v);
    expect(xml.isWellFormed()).toBe(true);
    expect(junitXml("a\u0000b", [])).toContain('name="a\\u0000b"');
  });

  test("Markdown: no markup, no link, no image, no mention, no further line", () => {
    const text = written("markdown", hostile);
    expect(text.replace(/^(<details><summary>\d+ \w+( \w+)?<\/summary>|<\/details>)$/gm, "")).not.toMatch(/<(?!br>)/);
    expect(text.replaceAll("**\\<", "").replace(/^\| \*\*|\*\* \|/gm, "")).not.toMatch(/(?<!\\)[`[\]]/);
    expect(text).not.toMatch(/https?:\/\//);
    expect(text).not.toMatch(/www\./);
    expect(text).not.toContain("@team");
    expect(text.split("\n").filter((line) => /^(# heading|- list)/.test(line))).toEqual([]);
  });

  test("JSON: control characters are written as escapes, and it parses to the same text", () => {
    const text = written("json", hostile);
    expect(text).not.toMatch(/[[\p{Cc}\p{Cf}]--\n]/v);
    expect(JSON.parse(text).summary).toBe(HOSTILE);
  });
});

describe("R-211 no secret, and no body that was not asked for", () => {
  const secrets = [
    "whsec_planted0000secret",
    "sk_sandbox_planted0000key",
    'a token/with+odd"marks',
    "adminTokenPlanted1",
  ];
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
    Buffer.from(secret).toString("hex"),
  ]);

  test.each(OUTPUT_FORMATS)("%s: planted secrets are nowhere, in whatever form and place", (format) => {
    for (const form of forms) {
      const text = written(format, documentOf(`before ${form} after`), { secrets, withBodies: true });
      const bare = text.replaceAll("\\", "");
      for (const part of ["planted0000", "adminTokenPlanted1", "with+odd"]) expect(bare).not.toContain(part);
      for (const other of forms) expect(bare).not.toContain(other.replaceAll('"', "").replaceAll("\\", ""));
      expect(text).toContain("before");
      expect(text).toContain("after");
    }
  });

  test.each(OUTPUT_FORMATS)("%s: keys and secrets of which nobody told are known by their form", (format) => {
    const text = written(
      format,
      documentOf("x sk_live_abcDEF123 y whsec_0a1b2c z Authorization: Bearer abc.def-123456 w"),
    );
    expect(text).not.toMatch(/abcDEF123|0a1b2c|def-123456/);
  });

  test.each(OUTPUT_FORMATS)("%s: a body is there only with withBodies", (format) => {
    const bare = (text: string): string => text.replace(/\\|&quot;/g, "");
    expect(bare(written(format))).not.toMatch(/12\.5|777/);
    expect(bare(written(format, aDocument(), { ...plainly, withBodies: true }))).toMatch(/12\.5/);
  });

  test("of two secrets of which one begins with the other, the longer leaves nothing behind", () => {
    const both = { secrets: ["planted-short", "planted-short-and-long"], withBodies: true };
    expect(written("markdown", documentOf("planted-short-and-long"), both)).not.toContain("long");
  });

  test("data of the JSON holds bodies only with withBodies; numbers and other members stay", () => {
    expect(JSON.parse(written("json")).data).toEqual({ runs: [{ number: 0, seconds: 2 }] });
    const text = written("json", aDocument(), { ...plainly, withBodies: true });
    expect(JSON.parse(text).data.runs[0].response_body).toContain("777");
  });

  test("a text is cut, so that a report stays bounded, and a member called __proto__ stays one", () => {
    const document = seal(
      { ...aDocument(), summary: "x".repeat(100_000), data: JSON.parse('{"__proto__":{"a":1}}') },
      plainly,
    );
    expect(document.summary.length).toBeLessThan(10_000);
    expect(JSON.stringify(document.data)).toBe('{"__proto__":{"a":1}}');
  });
});

test("HTML: what needs attention is open from the start, and nothing else", () => {
  const text = written("html");
  const isOpen = (name: string): boolean =>
    new RegExp(`<details class="case" open><summary>(?:(?!</summary>).)*<code>${name}</code>`).test(text);
  expect(["record=top-level", "absent_time=omitted", "webhook_repeat=twice"].map(isOpen)).toEqual([true, true, false]);
});

describe("--report DIR", () => {
  test("all four files are written, and the Markdown is appended to the summary of a job", () => {
    const files: Record<string, string> = { "/summary.md": "before\n" };
    const { io } = anIo({ GITHUB_STEP_SUMMARY: "/summary.md" }, files);
    writeReport("out", seal(aDocument(), plainly), io);
    expect(Object.keys(files).toSorted()).toEqual([
      "/summary.md",
      ...["out/contract.html", "out/contract.json", "out/contract.junit.xml", "out/contract.md"],
    ]);
    expect(files["/summary.md"]).toBe(`before\n${files["out/contract.md"]}\n`);
  });

  test("a folder that cannot be written ends the command with one line; a summary that cannot is a warning", () => {
    const { io, said } = anIo({ GITHUB_STEP_SUMMARY: "/summary.md" });
    const broken = () => {
      throw Object.assign(new Error("no"), { code: "EACCES" });
    };
    expect(() => writeReport("out", seal(aDocument(), plainly), { ...io, replaceFile: broken })).toThrow(
      "the report cannot be written to out (EACCES): check the path and its permissions",
    );
    writeReport(undefined, seal(aDocument(), plainly), { ...io, appendFile: broken });
    expect(said.err).toBe("warning: the job summary cannot be written to /summary.md (EACCES)\n");
  });
});
