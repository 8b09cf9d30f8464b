import { Injectable } from '@nestjs/common';
import { endOfPrefix, termsOf } from '@postloom/chassis';
import { fitOf, isWordOf } from '@postloom/persistence';
import type { AddParameter, Breadth, MeantWords, Tx } from '@postloom/persistence';
import { PostWordsRepository } from './post-words.repository.ts';

/** Posts whose matches are compared; of more, the newest. */
const MOST_RANKED = 1_000;
/** Posts of several words that are brought into order at the time of a search. */
const MOST_SORTED = 20_000;

/** One term of a search and what it finds. */
export interface PostTerm extends MeantWords {
  /** Posts it finds, counted to one more than can be ranked; a post may be counted twice. */
  readonly breadth: number;
  /** The one word that it means, when it means only one. */
  readonly onlyWord: string | null;
}

export interface PostSearch {
  /** Every one has to match. The narrowest stands first; empty when the search has no letter and no digit. */
  readonly terms: readonly PostTerm[];
  /** The posts of the first term lie in order, or are few enough to be sorted. */
  readonly beginsWithWords: boolean;
}

const NOTHING: Breadth = { found: 0, onlyWord: null };

/** Finds out what each term of a search may mean, and how many posts that is, before any post is read. */
@Injectable()
export class PlanPostSearch {
  constructor(private readonly words: PostWordsRepository) {}

  async plan(tx: Tx, businessId: string, search: string): Promise<PostSearch> {
    const asked = termsOf(search);
    if (asked.length === 0) {
      return { terms: [], beginsWithWords: false };
    }
    const found = await this.words.breadths(tx, businessId, asked, MOST_RANKED + 1);
    const terms = await Promise.all(
      asked.map((term) => this.meaning(tx, businessId, term, found.get(term) ?? NOTHING)),
    );
    terms.sort((a, b) => a.breadth - b.breadth);
    const [narrowest] = terms;
    return { terms, beginsWithWords: narrowest !== undefined && (await this.isReadInOrder(tx, businessId, narrowest)) };
  }

  private async meaning(tx: Tx, businessId: string, term: string, { found, onlyWord }: Breadth): Promise<PostTerm> {
    if (found > 0) {
      return { term, end: endOfPrefix(term), alike: [], breadth: found, onlyWord };
    }
    const alike = await this.words.alike(tx, businessId, term);
    const meant = { term, end: null, alike };
    const breadth = await this.words.breadthOf(tx, businessId, meant, MOST_RANKED + 1);
    return { ...meant, breadth, onlyWord: alike.length === 1 ? (alike[0] ?? null) : null };
  }

  private async isReadInOrder(tx: Tx, businessId: string, term: PostTerm): Promise<boolean> {
    if (term.onlyWord !== null || term.breadth <= MOST_RANKED) {
      return true;
    }
    return (await this.words.breadthOf(tx, businessId, term, MOST_SORTED + 1)) <= MOST_SORTED;
  }
}

/** SQL: the post has every term of a search; $1 is its business. Null when the search has only signs, which stand in no word. */
export function hasWords({ terms }: PostSearch, postId: string, add: AddParameter): string | null {
  const [first, ...rest] = terms;
  if (first === undefined) {
    return null;
  }
  const found = `${postId} IN (SELECT w.post_id FROM post_words w WHERE w.business_id = $1 AND ${isWordOf(first, add)})`;
  return [found, ...rest.map((term) => asked(term, postId, add))].join(' AND ');
}

/** SQL of the best matches as rows (id, created_at, score), among the newest `MOST_RANKED`; $1 is the business. Null as in `hasWords`. */
export function bestMatches({ terms, beginsWithWords }: PostSearch, limit: number, add: AddParameter): string | null {
  const [first, ...rest] = terms;
  if (first === undefined) {
    return null;
  }
  const others = rest.map((term) => asked(term, 't.id', add));
  const scores = terms.map((term) => {
    const place = add(term.term);
    return `(SELECT max(${fitOf(term, place)} + w.weight) ${wordsOf('c.id', term, add)})`;
  });
  const from = beginsWithWords
    ? postsOf(first, add)
    : '(SELECT p.id, p.created_at FROM posts p WHERE p.business_id = $1) t';
  const where = [...(beginsWithWords ? [] : [asked(first, 't.id', add)]), ...others].join(' AND ') || 'true';
  return `SELECT c.id, c.created_at, ${scores.join(' + ')} AS score
    FROM (SELECT t.id, t.created_at FROM ${from} WHERE ${where} ORDER BY t.created_at DESC, t.id DESC LIMIT ${MOST_RANKED}) c
    ORDER BY score DESC, created_at DESC, id DESC LIMIT ${add(limit)}`;
}

/** All posts of a term as `t`, each once; those of one word lie in order. */
function postsOf(term: PostTerm, add: AddParameter): string {
  return term.onlyWord === null
    ? `(SELECT DISTINCT w.created_at, w.post_id AS id FROM post_words w WHERE w.business_id = $1 AND ${isWordOf(term, add)}) t`
    : `(SELECT w.created_at, w.post_id AS id FROM post_words w WHERE w.business_id = $1 AND w.word = ${add(term.onlyWord)}) t`;
}

/** OFFSET 0: asked of each post by its index. How often words of others begin so is known to nobody, and a guess reads all posts of a term. */
function asked(term: PostTerm, postId: string, add: AddParameter): string {
  return `EXISTS (SELECT ${wordsOf(postId, term, add)} OFFSET 0)`;
}

/**
 * The words of a post that a term means. Their business is that of the post. Named here as well, it brings up the index of all words, and
 * with it, where statistics are missing or mislead, a reading of all that begin so for each post.
 */
function wordsOf(postId: string, term: PostTerm, add: AddParameter): string {
  return `FROM post_words w WHERE w.post_id = ${postId} AND ${isWordOf(term, add)}`;
}
