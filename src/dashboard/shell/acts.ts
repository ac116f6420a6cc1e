// Acts of the reader: each says what came of it, in the words of the API where it was refused (D-07).
import { wordsOf } from "../api/client.ts";
import { queryClient } from "../api/live.ts";
import { createStore } from "./stores.ts";

export type Notice = { id: number; tone: "good" | "bad"; words: string };

/** How long good news stays; bad news stays until it is closed. Real ms. */
const SHOWN_MS = 6_000;
const MAX_NOTICES = 4;

export const notices = createStore<readonly Notice[]>([]);
let nextId = 1;

/** Shows what came of an act. */
export function say(tone: Notice["tone"], words: string): void {
  const notice = { id: nextId++, tone, words };
  notices.set([...notices.get(), notice].slice(-MAX_NOTICES));
  if (tone === "good") setTimeout(() => forget(notice.id), SHOWN_MS);
}

/** Takes a notice away. */
export function forget(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

/** The result of a call of the typed client. */
type Reply<Body> = { data?: Body; error?: unknown };

/**
 * Makes a call and says what came of it; what it changed is fetched again by the change stream.
 * `done` is said where the answer has no better words. Returns the body, or undefined where it was refused.
 */
export async function act<Body>(done: string, call: () => Promise<Reply<Body>>): Promise<Body | undefined> {
  try {
    const { data, error } = await call();
    if (error !== undefined) throw error;
    say("good", done);
    return data;
  } catch (error) {
    say("bad", wordsOf(error));
    return undefined;
  }
}

/** Fetches everything again that is shown. */
export function refresh(): void {
  void queryClient.invalidateQueries();
}

/**
 * What is asked before an act that throws something away (D-08): what is lost, and whose it is.
 * `keep`: a snapshot "before …" of this name is kept first, which undoes the act (D-62).
 */
export type Question = { title: string; lost: string; yes: string; keep?: string; run(): Promise<unknown> };

export const question = createStore<Question | null>(null);

/** Asks once; `run` is called when the reader agrees. */
export function ask(asked: Question): void {
  question.set(asked);
}
