import type { PhotoFilter } from '#data/photo-query.ts';
import { LONGEST_TAG, photoTypes } from '#lib/contract-data.ts';
import { formatDay } from '#lib/format.ts';
import { mediaTexts } from './texts.ts';

/** What narrows or orders the library besides search and album; each has its place in the address. */
export type LibraryFilter = Pick<PhotoFilter, 'from' | 'to' | 'orientation' | 'type' | 'used' | 'tag' | 'sort'>;
export type FilterName = keyof LibraryFilter;
/** What changes in the address; null: it is taken off. */
export type FilterChanges = { [name in FilterName]?: string | null };

export const shapes = ['landscape', 'portrait', 'square'] as const;
export const uses = ['true', 'false'] as const;
export const sorts = ['newest', 'oldest', 'name', 'size'] as const;
export const filterNames = ['from', 'to', 'orientation', 'type', 'used', 'tag', 'sort'] as const;

function oneOf<T extends string>(known: readonly T[], text: string | null): T | undefined {
  return known.find((one) => one === text);
}

const dayOf = (text: string | null) => (text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);

/** Filters from the address; what the library does not know is left out. */
export function filterIn(get: (name: string) => string | null): LibraryFilter {
  const filter: LibraryFilter = {
    from: dayOf(get('from')),
    to: dayOf(get('to')),
    orientation: oneOf(shapes, get('orientation')),
    type: oneOf(photoTypes, get('type')),
    used: oneOf(uses, get('used')),
    tag: get('tag')?.trim().slice(0, LONGEST_TAG) || undefined,
    sort: oneOf(sorts, get('sort')),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** As changes of the address: these are taken off. */
export const without = (names: readonly FilterName[]): FilterChanges =>
  Object.fromEntries(names.map((name) => [name, null]));

/** The filters that hide photos, each in words; an order hides none. */
export function filterWords(filter: LibraryFilter): { name: FilterName; words: string }[] {
  const { filters } = mediaTexts;
  const { from, to, orientation, type, used, tag } = filter;
  const words: [FilterName, string | undefined][] = [
    ['from', from && filters.from(formatDay(from))],
    ['to', to && filters.to(formatDay(to))],
    ['orientation', orientation && filters.shapes[orientation]],
    ['type', type && filters.types[type]],
    ['used', used && filters.uses[used]],
    ['tag', tag && filters.tagged(tag)],
  ];
  return words.flatMap(([name, text]) => (text ? [{ name, words: text }] : []));
}
