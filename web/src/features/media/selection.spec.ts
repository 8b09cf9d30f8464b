import { describe, expect, it } from 'vitest';
import { allSelected, countOf, isSelected, keepExisting, nothingSelected, select } from './selection.ts';

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
    expect([...keepExisting(both, new Set(['b'])).ids]).toEqual(['b']);
    expect(keepExisting(both, new Set(order))).toBe(both);
  });
  it('keeps up with a library of 20,000 that is selected one by one and looked through on each change', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => String(index));
    const existing = new Set(many);
    const all = select(select(nothingSelected, many, '0', false), many, '19999', true);
    const from = performance.now();
    expect(keepExisting(all, existing)).toBe(all);
    // Looking each one up in the list itself takes seconds.
    expect(performance.now() - from).toBeLessThan(200);
  });
});

describe('everything that matches', () => {
  it('counts what has not been read', () => {
    expect(countOf(allSelected, 5000)).toBe(5000);
    expect(isSelected(allSelected, 'never read')).toBe(true);
  });
  it('leaves out what is clicked, and takes it in again', () => {
    const but = select(allSelected, order, 'b', false);
    expect([isSelected(but, 'b'), isSelected(but, 'c'), countOf(but, 5000)]).toEqual([false, true, 4999]);
    expect(countOf(select(but, order, 'b', false), 5000)).toBe(5000);
  });
  it('takes a range in again', () => {
    const but = ['b', 'c', 'e'].reduce((selection, id) => select(selection, order, id, false), allSelected);
    const again = select({ ...but, anchor: 'a' }, order, 'c', true);
    expect(order.filter((id) => !isSelected(again, id))).toEqual(['e']);
  });
});
