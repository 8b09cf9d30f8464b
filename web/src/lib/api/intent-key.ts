import { useRef } from 'react';

/**
 * The Idempotency-Key of a call that makes something: as long as the same is meant, told by its `parts`, the key stays, so that
 * pressing again after a lost answer makes nothing twice. After `done` the same parts mean something new.
 */
export function useIntentKey() {
  const intent = useRef<{ parts: readonly unknown[]; key: string } | null>(null);
  return {
    keyFor: (...parts: readonly unknown[]): string => {
      const before = intent.current;
      if (before !== null && parts.every((part, index) => Object.is(part, before.parts[index]))) {
        return before.key;
      }
      intent.current = { parts, key: crypto.randomUUID() };
      return intent.current.key;
    },
    done: () => {
      intent.current = null;
    },
  };
}
