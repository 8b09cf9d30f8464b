import { describe, expect, it } from '@jest/globals';
import { plot } from './plot.ts';

const svg = plot(
  'Streams <open>',
  [
    { title: 'streams', lines: [{ name: 'open', color: '#047', values: [0, 450, 900] }] },
    { title: 'answers', lines: [{ name: 'good', color: '#070', values: [3, 1, 2] }] },
  ],
  [{ second: 1, text: 'gateway & web' }],
);
const points = [...svg.matchAll(/points="([^"]+)"/g)].map(([, list = '']) =>
  list.split(' ').map((point) => point.split(',').map(Number)),
);

describe('a plot', () => {
  it('puts the seconds from the left edge to the right one, in every field', () => {
    expect(points.map((line) => line.map(([x]) => x))).toEqual([
      [64, 504, 944],
      [64, 504, 944],
    ]);
  });

  it('gives each field an axis of its own, from 0 to the next round number above its values', () => {
    const [open = [], good = []] = points.map((line) => line.map(([, y = 0]) => y));
    const [zero = 0, half = 0, top = 0] = open;
    expect(zero - top).toBeCloseTo((900 / 1000) * 180);
    expect(zero - half).toBeCloseTo((zero - top) / 2);
    expect(Math.min(...good)).toBeGreaterThan(zero);
    expect(svg).toContain('>1000</text>');
    expect(svg).toContain('>3</text>');
  });

  it('names what is below the fields', () => {
    const sizes = plot(
      'Sizes',
      [{ title: 'error', lines: [{ name: 'own', color: '#047', values: [9, 4, 2] }] }],
      [],
      (n) => `${10 * 2 ** n} posts`,
    );
    expect(sizes).toContain('>40 posts</text>');
    expect(svg).toContain('>2 s</text>');
  });

  it('draws a mark at its second, and escapes what it is told', () => {
    expect(svg).toMatch(/<line x1="504\.0" x2="504\.0"/);
    expect(svg).toContain('gateway &amp; web');
    expect(svg).toContain('Streams &lt;open&gt;');
  });
});
