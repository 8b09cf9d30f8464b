import { MOST_COUNTED } from '@postloom/contracts';
import type { mediaRpc, ParsedInputOf } from '@postloom/contracts';
import { fitOf, isWordOf, listPage } from '@postloom/persistence';
import type { AddParameter, ListOrder, ListPage } from '@postloom/persistence';
import { isInOrder, wholeTag } from '../search/index.ts';
import type { SearchPlan, SearchTerm } from '../search/index.ts';

export interface LibraryQuery extends ParsedInputOf<typeof mediaRpc.photoList> {
  /** Of `from` and `to`. */
  readonly timeZone?: string | undefined;
}
type Sort = NonNullable<LibraryQuery['sort']>;

/** Sort keys are a fixed list: no client input reaches SQL as text. */
const orders: Readonly<Record<Sort, ListOrder>> = {
  newest: { name: 'newest photos', sort: 'p.created_at', type: 'timestamptz', id: 'p.id', direction: 'DESC' },
  oldest: { name: 'oldest photos', sort: 'p.created_at', type: 'timestamptz', id: 'p.id', direction: 'ASC' },
  name: { name: 'photos by name', sort: 'p.name_key', type: 'text', id: 'p.id', direction: 'ASC' },
  size: { name: 'photos by size', sort: 'p.file_size', type: 'bigint', id: 'p.id', direction: 'DESC' },
};
/** Of `ranked`. */
const byScore: ListOrder = {
  name: 'photos by match',
  sort: 't.place',
  type: 'bigint',
  id: 't.photo_id',
  direction: 'DESC',
};

/** Between the beginning of a word and what stands within one (`fits`). */
const OF_ALBUM = 25;

/** As the index on it (migration 131). */
const SHAPE = `(CASE WHEN p.width > p.height THEN 'landscape' WHEN p.width < p.height THEN 'portrait' ELSE 'square' END)`;
/** To readers, an album that is being emptied no longer exists. */
const NO_ALBUM = `(p.album_id IS NULL OR p.album_id = ANY (ARRAY(
  SELECT a.id FROM albums a WHERE a.business_id = $1 AND a.closing_at IS NOT NULL)))`;

/** An album and all albums inside it; the levels of albums end this. */
export const albumsInside = (place: string): string => `(WITH RECURSIVE inside AS (
  SELECT a.id FROM albums a WHERE a.business_id = $1 AND a.id = ${place} AND a.closing_at IS NULL
  UNION ALL SELECT a.id FROM albums a JOIN inside i ON a.parent_id = i.id WHERE a.business_id = $1) SELECT id FROM inside)`;

const all = (conditions: readonly string[]): string => conditions.join(' AND ') || 'true';

/** A library list as parameterised SQL, `p` being its photos; `t.score` is how well each fits what is ranked. */
export interface ListQuery {
  readonly from: string;
  readonly where: string;
  readonly parameters: readonly unknown[];
}

export interface PagedQuery extends ListQuery {
  readonly page: ListPage;
  /** SQL of how many photos the list has, where its rows know. */
  readonly total: string | null;
}

/**
 * @param plan of `query.search`; null when nothing is searched for
 * @throws AppError validation_failed for a cursor that is forged or belongs to another sort order
 */
export function listQuery(businessId: string, query: LibraryQuery, plan: SearchPlan | null): PagedQuery {
  const parameters: unknown[] = [businessId];
  const add: AddParameter = (value) => `$${parameters.push(value)}`;
  const { sort = 'newest' } = query;
  if (plan?.isRanked === true) {
    const from = ranked(plan.terms, add) + OF_WORDS;
    const where = filters(query, add);
    const order = query.sort === undefined ? byScore : orders[sort];
    const total = where.length === 0 ? 't.total' : null;
    return { from, where: all(where), parameters, page: listPage(order, query, parameters), total };
  }
  const isByTime = sort === 'newest' || sort === 'oldest';
  const words = isByTime ? wordsInOrder(query, plan, add) : null;
  if (words !== null) {
    const order = { ...orders[sort], sort: 't.created_at', id: 't.photo_id' };
    const page = listPage(order, query, parameters);
    if (words.isInOrder) {
      const where = all([...words.where, ...words.ofPhotos]);
      return { from: words.from + OF_WORDS, where, parameters, page, total: null };
    }
    const from = sorted(words, order.direction) + OF_WORDS;
    const total = words.ofPhotos.length === 0 ? 't.total' : null;
    return { from, where: all(words.ofPhotos), parameters, page, total };
  }
  return { ...allPhotos(query, plan, add), parameters, page: listPage(orders[sort], query, parameters), total: null };
}

