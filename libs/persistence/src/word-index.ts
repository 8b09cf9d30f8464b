import { endOfPrefix, fits, gramsOf, meantBy } from '@postloom/chassis';
import type { Tx } from './tx.ts';

/** The tables of one index. */
export interface WordTables {
  /** A row for each word of a thing: business_id, word, that thing's id, weight, created_at. */
  readonly words: string;
  /** The groups of three characters of each word of a business: business_id, gram, word. */
  readonly grams: string;
  /** Words that have lost a thing: business_id, word. Their groups are cleared away when no other thing has them. */
  readonly left: string;
  /** What their locks are named by, in one database for all services. */
  readonly lock: string;
}

export interface Breadth {
  /** Things that have such a word; one may be counted twice. */
  readonly found: number;
  /** The one word that is meant, when there is only one. */
  readonly onlyWord: string | null;
}

/** What one term of a search means: the words with its beginning or, when none has it, those that are written nearly like it. */
export interface MeantWords {
  readonly term: string;
  /** Words with this beginning, up to the end of it; null: none has it, and `alike` are meant. */
  readonly end: string | null;
  readonly alike: readonly string[];
}

/** Words that may be what a mistyped one meant; the most alike are among the first. */
const MOST_CANDIDATES = 100;

/** Collects parameters and gives their places. Postgres refuses one that its statement does not use. */
export type AddParameter = (value: unknown) => string;

/** SQL: `w` is a word of a term. */
export function isWordOf({ term, end, alike }: MeantWords, add: AddParameter): string {
  return end === null ? `w.word = ANY (${add(alike)}::text[])` : `w.word >= ${add(term)} AND w.word < ${add(end)}`;
}

/** SQL: how well the word `w` fits a term, given the place of the term. */
export function fitOf({ end }: MeantWords, place: string): string {
  return end === null
    ? `CASE WHEN strpos(w.word, ${place}) > 0 THEN ${fits.within} ELSE ${fits.alike} END`
    : `CASE WHEN w.word = ${place} THEN ${fits.same} ELSE ${fits.beginning} END`;
}

/**
 * The words by which things are found. Under row-level security Postgres uses no GIN index (its operators may leak rows of others), so the
 * index is a table of words under plain B-trees, and one of groups of three characters for what was mistyped (ADR 31).
 */
export abstract class WordIndex {
  protected constructor(private readonly tables: WordTables) {}

  /** Before words are written: nobody takes the groups of a word away as unused while it comes into use. */
  protected async hold(tx: Tx, businessId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [this.lockName(businessId)]);
  }

  /** How many things have a word with each of these beginnings, counted to `most`; and that word, when there is only one. */
  async breadths(tx: Tx, businessId: string, terms: readonly string[], most: number): Promise<Map<string, Breadth>> {
    const meant = `FROM ${this.tables.words} w WHERE w.business_id = $1 AND w.word >= t.term AND w.word < t.behind`;
    const rows = await tx.query<{ term: string; found: number; first: string | null; last: string | null }>(
      `SELECT t.term, (SELECT count(*)::int FROM (SELECT ${meant} LIMIT $4) AS counted) AS found,
         (SELECT w.word ${meant} ORDER BY w.word LIMIT 1) AS first, (SELECT w.word ${meant} ORDER BY w.word DESC LIMIT 1) AS last
       FROM unnest($2::text[], $3::text[]) AS t (term, behind)`,
      [businessId, terms, terms.map(endOfPrefix), most],
    );
    return new Map(
      rows.map(({ term, found, first, last }) => [term, { found, onlyWord: first === last ? first : null }]),
    );
  }

  /** How many things have a word of a term, counted to `most`. */
  async breadthOf(tx: Tx, businessId: string, { term, end, alike }: MeantWords, most: number): Promise<number> {
    if (end !== null) {
      return (await this.breadths(tx, businessId, [term], most)).get(term)?.found ?? 0;
    }
    if (alike.length === 0) {
      return 0;
    }
    const [row] = await tx.query<{ found: number }>(
      `SELECT count(*)::int AS found FROM (SELECT FROM ${this.tables.words} WHERE business_id = $1 AND word = ANY ($2) LIMIT $3) AS f`,
      [businessId, alike, most],
    );
    return row?.found ?? 0;
  }

  /** Words that may be what a term meant that no word begins with. */
  async alike(tx: Tx, businessId: string, term: string): Promise<string[]> {
    const grams = gramsOf(term);
    if (grams.length === 0) {
      return [];
    }
    const rows = await tx.query<{ word: string }>(
      `SELECT word FROM ${this.tables.grams} WHERE business_id = $1 AND gram = ANY ($2)
       GROUP BY word ORDER BY count(*) DESC, word LIMIT ${MOST_CANDIDATES}`,
      [businessId, grams],
    );
    return rows.map(({ word }) => word).filter(meantBy(term));
  }

  /** Across all businesses: clears away the groups of words that no thing has any more, of one business. True: there may be more. */
  async clearLeft(tx: Tx, limit: number): Promise<boolean> {
    const { words, grams, left } = this.tables;
    // The first business in which nobody writes words: waiting for one, this would make its writers wait, and keep back all others.
    const [first] = await tx.query<{ businessId: string }>(
      `SELECT business_id AS "businessId" FROM ${left} WHERE pg_try_advisory_xact_lock(hashtextextended($1 || business_id, 0)) LIMIT 1`,
      [this.lockName('')],
    );
    if (first === undefined) {
      return false;
    }
    const { businessId } = first;
    const rows = await tx.query<{ word: string }>(
      `DELETE FROM ${left} WHERE business_id = $1 AND word IN (SELECT word FROM ${left} WHERE business_id = $1 LIMIT $2) RETURNING word`,
      [businessId, limit],
    );
    await tx.query(
      `DELETE FROM ${grams} g USING unnest($2::text[]) AS u (word)
       WHERE g.business_id = $1 AND g.word = u.word
         AND NOT EXISTS (SELECT FROM ${words} w WHERE w.business_id = $1 AND w.word = u.word)`,
      [businessId, rows.map(({ word }) => word)],
    );
    return true;
  }

  /** Held by whoever brings words into use, and alone by whoever takes unused ones away. */
  private lockName(businessId: string): string {
    return `${this.tables.lock} of ${businessId}`;
  }
}
