// What a hunt refuses before it starts anything: keys of the real service, and hosts that nobody named (U-70, U-71).
import { type Adapter, urlsOf } from "./adapter.ts";

/** The name of a variable that holds a key of the real service; undefined when there is none. */
export function realKeyIn(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return Object.entries(environment).find(
    ([name, value]) => name === "SERVICE_API_KEY" || /sk_live_/.test(value ?? ""),
  )?.[0];
}

/** The first URL of the adapter that is neither on this machine nor allowed, and its host; undefined when there is none. */
export function remoteUrlIn(adapter: Adapter, allowed: readonly string[]): { url: string; host: string } | undefined {
  return urlsOf(adapter)
    .map((url) => {
      const { hostname } = new URL(url.replaceAll(/\$\{[a-z_]+\}/g, "x"));
      return { url, host: hostname.replace(/^\[|\]$/g, "") };
    })
    .find(({ host }) => !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host) && !allowed.includes(host));
}
