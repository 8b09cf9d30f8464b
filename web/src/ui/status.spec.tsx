import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { postStatuses, StatusBadge, StatusDot, type PostStatus, type ShownStatus } from './status.tsx';
import { colorsOf, contrast, themeNames, type Rgb } from './testing/contrast.ts';

/** How a person calls a color. */
function nameOf([red, green, blue]: Rgb): string {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if ((most - least) / most < 0.35) {
    return 'gray';
  }
  if (most !== red) {
    return most === green ? 'green' : 'blue';
  }
  return green - blue > (red - blue) / 2 ? 'amber' : 'red';
}

describe('the dot of a status', () => {
  it.each(themeNames)('is green, amber, gray or red in the %s theme', (theme) => {
    const { color } = colorsOf(theme);
    const shown = postStatuses.map((status): [PostStatus, string] => {
      const { container } = render(<StatusDot status={status} />);
      const token = /\btext-(\w+)/.exec(container.querySelector('svg')?.getAttribute('class') ?? '')?.[1] ?? '';
      return [status, nameOf(color(token))];
    });
    expect(Object.fromEntries(shown)).toEqual({
      ...{ published: 'green', scheduled: 'amber', draft: 'gray', failed: 'red' },
    });
  });
});

describe('the badge of a status in a list that is about one of them', () => {
  const tokenOf = (kind: 'bg' | 'text', element: Element | null) =>
    new RegExp(`\\b${kind}-([\\w-]+)$`).exec(
      element
        ?.getAttribute('class')
        ?.split(' ')
        .findLast((one) => one.startsWith(`${kind}-`) && one !== 'text-xs') ?? '',
    )?.[1] ?? '';
  const badgeOf = (status: ShownStatus) =>
    render(<StatusBadge status={status} filled="scheduled" />).container.firstElementChild;

  it.each(themeNames)('is filled for that one, pale for all others, and readable in the %s theme', (theme) => {
    const { color } = colorsOf(theme);
    for (const status of [...postStatuses, 'attention'] as const) {
      const badge = badgeOf(status);
      const ground = tokenOf('bg', badge);
      expect([status, ground.endsWith('-soft')]).toEqual([status, status !== 'scheduled']);
      const [words, shape] = [badge, badge?.querySelector('svg') ?? null].map((part) => tokenOf('text', part));
      expect(contrast(color(words ?? ''), color(ground))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color(shape ?? ''), color(ground))).toBeGreaterThanOrEqual(3);
    }
  });
});
