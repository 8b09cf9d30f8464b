/** Bytes of JSON in one answer: a NATS message is at most 1 MB. */
export const MOST_ANSWER_BYTES = 1_000_000;

/** As many of the first `items` as fit into `most` bytes. */
export function fitting<T>(items: readonly T[], bytesOf: (item: T) => number, most: number): T[] {
  let left = most;
  const end = items.findIndex((item) => (left -= bytesOf(item)) < 0);
  return end === -1 ? [...items] : items.slice(0, end);
}
