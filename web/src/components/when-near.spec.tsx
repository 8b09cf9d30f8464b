import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WhenNear } from './when-near.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Renders it so many pixels below the top of a window of 768. */
function showAt(top: number): void {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, 200));
  render(<WhenNear className="h-72">there</WhenNear>);
}

describe('a part below the window', () => {
  it('is there at once when it is near', () => {
    showAt(innerHeight + 599);
    expect(screen.getByText('there')).toBeVisible();
  });

  it('waits when it is further down, until a key or a finger is down', () => {
    for (const sign of ['keyDown', 'pointerDown'] as const) {
      showAt(innerHeight + 601);
      expect(screen.queryByText('there')).toBeNull();
      fireEvent[sign](document.body);
      expect(screen.getByText('there')).toBeVisible();
      document.body.replaceChildren();
    }
  });

  it('comes when it is scrolled near', () => {
    const disconnect = vi.fn();
    let report: IntersectionObserverCallback = () => undefined;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: IntersectionObserverCallback) {
          report = callback;
        }
        readonly observe = vi.fn();
        readonly disconnect = disconnect;
      },
    );
    showAt(5_000);
    expect(screen.queryByText('there')).toBeNull();
    act(() => report([{ isIntersecting: true } as IntersectionObserverEntry], {} as IntersectionObserver));
    expect(screen.getByText('there')).toBeVisible();
    expect(disconnect).toHaveBeenCalled();
  });
});
