import { Injectable } from '@nestjs/common';
import { endOfPrefix, meantBy, NamedWords, termsOf } from '@postloom/chassis';
import type { Breadth, MeantWords, Tx } from '@postloom/persistence';
import { AlbumNamesRepository } from './album-names.repository.ts';
import type { NamedAlbum } from './album-names.repository.ts';
import { WordsRepository } from './words.repository.ts';

/** Photos whose matches are compared; of more, people see the newest. */
const MOST_RANKED = 1_000;
/** Photos of several words that are brought into the order of their uploads at the time of a search. */
const MOST_SORTED = 5_000;

/** One term of a search and what it finds. */
export interface SearchTerm extends MeantWords {
  /** Albums by whose names it finds photos, too. */
  readonly albumIds: readonly string[];
  /** Photos of its albums. */
  readonly inAlbums: number;
  /** Photos it finds, those of its words counted so far as the plan needs; a photo may be counted twice. */
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

/** Before the photos of its albums are counted. */
type TermOfWords = Omit<SearchTerm, 'inAlbums' | 'breadth'> & { readonly ofWords: number };

interface AlbumWords {
  readonly id: string;
  readonly name: NamedWords;
}

const NOTHING: Breadth = { found: 0, onlyWord: null };

const narrowestFirst = (terms: readonly SearchTerm[]): SearchTerm[] => terms.toSorted((a, b) => a.breadth - b.breadth);

/** The photos of one word lie in the order of the uploads; those of several words and albums have to be sorted. */
export function isInOrder(term: SearchTerm): term is SearchTerm & { readonly onlyWord: string } {
  return term.onlyWord !== null && term.albumIds.length === 0;
}

/** Finds out what each term of a search may mean, and how many photos that is, before any photo is read. */
@Injectable()
export class SearchPlanner {
  constructor(
    private readonly words: WordsRepository,
    private readonly albums: AlbumNamesRepository,
  ) {}

  /** @param albums all of the business, from who has read them */
  async plan(tx: Tx, businessId: string, search: string, albums?: readonly NamedAlbum[]): Promise<SearchPlan> {
    const asked = termsOf(search);
    if (asked.length === 0) {
      return { terms: [], isRanked: false, beginsWithWords: false };
    }
    const [found, all] = await Promise.all([
      this.words.breadths(tx, businessId, asked, MOST_RANKED + 1),
      albums ?? this.albums.all(tx, businessId),
    ]);
    const named = all.map(({ id, path }): AlbumWords => ({ id, name: new NamedWords(path) }));
    const meant = await this.withAlbums(
      tx,
      businessId,
      await Promise.all(asked.map((term) => this.meaning(tx, businessId, term, found.get(term) ?? NOTHING, named))),
    );
    if (meant.some(({ breadth }) => breadth <= MOST_RANKED)) {
      return { terms: narrowestFirst(meant), isRanked: true, beginsWithWords: true };
    }
    const isOneWord = meant.length === 1 && meant.every(isInOrder);
    const terms = narrowestFirst(isOneWord ? meant : await this.furtherCounted(tx, businessId, meant));
    const [narrowest] = terms;
    const beginsWithWords = narrowest !== undefined && (isInOrder(narrowest) || narrowest.breadth <= MOST_SORTED);
    return { terms, isRanked: false, beginsWithWords };
  }

  private async meaning(
    tx: Tx,
    businessId: string,
    term: string,
    { found, onlyWord }: Breadth,
    albums: readonly AlbumWords[],
  ): Promise<TermOfWords> {
    const spelled = albums.filter(({ name }) => name.begins(term));
    if (found + spelled.length > 0) {
      return {
        ...{ term, end: endOfPrefix(term), alike: [], albumIds: spelled.map(({ id }) => id) },
        ...{ ofWords: found, onlyWord },
      };
    }
    const alike = await this.words.alike(tx, businessId, term);
    const meant = { term, end: null, alike };
    const isMeant = meantBy(term);
    return {
      ...{ ...meant, albumIds: albums.filter(({ name }) => name.means(isMeant)).map(({ id }) => id) },
      ofWords: await this.words.breadthOf(tx, businessId, meant, MOST_RANKED + 1),
      onlyWord: alike.length === 1 ? (alike[0] ?? null) : null,
    };
  }

  private async withAlbums(tx: Tx, businessId: string, terms: readonly TermOfWords[]): Promise<SearchTerm[]> {
    const ids = new Set(terms.flatMap(({ albumIds }) => albumIds));
    const photos = await this.albums.photosOf(tx, businessId, [...ids]);
    return terms.map(({ ofWords, ...term }) => {
      const inAlbums = term.albumIds.reduce((sum, id) => sum + (photos.get(id) ?? 0), 0);
      return { ...term, inAlbums, breadth: ofWords + inAlbums };
    });
  }

  /** To tell which of several broad terms is the narrowest, and whether it can be sorted. */
  private furtherCounted(tx: Tx, businessId: string, terms: readonly SearchTerm[]): Promise<SearchTerm[]> {
    return Promise.all(
      terms.map(async (term) => {
        const ofWords = await this.words.breadthOf(tx, businessId, term, MOST_SORTED + 1);
        return { ...term, breadth: ofWords + term.inAlbums };
      }),
    );
  }
}
