// Table: the thirty cases of the battery for receivers: what is sent, when it passes, why it matters, and what to do (§6).

/** `must`: a receiver that fails it loses money or takes forged webhooks; `should`: it breaks sooner or later; `note`: told only. */
export type CaseLevel = "must" | "should" | "note";

export type CaseRow = {
  readonly id: string;
  readonly level: CaseLevel;
  readonly sent: string;
  readonly passes: string;
  readonly why: string;
  readonly todo: string;
};

const RAW = "verify the raw bytes of the request before any parser touches them";
const COMPARE = "compare all 64 hex characters in constant time (timingSafeEqual, compare_digest, hash_equals)";
const AGE = "refuse what webhook-timestamp says is more than five minutes from your clock, either way";
const ONCE =
  "write webhook-id under a unique key in the transaction that books the effect; answer 200 when it is there already";
const KNOWN = "read only the members that you need, and leave the rest alone";
const REFUSED = "not 2xx; 5xx = warning";

export const CASES = [
  {
    id: "W-01",
    level: "must",
    sent: "one genuine deposit.confirmed",
    passes: "2xx in time",
    why: "nothing else can be judged while the receiver refuses what is genuine",
    todo: "find the mistake with cpsandbox verify --computed, giving the signature that your code computes",
  },
  {
    id: "W-02",
    level: "must",
    sent: "each of the ten types, genuine",
    passes: "2xx",
    why: "a type that is refused is sent six times and then lost",
    todo: "answer 2xx to each type of the contract, also to those that you do not use",
  },
  {
    id: "W-03",
    level: "must",
    sent: "one digit of the amount changed, the old signature",
    passes: REFUSED,
    why: "whoever sees one webhook could credit any amount",
    todo: RAW,
  },
  {
    id: "W-04",
    level: "must",
    sent: "signed with another secret",
    passes: REFUSED,
    why: "anybody can sign with a secret of their own",
    todo: "compute the HMAC with the endpoint's secret and compare it with webhook-signature",
  },
  {
    id: "W-05",
    level: "must",
    sent: "no signature header",
    passes: REFUSED,
    why: "a check that is skipped when the header is missing is no check",
    todo: "refuse a request without webhook-signature before anything else",
  },
  {
    id: "W-06",
    level: "must",
    sent: "a signature that is empty, not hex, or 63 characters long",
    passes: REFUSED,
    why: "an empty or cut signature can be guessed",
    todo: COMPARE,
  },
  {
    id: "W-07",
    level: "must",
    sent: "only the first 16 characters of the signature right",
    passes: REFUSED,
    why: "a prefix is found by trying",
    todo: COMPARE,
  },
  {
    id: "W-08",
    level: "must",
    sent: "a fresh timestamp, the signature made with another one",
    passes: REFUSED,
    why: "an old webhook could be replayed under a new time",
    todo: "sign the text of webhook-timestamp exactly as it came, a dot and the raw body",
  },
  {
    id: "W-09",
    level: "must",
    sent: "the genuine signature of another webhook",
    passes: REFUSED,
    why: "a signature proves its own body only",
    todo: "compute the HMAC of each request; never remember signatures as good",
  },
  {
    id: "W-10",
    level: "must",
    sent: "the body cut in the middle",
    passes: REFUSED,
    why: "200 to half a webhook ends its retries: the payment is lost",
    todo: "read the request to its end, verify, then parse; answer 400 to what does not verify",
  },
  {
    id: "W-11",
    level: "must",
    sent: "spaces added after signing",
    passes: REFUSED,
    why: "the check runs over a body that was written anew, not over what came",
    todo: RAW,
  },
  {
    id: "W-12",
    level: "must",
    sent: "genuine with odd spaces, escapes and order of members, signed so",
    passes: "2xx: raw bytes are verified, not a body that was written anew",
    why: "another version of the sender may write JSON differently",
    todo: RAW,
  },
  {
    id: "W-13",
    level: "must",
    sent: "signed as Standard Webhooks does: with the id, base64, v1,",
    passes: REFUSED,
    why: "two schemes are two ways in; this service signs timestamp, dot, body",
    todo: "accept the scheme of this service only",
  },
  {
    id: "W-14",
    level: "must",
    sent: "validly signed a day ago",
    passes: REFUSED,
    why: "whoever has a log with one webhook could replay it for ever",
    todo: AGE,
  },
  {
    id: "W-15",
    level: "should",
    sent: "validly signed ten minutes ago",
    passes: REFUSED,
    why: "the longer a webhook is taken, the longer it can be replayed",
    todo: AGE,
  },
  {
    id: "W-16",
    level: "should",
    sent: "validly signed ten minutes ahead",
    passes: REFUSED,
    why: "a webhook from the future can be replayed until then",
    todo: AGE,
  },
  {
    id: "W-17",
    level: "must",
    sent: "the same webhook twice, with a new timestamp and signature",
    passes: "2xx both times; the probe is unchanged by the second",
    why: "an answer that is lost makes the sender repeat: money is credited twice",
    todo: ONCE,
  },
  {
    id: "W-18",
    level: "should",
    sent: "the same webhook twice at the same moment",
    passes: "no 5xx, 2xx in the end; one effect",
    why: "two processes that both look first and write then credit twice",
    todo: ONCE,
  },
  {
    id: "W-19",
    level: "should",
    sent: "again after the connection was cut before the answer was read",
    passes: "no 5xx, 2xx in the end; one effect",
    why: "the sender cannot know whether you booked it, so it sends it again",
    todo: ONCE,
  },
  {
    id: "W-20",
    level: "should",
    sent: "the later event before the earlier one (completed before created)",
    passes: "2xx; the probe ends as in order",
    why: "retries overtake each other; the last to come is not the latest state",
    todo: "move a record forward only: keep the later state when an earlier event comes after it",
  },
  {
    id: "W-21",
    level: "should",
    sent: "a type that nobody knows yet, genuine",
    passes: "2xx",
    why: "a new type is no breaking change; refusing it fills the retries",
    todo: "give your switch over type a default that answers 200",
  },
  {
    id: "W-22",
    level: "should",
    sent: "members that nobody knows yet, genuine",
    passes: "2xx",
    why: "new members are no breaking change",
    todo: KNOWN,
  },
  {
    id: "W-23",
    level: "should",
    sent: "values of enums that nobody knows yet, genuine",
    passes: "2xx",
    why: "new values are no breaking change",
    todo: "treat an unknown value as other; do not refuse the webhook for it",
  },
  {
    id: "W-24",
    level: "should",
    sent: "amounts of 78 digits, genuine",
    passes: "2xx",
    why: "256 bits have 78 digits; a double or a 64-bit integer does not hold them",
    todo: "read raw as text into a big integer, amount into a decimal",
  },
  {
    id: "W-25",
    level: "should",
    sent: "64 KiB, emoji, an owner of 255 characters, genuine",
    passes: "2xx",
    why: "a limit or a column that is too small loses the payment",
    todo: "allow bodies of at least 128 KiB, text in four-byte UTF-8 and owners of 255 characters",
  },
  {
    id: "W-26",
    level: "should",
    sent: "100 in five seconds, 10 at a time",
    passes: "all 2xx, 95 of 100 within 2 s",
    why: "deliveries come in bursts; a slow answer is a repeat",
    todo: "store the webhook, answer 200, and work on it afterwards",
  },
  {
    id: "W-27",
    level: "should",
    sent: "1 MiB; another content type; not JSON; GET: none of it signed",
    passes: "not 2xx, no 5xx, within 2 s",
    why: "the address is public; noise must not break it",
    todo: "limit the size, verify before parsing, and answer 4xx to everything else",
  },
  {
    id: "W-28",
    level: "must",
    sent: "(every refusal so far)",
    passes: "its body holds neither the secret nor the right signature",
    why: "a refusal that shows the signature that it expected signs for whoever asks",
    todo: "answer a refusal with a status and no details; write those into your log, without the secret",
  },
  {
    id: "W-29",
    level: "must",
    sent: "(every answer to a webhook so far)",
    passes: "none is 3xx",
    why: "redirects are not followed: the webhook is lost",
    todo: "answer at the URL that is registered; register the final address",
  },
  {
    id: "W-30",
    level: "note",
    sent: "old and new secret in one header, as during a rotation",
    passes: "told only",
    why: "a receiver that takes either needs no moment of change",
    todo: "split webhook-signature at spaces, and take the request when one of them is right",
  },
] as const satisfies readonly CaseRow[];

export type CaseId = (typeof CASES)[number]["id"];

export const CASE_IDS: readonly CaseId[] = CASES.map(({ id }) => id);