/** The same photos in no order, to be counted: photos are read only where their words do not say enough. */
export function countQuery(businessId: string, query: LibraryQuery, plan: SearchPlan | null): ListQuery {
  const parameters: unknown[] = [businessId];
  const add: AddParameter = (value) => `$${parameters.push(value)}`;
  const words = wordsInOrder(query, plan, add);
  if (words === null && plan === null && query.used === 'true') {
    const { used: _used, ...others } = query;
    return { from: USED_PHOTOS + OF_WORDS, where: all(filters(others, add)), parameters };
  }
  if (words !== null) {
    const where = all([...words.where, ...words.ofPhotos]);
    return { from: words.ofPhotos.length === 0 ? words.from : words.from + OF_WORDS, where, parameters };
  }
  const [narrowest, ...others] = plan?.terms ?? [];
  if (narrowest !== undefined && narrowest.albumIds.length > 0) {
    const matches = others.map((term) => termSql(term, false, 'p.id', add).matches);
    const where = all([...matches, ...filters(query, add)]);
    return { from: photosByAlbumFirst(narrowest, add), where, parameters };
  }
  return { ...allPhotos(query, plan, add), parameters };
}

/**
 * All photos of a term, each once: those of its albums, which an index has together, then those that have to be asked for their words. Where
 * so many match that counting ends early, the second part is not begun.
 */
function photosByAlbumFirst(term: SearchTerm, add: AddParameter): string {
  const albums = `${add(term.albumIds)}::uuid[]`;
  const byWord = termSql({ ...term, albumIds: [] }, false, 'o.id', add).matches;
  return `(SELECT * FROM photos o WHERE o.business_id = $1 AND o.album_id = ANY (${albums}) UNION ALL
    SELECT * FROM photos o WHERE o.business_id = $1 AND (o.album_id <> ALL (${albums})) IS NOT FALSE AND ${byWord}) p`;
}

/** Of a large library few photos are in use: they are counted from their uses. */
const USED_PHOTOS = '(SELECT DISTINCT u.photo_id FROM photo_posts u WHERE u.business_id = $1) t';
/** Photo by photo, so that the order stays and nothing is read behind the page, whatever Postgres expects of the words and filters. */
const OF_WORDS = ' CROSS JOIN LATERAL (SELECT * FROM photos o WHERE o.id = t.photo_id OFFSET 0) p';

/** Rows `t` of words, and what they and their photos are asked. */
interface WordRows {
  readonly from: string;
  readonly where: readonly string[];
  readonly ofPhotos: readonly string[];
  /** They are of one word and lie in the order of the uploads: a page is read from them and no further. */
  readonly isInOrder: boolean;
}

/** The photos that have a tag, or what a search asks for first. Null when the list is not of that kind. */
function wordsInOrder(query: LibraryQuery, plan: SearchPlan | null, add: AddParameter): WordRows | null {
  const { tag, from, to, timeZone, ...others } = query;
  const [first, ...rest] = plan?.terms ?? [];
  const isOfSigns = plan !== null && first === undefined; // they stand in no word
  if (isOfSigns || (tag === undefined && plan?.beginsWithWords !== true)) {
    return null;
  }
  const isTag = tag !== undefined || first === undefined;
  const terms = (isTag ? (plan?.terms ?? []) : rest).map((term) => ({
    isOfAlbums: term.albumIds.length > 0,
    matches: termSql(term, false, 't.photo_id', add).matches,
  }));
  return {
    isInOrder: isTag || isInOrder(first),
    from: isTag ? photosOfWord(wholeTag(tag ?? ''), add) : photosOfTerm(first, add),
    where: [
      ...terms.filter(({ isOfAlbums }) => !isOfAlbums).map(({ matches }) => matches),
      ...between({ from, to, timeZone }, 't.created_at', add),
    ],
    ofPhotos: [...terms.filter(({ isOfAlbums }) => isOfAlbums).map(({ matches }) => matches), ...filters(others, add)],
  };
}

