import type { RankedResult, SearchAnswer, SearchKind } from '@postloom/contracts';

/** What one kind has given, best first; null: it could not be searched. */
export interface FoundOfKind {
  readonly kind: SearchKind;
  readonly results: readonly RankedResult[] | null;
}

/** The kinds in the order of their best results, of equal ones in the given order. */
export function searchAnswer(found: readonly FoundOfKind[]): SearchAnswer {
  const best = ({ results }: FoundOfKind): number => results?.[0]?.score ?? 0;
  const groups = found
    .filter(({ results }) => results !== null && results.length > 0)
    .toSorted((a, b) => best(b) - best(a))
    .map(({ kind, results }) => ({ kind, results: (results ?? []).map(({ score: _, ...result }) => result) }));
  return { groups, missing: found.filter(({ results }) => results === null).map(({ kind }) => kind) };
}
