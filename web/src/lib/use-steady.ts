import { useMemo } from 'react';

/** The same object for as long as it says the same; for flat objects and lists of texts. */
export function useSteady<T extends object>(value: T): T {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T, [text]);
}
