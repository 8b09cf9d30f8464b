import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useIntentKey, useIntentKeys } from './intent-key.ts';

describe('the key of an intent', () => {
  it('stays while the same is meant, across renders, and is new for anything else and after success', () => {
    const { result, rerender } = renderHook(() => useIntentKey());
    const file = new File(['caption'], 'posts.csv');
    const first = result.current.keyFor(file, true);
    rerender();
    expect(result.current.keyFor(file, true)).toBe(first);
    const other = result.current.keyFor(file, false);
    expect(other).not.toBe(first);
    expect(result.current.keyFor(new File(['caption'], 'posts.csv'), false)).not.toBe(other);
    const last = result.current.keyFor('body');
    result.current.done();
    expect(result.current.keyFor('body')).not.toBe(last);
  });

  it('is another one for each of several things, of which one may change alone', () => {
    const { result } = renderHook(() => useIntentKeys());
    const { keyFor, done } = result.current;
    const [monday, tuesday] = [keyFor('monday', 'a'), keyFor('tuesday', 'a')];
    expect(tuesday).not.toBe(monday);
    expect(keyFor('tuesday', 'b')).not.toBe(tuesday);
    expect(keyFor('monday', 'a')).toBe(monday);
    done('monday');
    expect(keyFor('monday', 'a')).not.toBe(monday);
  });
});
