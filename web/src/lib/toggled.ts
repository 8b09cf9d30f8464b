/** The set without `one` if it was in it, else with it. */
export function toggled<T>(set: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(one)) {
    next.add(one);
  }
  return next;
}
