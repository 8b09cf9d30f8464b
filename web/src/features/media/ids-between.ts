import type { PhotoList } from '#data/photo-pages.ts';
import type { PhotoFilter } from '#data/photo-query.ts';
import { PAGE_ROWS, pageAt } from '#lib/api/index.ts';
import { photoIds } from './photo-ids.ts';
import type { Anchor } from './selection.ts';

/** Pages around two photos that are looked through as well: places move while photos come and go. */
const SLACK = 1;

/**
 * The ids of all photos between two, both included, for a range that reaches beyond what is kept of the list. Fails when one of the
 * two is gone. `starts` are the beginnings of the list's pages that are known.
 */
export async function idsBetween(
  list: { businessId: string; filter: PhotoFilter } & Pick<PhotoList, 'starts'>,
  one: Anchor,
  other: Anchor,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const [upper, lower] = one.place < other.place ? [one, other] : [other, one];
  const start = list.starts[Math.max(0, pageAt(list.starts, upper.place) - SLACK)];
  let left = Math.ceil((lower.place - (start?.at ?? 0)) / PAGE_ROWS) + 1 + SLACK;
  const ids: string[] = [];
  for await (const page of photoIds(list.businessId, list.filter, start?.cursor ?? null, signal)) {
    ids.push(...page);
    left -= 1;
    if (left === 0 || page.includes(lower.id)) {
      break;
    }
  }
  const [first, last] = [ids.indexOf(upper.id), ids.indexOf(lower.id)];
  if (first < 0 || last < 0) {
    throw new Error('One end of the range is gone.');
  }
  return ids.slice(first, last + 1);
}
