// The part of the reference's browser script that fills an operation in with the values of a link.

/**
 * It defines `asked` (the values of the address, or undefined), `operationOf` and `openWith`, and reads `place`. An address such as
 * `#operation=ID&target=/v1/path?query&body=…&header.Name=…` opens the operation, to be tried with these values (D-35).
 */
export const REFERENCE_VALUES_SCRIPT = `
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
};

/** The field of the body begins with the example when it is drawn, whatever was there before: the body is put in after that. */
const fillBody = (found, body, frames = 300) =>
  requestAnimationFrame(() => {
    if (place.querySelector(".opblock.is-open textarea.body-param__text") !== null)
      window.ui.oas3Actions.setRequestBodyValue({ value: body, pathMethod: [found.path, found.method] });
    else if (frames > 0) fillBody(found, body, frames - 1);
  });

/** Opens the operation as a link of the viewer does. */
const openWith = (spec, found) => {
  fill(spec, found);
  const link = "#/" + encodeURIComponent(found.operation.tags?.[0] ?? "default") + "/" + found.operation.operationId;
  history.replaceState(null, "", link);
  window.ui.layoutActions.parseDeepLinkHash(decodeURIComponent(link));
  const body = asked.get("body");
  if (body !== null) fillBody(found, body);
};
`;
