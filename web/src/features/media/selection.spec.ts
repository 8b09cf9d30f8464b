import { describe, expect, it } from 'vitest';
import { allSelected, countOf, isSelected, join, keepExisting, nothingSelected, select, without } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const all = { ids: order, before: 100, isWhole: false };

describe('selection', () => {
  it('toggles one by a plain click', () => {
    const one = select(nothingSelected, all, 'b', false);
    expect([...one.ids]).toEqual(['b']);
    expect([...select(one, all, 'b', false).ids]).toEqual([]);
  });
  it('takes a range in both directions', () => {
    const from = select(nothingSelected, all, 'd', false);
    expect([...select(from, all, 'b', true).ids].sort()).toEqual(['b', 'c', 'd']);
    expect([...select(from, all, 'e', true).ids].sort()).toEqual(['d', 'e']);
  });
  it('treats Shift without an anchor as a plain click', () => {
    expect([...select(nothingSelected, all, 'c', true).ids]).toEqual(['c']);
  });
  it('drops what no longer exists and keeps its identity otherwise', () => {
    const both = select(select(nothingSelected, all, 'a', false), all, 'b', false);
    expect([...keepExisting(both, all, { ...all, ids: ['b', 'c', 'd', 'e', 'f'] }).ids]).toEqual(['b']);
    expect(keepExisting(both, all, all)).toBe(both);
  });
  it('keeps what lies in a part of the list that is no longer kept', () => {
    const both = select(select(nothingSelected, all, 'a', false), all, 'b', false);
    expect(keepExisting(both, all, { ...all, ids: ['c', 'd', 'e', 'f', 'g'], before: 102 })).toBe(both);
  });
  it('keeps what new photos have pushed out at the end', () => {
    const last = select(nothingSelected, all, 'e', false);
    expect(keepExisting(last, all, { ...all, ids: ['new', 'a', 'b', 'c', 'd'] })).toBe(last);
    const both = select(last, all, 'b', false);
    expect([...keepExisting(both, all, { ...all, ids: ['new', 'newer', 'a', 'c', 'd'] }).ids]).toEqual(['e']);
  });
  it('drops the last one when nothing follows', () => {
    const last = select(nothingSelected, all, 'e', false);
    expect([...keepExisting(last, all, { ...all, ids: ['a', 'b', 'c', 'd'], isWhole: true }).ids]).toEqual([]);
  });
  it('starts a range from the place that was clicked last', () => {
    expect(select(nothingSelected, all, 'd', false).anchor).toEqual({ id: 'd', place: 103 });
  });
  it('takes in what was read from the server between two', () => {
    const one = select(nothingSelected, all, 'd', false);
    expect([...join(one, ['d', 'e', 'f']).ids]).toEqual(['d', 'e', 'f']);
    expect([...(join({ ...allSelected, but: new Set(['a', 'e']) }, ['d', 'e']).but ?? [])]).toEqual(['a']);
  });
  it('keeps up with a library of 20,000 that is selected one by one and looked through on each change', () => {
    const many = { ids: Array.from({ length: 20_000 }, (_, index) => String(index)), before: 0, isWhole: true };
    const every = select(select(nothingSelected, many, '0', false), many, '19999', true);
    const from = performance.now();
    expect(keepExisting(every, many, { ...many })).toBe(every);
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
    const but = select(allSelected, all, 'b', false);
    expect([isSelected(but, 'b'), isSelected(but, 'c'), countOf(but, 5000)]).toEqual([false, true, 4999]);
    expect(countOf(select(but, all, 'b', false), 5000)).toBe(5000);
  });
  it('leaves out nothing that is gone', () => {
    const but = select(allSelected, all, 'b', false);
    const now = { ...all, ids: ['a', 'c', 'd', 'e'], isWhole: true };
    const left = keepExisting(but, all, now);
    expect(countOf(left, now.ids.length)).toBe(4);
    expect(keepExisting(allSelected, all, now)).toBe(allSelected);
  });
  it('takes a range in again', () => {
    const but = ['b', 'c', 'e'].reduce((selection, id) => select(selection, all, id, false), allSelected);
    const again = select({ ...but, anchor: { id: 'a', place: 100 } }, all, 'c', true);
    expect(order.filter((id) => !isSelected(again, id))).toEqual(['e']);
  });
});

describe('the end of a change', () => {
  const ids = (...some: string[]) => ({ ...nothingSelected, ids: new Set(some) });
  it('leaves no range to begin at what is gone', () => {
    const anchored = { ...ids('a', 'c'), anchor: { id: 'a', place: 100 } };
    expect(without(anchored, ids('a')).anchor).toBeNull();
    expect(without(anchored, ids('c')).anchor).toEqual({ id: 'a', place: 100 });
    expect(keepExisting(anchored, all, { ...all, ids: ['b', 'c', 'd', 'e'], isWhole: true }).anchor).toBeNull();
  });
  it('leaves selected what was selected since', () => {
    expect([...without(ids('b', 'c', 'd'), ids('a', 'b')).ids]).toEqual(['c', 'd']);
    expect(without(ids('c'), allSelected)).toEqual(ids('c'));
    expect(without(allSelected, ids('a'))).toBe(allSelected);
  });
  it('of everything leaves nothing of that', () => {
    expect(without({ ...allSelected, but: new Set(['a']) }, allSelected)).toBe(nothingSelected);
  });
});
