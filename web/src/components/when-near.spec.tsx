import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WhenNear } from './when-near.tsx';

let tell: (isNear: boolean) => void;
let margin: string | undefined;
const disconnect = vi.fn();

beforeEach(() => {
  disconnect.mockClear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        margin = options?.rootMargin;
        tell = (isIntersecting) =>
          act(() => report([{ isIntersecting } as IntersectionObserverEntry], {} as IntersectionObserver));
      }
      readonly observe = vi.fn();
      readonly disconnect = disconnect;
    },
  );
  render(<WhenNear className="h-72">there</WhenNear>);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a part below the window', () => {
  it('comes when it is near, before it is in the window', () => {
    expect(margin).toBe('600px');
    tell(false);
    expect(screen.queryByText('there')).toBeNull();
    tell(true);
    expect(screen.getByText('there')).toBeVisible();
    expect(disconnect).toHaveBeenCalled();
  });

  it('comes as late as is wished', () => {
    render(
      <WhenNear ahead={0} className="h-72">
        there
      </WhenNear>,
    );
    expect(margin).toBe('0px');
  });

  it.each(['keyDown', 'pointerDown'] as const)('comes from further down as well: %s', (sign) => {
    tell(false);
    fireEvent[sign](document.body);
    expect(screen.getByText('there')).toBeVisible();
    expect(disconnect).toHaveBeenCalled();
  });
});
