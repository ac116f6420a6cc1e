// Acts of the reader: each says what came of it, in the words of the API where it was refused (D-07).
import { wordsOf } from "../api/client.ts";
import { queryClient } from "../api/live.ts";
import { createStore } from "./stores.ts";

/** What a notice leads to: an act such as Undo, and a place of the page that shows more. */
export type More = { offer?: { words: string; run(): void }; place?: { words: string; path: string } };

export type Notice = { id: number; tone: "good" | "bad"; words: string } & More;

/** How long good news stays; bad news and what can be undone stay until they are closed. Real ms. */
const SHOWN_MS = 6_000;
const MAX_NOTICES = 4;

export const notices = createStore<readonly Notice[]>([]);
let nextId = 1;

/** Shows what came of an act. The last offer stands alone: what was offered before it is taken away. */
export function say(tone: Notice["tone"], words: string, more: More = {}): void {
  const notice: Notice = { id: nextId++, tone, words, ...more };
  const others = notices.get().filter(({ offer }) => more.offer === undefined || offer === undefined);
  notices.set([...others, notice].slice(-MAX_NOTICES));
  if (tone === "good" && more.offer === undefined) setTimeout(() => forget(notice.id), SHOWN_MS);
}

/** Takes a notice away. */
export function forget(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

/** The result of a call of the typed client. */
type Reply<Body> = { data?: Body; error?: unknown };

/**
 * Makes a call and says what came of it; what it changed is fetched again by the change stream.
 * `done` is what is said, or makes it from the body; `more` is where it leads. Returns the body, or undefined where it was refused.
 */
export async function act<Body>(
  done: string | ((body: Body) => string),
  call: () => Promise<Reply<Body>>,
  more: More = {},
): Promise<Body | undefined> {
  try {
    const { data, error } = await call();
    if (error !== undefined) throw error;
    say("good", typeof done === "string" ? done : done(data as Body), more);
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
 * `keep`: a snapshot "before …" of this name is kept first (D-62); `run` gets the offer to undo the act by it, for its notice.
 */
export type Question = { title: string; lost: string; yes: string; keep?: string; run(more: More): Promise<unknown> };

export const question = createStore<Question | null>(null);

/** Asks once; `run` is called when the reader agrees. */
export function ask(asked: Question): void {
  question.set(asked);
}
