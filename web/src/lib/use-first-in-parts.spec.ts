import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useFirstInParts } from './use-first-in-parts.ts';

describe('an answer whose first rendering is in parts', () => {
  it('is shown one rendering after it came; later ones at once', () => {
    const seen: (string | undefined)[] = [];
    const { rerender } = renderHook(
      ({ answer }: { answer: string | undefined }) => {
        const shown = useFirstInParts(answer);
        seen.push(shown);
        return shown;
      },
      { initialProps: { answer: undefined as string | undefined }, reactStrictMode: false },
    );
    rerender({ answer: 'bread' });
    expect(seen).toEqual([undefined, undefined, 'bread']);
    rerender({ answer: 'rolls' });
    expect(seen.slice(3)).not.toContain(undefined);
    expect(seen.at(-1)).toBe('rolls');
    rerender({ answer: undefined });
    expect(seen.at(-1)).toBeUndefined();
  });
});
