// The key `g` leads to a place with the key after it (D-90): that key does nothing else then, such as `r`, which redelivers.

/** So long the second key may take. Real ms. */
const LEADER_MS = 1_000;
let pressedAt = Number.NEGATIVE_INFINITY;

// Before the handlers of the page: they ask while the second key is on its way.
document.addEventListener(
  "keydown",
  ({ code, ctrlKey, metaKey, altKey, repeat }) => {
    if (repeat) return;
    if (code === "KeyG" && !ctrlKey && !metaKey && !altKey) pressedAt = performance.now();
    else
      setTimeout(() => {
        pressedAt = Number.NEGATIVE_INFINITY;
      });
  },
  { capture: true },
);

/** True for a key that belongs to the `g` before it. */
export function followsLeader(): boolean {
  return performance.now() - pressedAt < LEADER_MS;
}
