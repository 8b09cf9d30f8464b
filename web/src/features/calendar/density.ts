import { useCallback, useState } from 'react';
import type { Density } from './calendar-context.ts';

const keyOf = (userId: string) => `postloom.calendar-density.${userId}`;

function stored(userId: string): Density {
  try {
    return localStorage.getItem(keyOf(userId)) === 'compact' ? 'compact' : 'comfortable';
  } catch {
    return 'comfortable'; // Storage is blocked: the choice lasts as long as the page.
  }
}

function keep(userId: string, density: Density): void {
  try {
    localStorage.setItem(keyOf(userId), density);
  } catch {
    return; // Storage is blocked: the choice lasts as long as the page.
  }
}

/** How much room a day takes: a choice of the person, kept on this device. */
export function useDensity(userId: string): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(() => stored(userId));
  const choose = useCallback(
    (next: Density) => {
      setDensity(next);
      keep(userId, next);
    },
    [userId],
  );
  return [density, choose];
}
