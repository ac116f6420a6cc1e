// The browser script of the API reference: opens the viewer on a document, shows the provenance of each member, and fills an operation in with values of a link.

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

/** \`#operation=ID&target=/v1/path?query&body=…&header.Name=…\`: the operation is opened, to be tried with these values (D-35). */
const hash = location.hash || "";
const asked = hash.startsWith("#operation=") ? new URLSearchParams(hash.slice(1)) : undefined;

const operationOf = (spec, id) => {
  for (const [path, item] of Object.entries(spec.paths ?? {}))
    for (const [method, operation] of Object.entries(item))
      if (operation.operationId === id) return { path, method, operation, shared: item.parameters ?? [] };
  return undefined;
};

/** A part of a path as a person writes it. */
const unescaped = (text) => {
  try { return decodeURIComponent(text); } catch { return text; }
};

/** What a path of the log says for each name of the template, as ["path.id", "…"]. */
const pathValues = (template, path) => {
  const names = template.split("/");
  const parts = path.split("/");
  if (names.length !== parts.length) return [];
  return names.flatMap((name, at) => (name.startsWith("{") ? [["path." + name.slice(1, -1), unescaped(parts[at])]] : []));
};

/** Values by place and name; a name that a query repeats has several. */
const valuesOf = (found) => {
  const target = asked.get("target") ?? "";
  const cut = target.indexOf("?");
  const path = cut < 0 ? target : target.slice(0, cut);
  const values = new Map(pathValues(place.dataset.base + found.path, path).map(([name, value]) => [name, [value]]));
  for (const [name, value] of new URLSearchParams(cut < 0 ? "" : target.slice(cut + 1)))
    values.set("query." + name, [...(values.get("query." + name) ?? []), value]);
  for (const [name, value] of asked)
    if (name.startsWith("header.")) values.set("header." + name.slice(7).toLowerCase(), [value]);
  return values;
};

const resolved = (spec, part) =>
  part.$ref === undefined ? part : part.$ref.slice(2).split("/").reduce((at, name) => at?.[name], spec) ?? {};

/** Puts the values into the fields of the operation; what it does not declare is left out. */
const fill = (spec, found) => {
  const at = [found.path, found.method];
  const values = valuesOf(found);
  for (const part of [...found.shared, ...(found.operation.parameters ?? [])]) {
    const { name, in: where, schema = {} } = resolved(spec, part);
    const given = values.get(where + "." + (where === "header" ? name.toLowerCase() : name));
    if (given === undefined) continue;
    window.ui.specActions.changeParam(at, name, where, resolved(spec, schema).type === "array" ? given : given.at(-1));
  }
  const body = asked.get("body");
  if (body !== null) window.ui.oas3Actions.setRequestBodyValue({ value: body, pathMethod: at });
};

const follow = (dark) => document.documentElement.classList.toggle("dark-mode", dark.matches);
const dark = matchMedia("(prefers-color-scheme: dark)");
follow(dark);
dark.addEventListener("change", follow);

fetch(place.dataset.document)
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
  .then((spec) => {
    // Requests go to the origin of this page, the only one its policy allows.
    spec.servers = [{ url: location.origin + place.dataset.base, description: "This sandbox" }];
    const found = asked && operationOf(spec, asked.get("operation"));
    // The viewer opens and shows what its own form of a link names.
    if (found) history.replaceState(null, "", "#/" + encodeURIComponent(found.operation.tags?.[0] ?? "default") + "/" + found.operation.operationId);
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
      onComplete: () => { if (found) fill(spec, found); },
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
