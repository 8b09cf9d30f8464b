import { createElement, lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** What fetches again the code that could not be fetched. */
const failed = new Set<() => void>();

/**
 * A component whose code is fetched when it is first shown, like React's `lazy`, which remembers a failed fetch for good; this
 * one is fetched anew after `fetchFailedAgain`.
 */
export function lazily<P extends object>(
  load: () => Promise<{ default: (props: P) => ReactNode }>,
): (props: P) => ReactNode {
  const fetching = () =>
    lazy<ComponentType<P>>(() =>
      load().catch((error: unknown): never => {
        failed.add(() => {
          current = fetching();
        });
        throw error;
      }),
    );
  let current: ComponentType<P> = fetching();
  return (props) => createElement(current, props);
}

/** A part that a page does without until its code is there, and for good when that cannot be fetched. */
export function optionally<P extends object>(
  load: () => Promise<{ default: (props: P) => ReactNode }>,
): (props: P) => ReactNode {
  return function Optional(props: P) {
    const [part, setPart] = useState<{ shown: (props: P) => ReactNode } | null>(null);
    useEffect(() => {
      load().then(
        ({ default: shown }) => setPart({ shown }),
        () => undefined,
      );
    }, []);
    return part && createElement<P>(part.shown, props);
  };
}

/** Fetches code before it is shown. A failure says nothing: showing the code asks again and tells of it. */
export function prefetch(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}

/** For a boundary that shows its children again: code that was missing is asked for once more. */
export function fetchFailedAgain(): void {
  for (const fetchAgain of failed) {
    fetchAgain();
  }
  failed.clear();
}
