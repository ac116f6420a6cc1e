// What is said in the live region (D-91): at most once in five seconds, the last words win.

const GAP_MS = 5_000;

type Listener = (words: string) => void;
let listener: Listener = () => {};
let saidAt = Number.NEGATIVE_INFINITY;
let next: string | undefined;

/** Says it to those who cannot see it, at once or when five seconds have passed since the words before. */
export function announce(words: string): void {
  const wait = saidAt + GAP_MS - performance.now();
  if (wait <= 0) {
    saidAt = performance.now();
    listener(words);
    return;
  }
  if (next === undefined) {
    setTimeout(() => {
      saidAt = performance.now();
      listener(next ?? "");
      next = undefined;
    }, wait);
  }
  next = words;
}

/** The one live region of the page. */
export function onAnnouncement(heard: Listener): void {
  listener = heard;
}
