import type { Platform } from '@postloom/contracts';
import type { KnownFacts, OpenQuestions } from '../facts/index.ts';
import { unconnected } from './post-rules.ts';

/** What a post needs of other services' data that the projections cannot confirm; null when there is nothing to ask. */
export function openQuestions(
  facts: KnownFacts,
  wanted: { readonly platforms: readonly Platform[]; readonly photoIds: readonly string[] },
): OpenQuestions | null {
  const business = facts.business === null;
  const accounts = unconnected(wanted.platforms, facts.accounts).length > 0;
  const photoIds = wanted.photoIds.filter((id) => !facts.photoIds.includes(id));
  const sizesOf = (facts.photos ?? []).flatMap(({ id, width }) => (width === null ? [id] : []));
  const isAnythingOpen = business || accounts || photoIds.length > 0 || sizesOf.length > 0;
  return isAnythingOpen ? { business, accounts, photoIds, sizesOf } : null;
}
