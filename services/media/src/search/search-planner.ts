import { Injectable } from '@nestjs/common';
import { endOfPrefix, NamedWords, termsOf } from '@postloom/chassis';
import type { Breadth, MeantWords, Tx } from '@postloom/persistence';
import { AlbumNamesRepository } from './album-names.repository.ts';
import { WordsRepository } from './words.repository.ts';

/** Photos whose matches are compared; of more, people see the newest. */
const MOST_RANKED = 1_000;
/** Photos of several words that are brought into the order of their uploads at the time of a search. */
const MOST_SORTED = 5_000;
/** To know that there are more, they are counted to here. */
const MOST_FOUND = MOST_SORTED + 1;

/** One term of a search and what it finds. */
export interface SearchTerm extends MeantWords {
  /** Albums by whose names it finds photos, too. */
  readonly albumIds: readonly string[];
  /** Photos it finds, those of its words counted to `MOST_FOUND`; a photo may be counted twice. */
  readonly breadth: number;
  /** The one word that it means, when it means only one. */
  readonly onlyWord: string | null;
}

export interface SearchPlan {
  /** Every one has to match. The narrowest stands first; empty when the search has no letter and no digit. */
  readonly terms: readonly SearchTerm[];
  /** The matches are few enough to be ranked. */
  readonly isRanked: boolean;
  /** The photos of the first term can be read in the order of the uploads. */
  readonly beginsWithWords: boolean;
}

interface AlbumWords {
  readonly id: string;
  readonly photos: number;
  readonly name: NamedWords;
}

const NOTHING: Breadth = { found: 0, onlyWord: null };

/** The photos of one word lie in order; those of several words and albums have to be few enough to be sorted. */
function isReadInOrder({ albumIds, onlyWord, breadth }: SearchTerm): boolean {
  return breadth <= MOST_SORTED || (onlyWord !== null && albumIds.length === 0);
}

/** Finds out what each term of a search may mean, and how many photos that is, before any photo is read. */
@Injectable()
export class SearchPlanner {
  constructor(
    private readonly words: WordsRepository,
    private readonly albums: AlbumNamesRepository,
  ) {}

  async plan(tx: Tx, businessId: string, search: string): Promise<SearchPlan> {
    const asked = termsOf(search);
    if (asked.length === 0) {
      return { terms: [], isRanked: false, beginsWithWords: false };
    }
    const [found, albums] = await Promise.all([
      this.words.breadths(tx, businessId, asked, MOST_FOUND),
      this.albums.all(tx, businessId),
    ]);
    const named = albums.map(({ id, path, photos }): AlbumWords => ({ id, photos, name: new NamedWords(path) }));
    const terms = await Promise.all(
      asked.map((term) => this.meaning(tx, businessId, term, found.get(term) ?? NOTHING, named)),
    );
    terms.sort((a, b) => a.breadth - b.breadth);
    const [narrowest] = terms;
    const isRanked = narrowest !== undefined && narrowest.breadth <= MOST_RANKED;
    return { terms, isRanked, beginsWithWords: narrowest !== undefined && isReadInOrder(narrowest) };
  }

  private async meaning(
    tx: Tx,
    businessId: string,
    term: string,
    { found, onlyWord }: Breadth,
    albums: readonly AlbumWords[],
  ): Promise<SearchTerm> {
    const spelled = albums.filter(({ name }) => name.begins(term));
    const inAlbums = (some: typeof albums): number => some.reduce((sum, { photos }) => sum + photos, 0);
    if (found + spelled.length > 0) {
      return {
        ...{ term, end: endOfPrefix(term), alike: [], albumIds: spelled.map(({ id }) => id) },
        breadth: found + inAlbums(spelled),
        onlyWord,
      };
    }
    const meant = { term, end: null, alike: await this.words.alike(tx, businessId, term) };
    const { alike } = meant;
    const named = albums.filter(({ name }) => name.means(term));
    const photos = await this.words.breadthOf(tx, businessId, meant, MOST_FOUND);
    return {
      ...{ ...meant, albumIds: named.map(({ id }) => id) },
      breadth: photos + inAlbums(named),
      onlyWord: alike.length === 1 ? (alike[0] ?? null) : null,
    };
  }
}
