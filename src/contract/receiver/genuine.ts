// Genuine webhooks for the cases: of the recorded story under new ids, or events of a running sandbox.
import { hash } from "node:crypto";
import { isObject } from "../../kernel/is-object.ts";
import story from "./story.gen.json" with { type: "json" };

/** An envelope as it is sent. */
export type Envelope = { id: string; version: string; type: string; time: string; payload: Record<string, unknown> };

/** A webhook that may be sent, and how its new ids are called in the original: a probe is compared in the words of the original. */
export type Genuine = { envelope: Envelope; original: ReadonlyMap<string, string> };

export type Material = {
  readonly source: "story" | "sandbox";
  readonly types: readonly string[];
  /** Types of the contract of which there is none. */
  readonly missing: readonly string[];
  /** One webhook of each type, about one and the same record; null when there is none. */
  take(...types: string[]): Genuine[] | null;
};

export const EVENT_TYPES: readonly string[] = story.events.map(({ type }) => type);

/** The webhook of a type in the recorded story, as it was recorded; undefined for a type that it does not have. */
export function storyEvent(type: string): Envelope | undefined {
  return story.events.find((one) => one.type === type) as Envelope | undefined;
}

/** Members that identify the record and its transaction; `tenant_id`, wallets and UDAs stay as they are. */
const IDENTITY = new Set(["id", "tx_id", "tx_hash", "source_id"]);

/**
 * Webhooks of the recorded story: each call of `take` is about another record, so that a receiver that remembers records sees a
 * new one. `owner` replaces the story's; `salt` makes the ids of one battery differ from those of the next.
 */
export function storyMaterial(salt: string, owner: string = story.owner): Material {
  let taken = 0;
  return {
    source: "story",
    types: EVENT_TYPES,
    missing: [],
    take(...types) {
      taken += 1;
      const found = types.map((type) => story.events.find((one) => one.type === type));
      const events = found.filter((one) => one !== undefined);
      if (events.length < types.length) return null;
      const ids = new Map<string, string>();
      const fresh = (id: string): string => {
        const made = freshId(id, `${salt}:${taken}`);
        ids.set(made, id);
        return made;
      };
      const named = events.map((event) => ofOwner(event as Envelope, owner));
      for (const event of named) for (const id of identities(event)) fresh(id);
      return named.map((event) => ({ envelope: renamed(event, ids), original: ids }));
    },
  };
}

/** Events of a running sandbox, newest first: a new `webhook-id`, everything else as it is, so that the app can look it up. */
export function sandboxMaterial(salt: string, events: readonly Envelope[], owner?: string): Material {
  const own = owner === undefined ? events : events.filter(({ payload }) => [owner, ""].includes(ownerOf(payload)));
  let taken = 0;
  const about = (event: Envelope): string => String(event.payload["id"] ?? event.payload["wallet_id"] ?? event.id);
  const types = EVENT_TYPES.filter((type) => own.some((one) => one.type === type));
  return {
    source: "sandbox",
    types,
    missing: EVENT_TYPES.filter((type) => !types.includes(type)),
    take(...types) {
      const firsts = own.filter(({ type }) => type === types[0]);
      for (const first of firsts) {
        const found = types.map((type) => own.find((one) => one.type === type && about(one) === about(first)));
        const all = found.filter((one) => one !== undefined);
        if (all.length < types.length) continue;
        taken += 1;
        return all.map((event) => {
          const id = freshId(event.id, `${salt}:${taken}`);
          return { envelope: { ...event, id }, original: new Map([[id, event.id]]) };
        });
      }
      return null;
    },
  };
}

function ownerOf(payload: Record<string, unknown>): string {
  return typeof payload["owner"] === "string" ? payload["owner"] : "";
}

function ofOwner(event: Envelope, owner: string): Envelope {
  return event.payload["owner"] === story.owner ? { ...event, payload: { ...event.payload, owner } } : event;
}

/** The ids and hashes by which a receiver may know the webhook, its record and its transaction. */
function identities({ id, payload }: Envelope): string[] {
  const inside = (value: unknown): string[] =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, one]) =>
          IDENTITY.has(name) && typeof one === "string" && one !== "" ? [one] : inside(one),
        )
      : [];
  return [...new Set([id, ...inside(payload)])];
}

function renamed(event: Envelope, ids: ReadonlyMap<string, string>): Envelope {
  let text = JSON.stringify(event);
  for (const [made, id] of ids) text = text.replaceAll(id, made);
  return JSON.parse(text) as Envelope;
}

/** An id of the same form: a UUID of version 7 keeps its time, a hash its 0x. */
function freshId(id: string, salt: string): string {
  const hex = hash("sha256", `${salt}:${id}`);
  if (id.startsWith("0x")) return `0x${hex.slice(0, id.length - 2)}`;
  return `${id.slice(0, 15)}${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}
