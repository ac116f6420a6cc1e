// The admin token (D-81): in the memory of this tab and its session storage, never in a URL, a cookie or a log.

const KEY = "sandbox-admin-token";
const listeners = new Set<() => void>();
let locked = false;

/** Takes the token of the printed link (`#token=…`), and removes it from the address at once. */
export function takeTokenFromAddress(): void {
  const found = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (found === undefined) return;
  sessionStorage.setItem(KEY, decodeURIComponent(found));
  history.replaceState(null, "", location.pathname + location.search);
}

/** The token, or null where none was given. */
export function adminToken(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Keeps a token that was typed, and asks again for what was refused. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
  setLocked(false);
}

/** True after an answer 401: nothing is shown until there is a token that is accepted. */
export function isLocked(): boolean {
  return locked;
}

/** Called for each answer that says whether the token is accepted. */
export function setLocked(value: boolean): void {
  if (locked === value) return;
  locked = value;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export function onLock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