/** Those of several words, brought into order and counted before a photo is read. */
function sorted({ from, where }: WordRows, direction: ListOrder['direction']): string {
  return `(SELECT t.created_at, t.photo_id, least(count(*) OVER (), ${MOST_COUNTED})::int AS total FROM ${from} WHERE ${all(where)}
    ORDER BY t.created_at ${direction}, t.photo_id ${direction}) t`;
}

/** Of one word, in the order of its index. */
function photosOfWord(word: string, add: AddParameter): string {
  return `(SELECT w.created_at, w.photo_id FROM library_words w WHERE w.business_id = $1 AND w.word = ${add(word)}) t`;
}

/** Of all words and albums of a term, each photo once. */
function photosOfTerm(term: SearchTerm, add: AddParameter): string {
  if (isInOrder(term)) {
    return photosOfWord(term.onlyWord, add);
  }
  const { albumIds } = term;
  const byWord = `SELECT DISTINCT w.created_at, w.photo_id FROM library_words w WHERE w.business_id = $1 AND ${isWordOf(term, add)}`;
  return albumIds.length === 0
    ? `(${byWord}) t`
    : `(${byWord} UNION SELECT a.created_at, a.id FROM photos a WHERE a.business_id = $1 AND a.album_id = ANY (${add(albumIds)}::uuid[])) t`;
}

function allPhotos(query: LibraryQuery, plan: SearchPlan | null, add: AddParameter): { from: string; where: string } {
  const searched = plan === null ? [] : searchSql(plan, query.search ?? '', add);
  return { from: 'photos p', where: all(['p.business_id = $1', ...searched, ...filters(query, add)]) };
}

function filters(query: LibraryQuery, add: AddParameter): string[] {
  const where = between(query, 'p.created_at', add);
  if (query.ids !== undefined) {
    where.push(`p.id = ANY (${add(query.ids)}::uuid[])`);
  }
  if (query.orientation !== undefined) {
    where.push(`${SHAPE} = ${add(query.orientation)}`);
  }
  if (query.type !== undefined) {
    where.push(`p.mime_type = ${add(query.type)}`);
  }
  if (query.albumId === 'none') {
    where.push(NO_ALBUM);
  } else if (query.albumId !== undefined && query.albumsInside === 'true') {
    where.push(`p.album_id = ANY (ARRAY${albumsInside(add(query.albumId))})`);
  } else if (query.albumId !== undefined) {
    const place = add(query.albumId);
    where.push(
      `p.album_id = ${place} AND EXISTS (SELECT FROM albums a WHERE a.id = ${place} AND a.closing_at IS NULL)`,
    );
  }
  if (query.tag !== undefined) {
    where.push(
      `p.id IN (SELECT w.photo_id FROM library_words w WHERE w.business_id = $1 AND w.word = ${add(wholeTag(query.tag))})`,
    );
  }
  if (query.used !== undefined) {
    const exists = 'EXISTS (SELECT FROM photo_posts u WHERE u.business_id = p.business_id AND u.photo_id = p.id)';
    where.push(query.used === 'true' ? exists : `NOT ${exists}`);
  }
  return where;
}

/** The days as moments: below row-level security an index is not asked about a day, because that comparison may fail. */
function between(
  { from, to, timeZone }: Pick<LibraryQuery, 'from' | 'to' | 'timeZone'>,
  createdAt: string,
  add: AddParameter,
): string[] {
  if (from === undefined && to === undefined) {
    return [];
  }
  if (timeZone === undefined) {
    throw new Error('days are those of a zone');
  }
  const beginningOf = (day: string): string => `(${day}::timestamp AT TIME ZONE ${add(timeZone)})`;
  return [
    ...(from === undefined ? [] : [`${createdAt} >= ${beginningOf(`${add(from)}::date`)}`]),
    ...(to === undefined ? [] : [`${createdAt} < ${beginningOf(`(${add(to)}::date + 1)`)}`]),
  ];
}

