import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { postStatuses, StatusDot, type PostStatus } from './status.tsx';
import { colorsOf, themeNames, type Rgb } from './testing/contrast.ts';

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
