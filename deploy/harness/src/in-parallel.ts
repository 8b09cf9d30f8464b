/** Works on all items, `width` at a time; what came of them, in the items' order. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [index, item] of left) {
        results[index] = await work(item);
      }
    }),
  );
  return results;
}