/** Each photo is asked. */
function searchSql({ terms }: SearchPlan, search: string, add: AddParameter): string[] {
  if (terms.length === 0) {
    // Signs alone are searched for letter by letter, as wildcards would not be.
    const place = add(`%${search.trim().replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`);
    return [`(p.original_name ILIKE ${place} OR p.alt_text ILIKE ${place})`];
  }
  return terms.map((term) => termSql(term, false, 'p.id', add).matches);
}

/**
 * Rows `t` of the few photos that match, with how well, how many there are, and their place: the best match first, of equal ones the newest,
 * as the score stands before the milliseconds of the upload. They are those of the narrowest term, asked for the others.
 */
function ranked([narrowest, ...others]: readonly SearchTerm[], add: AddParameter): string {
  if (narrowest === undefined) {
    throw new Error('nothing is ranked without a term');
  }
  const { term, albumIds } = narrowest;
  const byWord = `SELECT w.photo_id, w.created_at, ${fitOf(narrowest, add(term))} + w.weight AS fit
    FROM library_words w WHERE w.business_id = $1 AND ${isWordOf(narrowest, add)}`;
  const inAlbums = `SELECT a.id, a.created_at, ${OF_ALBUM} FROM photos a WHERE a.business_id = $1 AND a.album_id = ANY (${add(albumIds)}::uuid[])`;
  const scores = others.map((other) => termSql(other, true, 'p.photo_id', add).score);
  // The album of each photo is read only for a term that may mean one.
  const album = others.some((other) => other.albumIds.length > 0)
    ? ', (SELECT a.album_id FROM photos a WHERE a.id = f.photo_id) AS album_id'
    : '';
  return `(SELECT m.photo_id, m.created_at, m.score, count(*) OVER ()::int AS total,
      m.score * 10000000000000 + (extract(epoch FROM m.created_at) * 1000)::bigint AS place
    FROM (SELECT p.photo_id, p.created_at, ${['p.fit', ...scores].join(' + ')} AS score
      FROM (SELECT f.photo_id, f.created_at, max(f.fit) AS fit${album} FROM (${byWord} UNION ALL ${inAlbums}) f GROUP BY 1, 2) p OFFSET 0) m
    WHERE m.score IS NOT NULL ORDER BY place DESC, m.photo_id DESC) t`;
}

interface TermSql {
  /** The condition that `p` matches. */
  readonly matches: string;
  /** How well `p` matches; null when it does not. */
  readonly score: string;
}

/** @param id SQL of the id of the photo that is asked; of a term that may mean albums, `p.album_id` is asked too */
function termSql(term: SearchTerm, isRanked: boolean, id: string, add: AddParameter): TermSql {
  const place = isRanked ? add(term.term) : '';
  const isMatch = isWordOf(term, add);
  const { albumIds } = term;
  const inAlbum = albumIds.length === 0 ? null : `p.album_id = ANY (${add(albumIds)}::uuid[])`;
  // OFFSET 0: asked of each photo by its index. How often words of others begin so is known to nobody, and a guess reads all photos of a term.
  const asked = (of: string): string => `EXISTS (SELECT ${of} OFFSET 0)`;
  // Their business is that of the photo. Named here as well, it brings up the index of all words, and with it, where statistics are missing
  // or mislead, a reading of all that begin so for each photo: seconds instead of milliseconds.
  const ofPhoto = `FROM library_words w WHERE w.photo_id = ${id} AND ${isMatch}`;
  const best = `(SELECT max(${fitOf(term, place)} + w.weight) ${ofPhoto})`;
  return {
    matches: inAlbum === null ? asked(ofPhoto) : `(${inAlbum} OR ${asked(ofPhoto)})`,
    score: inAlbum === null ? best : `greatest(${best}, CASE WHEN ${inAlbum} THEN ${OF_ALBUM} END)`,
  };
}
