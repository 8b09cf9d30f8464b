/** As `Promise.all`, but not before all have ended: what is deleted after a failure must not be stored after that. */
export async function allEnded<T>(works: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(works);
  return ended.map((one) => {
    if (one.status === 'rejected') {
      throw one.reason;
    }
    return one.value;
  });
}
