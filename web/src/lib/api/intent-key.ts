import { useRef } from 'react';

type Intent = { parts: readonly unknown[]; key: string };

/**
 * The Idempotency-Keys of calls that make several things, each told by a name: as long as the same is meant of a thing, told by its
 * `parts`, its key stays, so that asking again after a lost answer makes nothing twice. After `done` the same parts mean something new.
 */
export function useIntentKeys() {
  const intents = useRef(new Map<string, Intent>());
  return {
    keyFor: (name: string, ...parts: readonly unknown[]): string => {
      const before = intents.current.get(name);
      if (before !== undefined && parts.every((part, index) => Object.is(part, before.parts[index]))) {
        return before.key;
      }
      const key = crypto.randomUUID();
      intents.current.set(name, { parts, key });
      return key;
    },
    done: (name: string) => {
      intents.current.delete(name);
    },
  };
}

/** The key of a call that makes one thing. */
export function useIntentKey() {
  const { keyFor, done } = useIntentKeys();
  return { keyFor: (...parts: readonly unknown[]) => keyFor('', ...parts), done: () => done('') };
}
