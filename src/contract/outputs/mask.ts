// Masks keys and secrets in texts that leave the process: reports, logs of a client's tests.

/** A secret shorter than this is a word that any text may hold: it would mask half a report and protect nothing. */
const MIN_SECRET = 6;

/** Masks what looks like a key or a signing secret of the service, or like a bearer token: `sk_sandbox_...`. */
export function maskSecrets(text: string): string {
  return text
    .replace(/(sk_(?:sandbox|live)_|whsec_)[^\s"'`<>&\\,;:/?#(){}[\]…]+/g, "$1...")
    .replace(/\b(bearer[ \t]+)(?=\S*\d)[\w+/=.~-]{6,}/gi, "$1...");
}

/** Masks each of `secrets`, in the forms in which a text can hold one: plain, in JSON, in a URL, in base64. */
export function maskKnown(text: string, secrets: readonly string[]): string {
  return formsOfAll(secrets).reduce((rest, form) => rest.replaceAll(form, () => "..."), text);
}

type Forms = { readonly of: readonly string[]; readonly longestFirst: readonly string[] };
/** By list: a page of the log masks hundreds of texts with the same one. */
const made = new WeakMap<readonly string[], Forms>();

/** The forms of all, longest first; made again when the list holds others than before. */
function formsOfAll(secrets: readonly string[]): readonly string[] {
  const known = made.get(secrets);
  if (known?.of.length === secrets.length && known.of.every((secret, at) => secret === secrets[at]))
    return known.longestFirst;
  const forms = secrets.filter((secret) => secret.length >= MIN_SECRET).flatMap(formsOf);
  const longestFirst = forms.toSorted((a, b) => b.length - a.length);
  made.set(secrets, { of: [...secrets], longestFirst });
  return longestFirst;
}

function formsOf(secret: string): string[] {
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(secret).toString("base64url"),
    Buffer.from(secret).toString("hex"),
  ];
  return [...new Set(forms)];
}
