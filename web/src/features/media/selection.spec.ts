import { describe, expect, it } from 'vitest';
import { keepExisting, nothingSelected, select } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

describe('selection', () => {
  it('toggles one by a plain click', () => {
    const one = select(nothingSelected, order, 'b', false);
    expect([...one.ids]).toEqual(['b']);
    expect([...select(one, order, 'b', false).ids]).toEqual([]);
  });
  it('takes a range in both directions', () => {
    const from = select(nothingSelected, order, 'd', false);
    expect([...select(from, order, 'b', true).ids].sort()).toEqual(['b', 'c', 'd']);
    expect([...select(from, order, 'e', true).ids].sort()).toEqual(['d', 'e']);
  });
  it('treats Shift without an anchor as a plain click', () => {
    expect([...select(nothingSelected, order, 'c', true).ids]).toEqual(['c']);
  });
  it('drops what no longer exists and keeps its identity otherwise', () => {
    const both = select(select(nothingSelected, order, 'a', false), order, 'b', false);
    expect([...keepExisting(both, ['b']).ids]).toEqual(['b']);
    expect(keepExisting(both, order)).toBe(both);
  });
});
