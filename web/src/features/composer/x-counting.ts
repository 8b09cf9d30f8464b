import { useSyncExternalStore } from 'react';

/** How X weighs a text needs every top-level domain: 10 kB that load beside the composer. Until then characters are counted. */
let weigh = (text: string): number => [...text].length;
const listeners = new Set<() => void>();

export const xCountingLoaded: Promise<void> = import('../../../../libs/contracts/src/platforms/x-text/x-text.ts').then(
  ({ weightedLength }) => {
    weigh = weightedLength;
    listeners.forEach((listener) => listener());
  },
  // Without it the counter is rough, and the server's check counts.
  () => undefined,
);

export const weighForX = (text: string): number => weigh(text);

/** Renders again once X's rules are there. */
export function useXCounting(): void {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => weigh,
  );
}
