import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useStateOf } from './use-state-of.ts';

describe('state of an owner', () => {
  const open = () =>
    renderHook(({ owner }) => useStateOf<string | null>(owner, null), { initialProps: { owner: 'a' } });

  it('starts again with another owner, and does not come back with the first', () => {
    const { result, rerender } = open();
    act(() => result.current[1]('open'));
    expect(result.current[0]).toBe('open');
    rerender({ owner: 'b' });
    expect(result.current[0]).toBeNull();
    rerender({ owner: 'a' });
    expect(result.current[0]).toBeNull();
  });

  it('drops what a former owner sets late', () => {
    const { result, rerender } = open();
    const late = result.current[1];
    rerender({ owner: 'b' });
    act(() => late('of a'));
    expect(result.current[0]).toBeNull();
  });
});
