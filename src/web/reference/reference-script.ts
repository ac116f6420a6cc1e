// The browser script of the API reference: opens the viewer on a document, shows the provenance of each member, and fills an operation in with values of a link.
import { REFERENCE_VALUES_SCRIPT } from "./reference-values.ts";

/**
 * A plugin of the viewer. The document's marks are `x-provenance`, `x-decision` and `x-statement` of operations,
 * parameters and properties, and the same by enum value and by status.
 */
export const REFERENCE_SCRIPT = `"use strict";
const place = document.getElementById("reference");
const many = (value) => (value === undefined || value === null ? [] : [].concat(value.toJS ? value.toJS() : value));
const plain = (value) => (value && value.toJS ? value.toJS() : value);

/** {"a": "documented", "b": "inferred"} → [["documented", ["a"]], ["inferred", ["b"]]] */
const grouped = (marks) => {
  const groups = new Map();
  for (const [name, mark] of Object.entries(marks)) groups.set(mark, [...(groups.get(mark) ?? []), name]);
  return [...groups];
};

const provenancePlugin = ({ React }) => {
  const h = React.createElement;
  const badge = (mark) => h("span", { className: "provenance provenance-" + mark, key: "mark" }, mark);
  const source = (name) => h("span", { className: "provenance-source", key: name }, name);
  const marksOf = (extensions) => [
    ...many(extensions["x-provenance"]).map(badge),
    ...[...many(extensions["x-decision"]), ...many(extensions["x-statement"])].map(source),
  ];
  const row = (name, children) => h("div", { className: "provenance-row", key: name }, h("span", null, name), ...children);
  const groupRow = (name, marks) =>
    row(name, grouped(marks).map(([mark, names]) => h("span", { key: mark }, badge(mark), " " + names.join(", "))));
  const withMarks = (Original, marks) => (props) => {
    const found = marks(props);
    return h(React.Fragment, null, h(Original, props), found.length > 0 && h("span", { className: "provenance-marks" }, ...found));
  };
  return {
    wrapComponents: {
      OperationSummaryPath: (Original) =>
        withMarks(Original, ({ operationProps }) => {
          const op = operationProps.get("op");
          return many(op.get("x-provenance") ?? op.getIn(["operation", "x-provenance"])).map(badge);
        }),
      License: () => () => null,
      OAS31License: () => () => null,
      OperationExt: () => ({ extensions }) => {
        const all = plain(extensions) ?? {};
        const marks = marksOf(all);
        return h("div", { className: "opblock-section provenance-section" },
          marks.length > 0 && row("Where from", marks),
          all["x-status-provenance"] && groupRow("Statuses", all["x-status-provenance"]));
      },
      ParameterExt: () => ({ xKey, xVal }) => {
        const value = plain(xVal);
        if (["x-provenance", "x-decision", "x-statement"].includes(xKey)) {
          return h("span", { className: "provenance-marks" }, ...marksOf({ [xKey]: value }));
        }
        const words = { "x-filterable": "filters by", "x-sortable": "sorts by", "x-requires": "needs" }[xKey];
        return words === undefined ? null : h("div", { className: "provenance-row" }, h("span", null, words), many(value).join(", "));
      },
      JSONSchema202012KeywordType: (Original) => withMarks(Original, ({ schema }) => marksOf(schema ?? {})),
      JSONSchema202012KeywordEnum: (Original) => (props) => {
        const marks = props.schema?.["x-enum-provenance"];
        return h(React.Fragment, null, h(Original, props), marks && groupRow("Values", marks));
      },
      JSONSchema202012ExtensionKeywords: () => () => null,
    },
  };
};

${REFERENCE_VALUES_SCRIPT}
fetch(place.dataset.document)
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
  .then((spec) => {
    // Requests go to the origin of this page, the only one its policy allows.
    spec.servers = [{ url: location.origin + place.dataset.base, description: "This sandbox" }];
    const found = asked && operationOf(spec, asked.get("operation"));
    window.ui = SwaggerUIBundle({
      spec,
      domNode: place,
      plugins: [provenancePlugin],
      deepLinking: true,
      docExpansion: "list",
      defaultModelsExpandDepth: 0,
      defaultModelExpandDepth: 3,
      defaultModelRendering: "model",
      displayRequestDuration: true,
      filter: true,
      persistAuthorization: true,
      tryItOutEnabled: found !== undefined,
      onComplete: () => { if (found) openWith(spec, found); },
      showExtensions: true,
      validatorUrl: null,
      // A try of this page is no call of the app under test; the cURL that is shown is one for the app.
      requestInterceptor: (request) => {
        request.headers["X-Sandbox-Client"] = "docs";
        return request;
      },
      showMutatedRequest: false,
    });
  })
  .catch((error) => { place.textContent = "The document cannot be shown: " + error.message; });
`;
