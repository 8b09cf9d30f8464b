import { useState } from 'react';
import { toastError } from '#lib/toast-error.ts';
import { isDismissed, wantsConfirmation } from './api/second-step.ts';

/**
 * Runs what guards the account. Where the server wants to know first that it is the person, `waiting` is what goes on after the password
 * was given; anything else that goes wrong is told, in the server's sentence or in the given one.
 */
export function useGuard() {
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const guard = (act: () => Promise<unknown>, failure: string): void => {
    act().catch((error: unknown) => {
      if (wantsConfirmation(error)) {
        setWaiting(() => () => {
          setWaiting(null);
          guard(act, failure);
        });
      } else if (!isDismissed(error)) {
        toastError(error, failure);
      }
    });
  };
  return { guard, waiting, stop: () => setWaiting(null) };
}
