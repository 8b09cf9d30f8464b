import type { PhotoFilter, PhotoList } from '#data/photo-pages.ts';
import { PAGE_ROWS } from '#lib/api/index.ts';
import { photoIds } from './photo-ids.ts';
import type { Anchor } from './selection.ts';

/** Pages around two photos that are looked through as well: places move while photos come and go. */
const SLACK = 1;

/**
 * The ids of all photos between two, both included, for a range that reaches beyond what is kept of the list. None when one of the
 * two is gone. `cursors` are those that are known of the list's pages.
 */
export async function idsBetween(
  list: { businessId: string; filter: PhotoFilter } & Pick<PhotoList, 'cursors'>,
  one: Anchor,
  other: Anchor,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const [upper, lower] = one.place < other.place ? [one, other] : [other, one];
  const pageOf = ({ place }: Anchor) => Math.floor(place / PAGE_ROWS);
  const start = Math.max(0, pageOf(upper) - SLACK);
  let left = pageOf(lower) + SLACK - start + 1;
  const ids: string[] = [];
  for await (const page of photoIds(list.businessId, list.filter, list.cursors[start] ?? null, signal)) {
    ids.push(...page);
    left -= 1;
    if (left === 0 || page.includes(lower.id)) {
      break;
    }
  }
  const [first, last] = [ids.indexOf(upper.id), ids.indexOf(lower.id)];
  return first < 0 || last < 0 ? [] : ids.slice(first, last + 1);
}
