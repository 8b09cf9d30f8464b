import { fits, meantBy, plainText, termsOf, wordsOf } from './words.ts';

/** A word of a name says more than one of a text. */
const OF_NAME = 4;

/** A name, for the terms of one search. It is split into words only when that can matter: there may be a thousand, at each letter typed. */
export class NamedWords {
  private readonly plain: string;
  private split: readonly string[] | undefined;

  constructor(name: string) {
    this.plain = plainText(name);
  }

  begins(term: string): boolean {
    return this.plain.includes(term) && this.words.some((word) => word.startsWith(term));
  }

  /** @param isMeant by the term (`meantBy`) */
  means(isMeant: (word: string) => boolean): boolean {
    return this.words.some(isMeant);
  }

  /** How well the name fits a term; null when it does not at all. @param isMeant as of `means` */
  fit(term: string, isMeant: (word: string) => boolean): number | null {
    if (this.begins(term)) {
      return (this.words.includes(term) ? fits.same : fits.beginning) + OF_NAME;
    }
    if (!this.means(isMeant)) {
      return null;
    }
    return (this.words.some((word) => word.includes(term)) ? fits.within : fits.alike) + OF_NAME;
  }

  private get words(): readonly string[] {
    this.split ??= wordsOf(this.plain);
    return this.split;
  }
}

export interface RankedName<T> {
  readonly item: T;
  /** Comparable among all that one search finds. */
  readonly score: number;
}

/** What has every term in its name, the best first, else in the given order. A word written nearly like a term counts only where no name has the term itself. */
export function rankNames<T extends { readonly name: string }>(items: Iterable<T>, search: string): RankedName<T>[] {
  const terms = termsOf(search).map((term) => ({ term, isMeant: meantBy(term) }));
  if (terms.length === 0) {
    return [];
  }
  const named = Array.from(items, (item) => ({ item, words: new NamedWords(item.name) }));
  const spelled = terms.map(({ term }) => named.some(({ words }) => words.begins(term)));
  const found = named.flatMap(({ item, words }) => {
    let score = 0;
    for (const [at, { term, isMeant }] of terms.entries()) {
      const fit = spelled[at] === true && !words.begins(term) ? null : words.fit(term, isMeant);
      if (fit === null) {
        return [];
      }
      score += fit;
    }
    return [{ item, score }];
  });
  return found.toSorted((a, b) => b.score - a.score);
}
