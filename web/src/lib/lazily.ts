import { createElement, lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { whenIdle } from './when-idle.ts';

type Load<P> = () => Promise<{ default: (props: P) => ReactNode }>;

/** What fetches again the code that could not be fetched. */
const failed = new Set<() => void>();

/** The code that is there before it is first shown, by what fetches it. */
const ready = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * Fetches code that is then shown without a turn through a fallback, which React leaves in place for a third of a second. A
 * failure says nothing: showing the code tells of it.
 */
export async function fetchAhead(load: () => Promise<unknown>): Promise<void> {
  await load().then(
    (code) => ready.set(load, code),
    () => undefined,
  );
}

/**
 * A component whose code is fetched when it is first shown, like React's `lazy`, which remembers a failed fetch for good; this
 * one is fetched anew after `fetchFailedAgain`. `fetchCode` calls `load`, and more where more is to be done.
 */
export function lazily<P extends object>(
  load: Load<P>,
  fetchCode: (load: Load<P>) => ReturnType<Load<P>> = (once) => once(),
): (props: P) => ReactNode {
  // What it begins as it stays: another kind of component would begin anew what it shows.
  let current: ComponentType<P> | undefined;
  const first = (): ComponentType<P> =>
    (ready.get(load) as Awaited<ReturnType<Load<P>>> | undefined)?.default ??
    lazy<ComponentType<P>>(() =>
      fetchCode(load).catch((error: unknown): never => {
        failed.add(() => {
          current = undefined;
        });
        throw error;
      }),
    );
  return (props) => createElement((current ??= first()), props);
}

/** A part that a page does without until it has nothing else to fetch, and for good when the code cannot be fetched. */
export function optionally<P extends object>(load: Load<P>): (props: P) => ReactNode {
  return function Optional(props: P) {
    const [part, setPart] = useState<{ shown: (props: P) => ReactNode } | null>(null);
    useEffect(
      () =>
        whenIdle(() => {
          void prefetch(async () => {
            const { default: shown } = await load();
            setPart({ shown });
          });
        }),
      [],
    );
    return part && createElement<P>(part.shown, props);
  };
}

/** With what code failed to come that nobody waited for. */
const unmissed = new WeakSet<Error>();

/** Whether somebody waited for the code that failed to come with this error. */
export const isMissed = (error: Error): boolean => !unmissed.has(error);

/** Does without code that failed to come with this error, for which nobody waited. */
export function forgo(error: Error): null {
  unmissed.add(error);
  return null;
}

/** Fetches code before it is shown. A failure says nothing: showing the code asks again and tells of it. */
export async function prefetch(load: () => Promise<unknown>): Promise<void> {
  await load().catch(forgo);
}

/** For a boundary that shows its children again: code that was missing is asked for once more. */
export function fetchFailedAgain(): void {
  for (const fetchAgain of failed) {
    fetchAgain();
  }
  failed.clear();
}
