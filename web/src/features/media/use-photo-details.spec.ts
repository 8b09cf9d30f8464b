import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';
import { usePhotoDetails } from './use-photo-details.ts';

afterEach(() => vi.restoreAllMocks());

const loaf = aPhoto(1, { altText: 'Bread', tags: ['bread', 'rye'] });
const open = () => renderHook(usePhotoDetails, { initialProps: loaf });

it('follow what others save, and are changed only by the person', () => {
  const { result, rerender } = open();
  rerender({ ...loaf, altText: 'Rye bread', tags: ['bread', 'rye', 'fall'] });
  expect(result.current).toMatchObject({ alt: 'Rye bread', tags: ['bread', 'rye', 'fall'], changes: {} });
});

it('keep the edits of both where the tags of one photo are changed at the same time', () => {
  const { result, rerender } = open();
  act(() => result.current.setTags(['bread', 'sourdough']));
  rerender({ ...loaf, tags: ['bread', 'rye', 'fall'] });
  expect(result.current.changes).toEqual({ tags: ['bread', 'fall', 'sourdough'] });
});

it('are the same again for whoever comes back to them, upon what others saved meanwhile', () => {
  const first = open();
  act(() => first.result.current.setAlt('A loaf of rye'));
  act(() => first.result.current.setTags(['rye']));
  first.unmount();
  const { result } = renderHook(() => usePhotoDetails({ ...loaf, tags: ['bread', 'rye', 'fall'] }));
  expect(result.current).toMatchObject({ alt: 'A loaf of rye', tags: ['rye', 'fall'] });
});

it('are forgotten once saved, but for what was typed since', () => {
  const { result, rerender } = open();
  act(() => result.current.setAlt('A loaf'));
  const { done } = result.current;
  act(() => result.current.setAlt('A loaf of rye'));
  act(() => done());
  rerender({ ...loaf, altText: 'A loaf' });
  expect(result.current.changes).toEqual({ altText: 'A loaf of rye' });
  act(() => result.current.done());
  rerender({ ...loaf, altText: 'A loaf of rye' });
  expect(result.current.changes).toEqual({});
  expect(localStorage).toHaveLength(0);
});

it('are forgotten once saved also where this device keeps nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { result, rerender } = open();
  act(() => result.current.setAlt('A loaf'));
  act(() => result.current.done());
  rerender({ ...loaf, altText: 'A loaf of rye' }); // as somebody else has it
  expect(result.current).toMatchObject({ alt: 'A loaf of rye', changes: {} });
});

it('name the photo anew without the ending of its file', () => {
  const { result } = open();
  const { name, ending } = result.current;
  expect(`${name}${ending}`).toBe(loaf.originalName);
  act(() => result.current.setName(' Rye on the table '));
  expect(result.current.changes).toEqual({ originalName: `Rye on the table${ending}` });
  act(() => result.current.setName(name));
  expect(result.current.changes).toEqual({});
});
