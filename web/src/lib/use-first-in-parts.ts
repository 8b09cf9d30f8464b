import { useDeferredValue } from 'react';

/**
 * An answer from the server; the first one only once React is rendering with it in parts, between which the page hears the person.
 * What the server answers is otherwise rendered in one piece. Later answers are there at once.
 */
export function useFirstInParts<T>(answer: T | undefined): T | undefined {
  const isTaken = useDeferredValue(answer !== undefined);
  return isTaken ? answer : undefined;
}
