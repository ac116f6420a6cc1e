// Work on several worlds of a journey at a time, so that the app gets some requests at once and never many.

/** Requests that the app gets at the same time. */
const AT_ONCE = 4;

/** Works on several at a time; the first failure is thrown when all have ended. */
export async function severally<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const one of waiting) await work(one);
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
