import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HoverCard } from './hover-card.tsx';

const nothing = () => undefined;

function opened(left: number, width: number) {
  const anchor = document.createElement('a');
  vi.spyOn(anchor, 'getBoundingClientRect').mockReturnValue(new DOMRect(left, 100, width, 80));
  render(
    <HoverCard anchor={anchor} onEnter={nothing} onLeave={nothing} onDismiss={nothing}>
      More
    </HoverCard>,
  );
  return screen.getByRole('tooltip');
}

afterEach(() => vi.unstubAllGlobals());

describe('more about an element', () => {
  it('is beside it', () => {
    vi.stubGlobal('innerWidth', 1280);
    expect(opened(400, 300)).toHaveAttribute('data-side', 'right');
  });

  it('is below one that is as wide as a phone: beside it nobody would see it', () => {
    vi.stubGlobal('innerWidth', 390);
    expect(opened(30, 330)).toHaveAttribute('data-side', 'bottom');
  });
});
