import type { Business, BusinessAttention } from '@postloom/contracts';
import { plural } from '#lib/words.ts';

/** What of a business needs a person, in words; null while nothing does, as far as is known. */
export function attentionText(attention: readonly BusinessAttention[] | undefined, id: string): string | null {
  const things = attention?.find(({ businessId }) => businessId === id)?.things ?? 0;
  return things === 0 ? null : `${plural(things, 'thing')} ${things === 1 ? 'needs' : 'need'} attention`;
}

/** One of many is looked for by its name. */
export function byName(businesses: readonly Business[]): readonly Business[] {
  return businesses.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}
