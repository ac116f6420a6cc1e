// A result document with every kind of case, and one whose texts try to become markup.
import type { ResultDocument } from "../../../src/contract/outputs/document.ts";

/** Text that would be markup, a script, a link, a cell or a terminal code if a writer did not escape it. */
export const HOSTILE =
  `</td><script>alert(1)</script> "quoted" 'single' &amp; ]]> <!-- | **bold** [x](http://evil.example/a) ![i](http://evil.example/i.png)` +
  ` @team www.evil.example \`code\` $x$ \u001b[31mred\u0007 \u202eevil \ud800 \ufffe\n# heading\n- list`;

export function aDocument(more: Partial<ResultDocument> = {}): ResultDocument {
  return {
    title: "Contract run",
    summary: "1 reading breaks your app that the specification allows",
    facts: [
      { name: "command", value: "npm test" },
      { name: "runs", value: "5" },
    ],
    sections: [
      {
        title: "Readings",
        about: "One row for each allowed answer.",
        cases: [
          {
            name: "record=top-level",
            title: "the record is beside data",
            result: "fail",
            why: "payments.test.ts › a payout is created",
            what_to_do: "read the record from data or from the top level",
            evidence: [
              { label: "first failing line", text: "Cannot read properties of undefined (reading 'id')" },
              { label: "body", text: '{"amount":"12.5"}', kind: "body" },
            ],
            decision: "H-35",
            seconds: 1.25,
          },
          { name: "absent_time=omitted", result: "warning", word: "fails", why: "Invalid time value" },
          { name: "webhook_repeat=twice", result: "ok", why: "14 duplicates came" },
          {
            name: "open_values=new",
            result: "not_judged",
            word: "not met",
            why: "no answer with an open value was read",
          },
        ],
      },
      { title: "Rules", cases: [{ name: "CF-12", result: "note", why: "an inferred operation was used" }] },
      { title: "Nothing", cases: [] },
    ],
    data: { runs: [{ number: 0, response_body: '{"secret_amount":"777"}', seconds: 2 }] },
    ...more,
  };
}

/** The same text in every place of a document. */
export function documentOf(text: string): ResultDocument {
  const one = {
    name: text,
    title: text,
    why: text,
    what_to_do: text,
    evidence: [{ label: text, text }],
    decision: text,
  };
  const cases = (["fail", "warning", "note", "not_judged", "ok"] as const).map((result) => ({
    ...one,
    result,
    word: text,
  }));
  return {
    title: text,
    summary: text,
    facts: [{ name: text, value: text }],
    sections: [
      { title: text, about: text, cases },
      { title: text, about: text, cases },
    ],
    data: { [text]: [text, { text }] },
  };
}
