import { failedSince } from '../../../libs/contracts/src/attention/attention-rules.ts';
import type { FirstAnswer, FirstRead } from '../../src/app/routes.ts';
import { PAGE_ROWS } from '../../src/lib/api/page-rows.ts';
import { comingDays, dayIn, gridOf, monthOf, type Day } from '../../src/lib/month-grid.ts';

/** Its answer says whether the session holds. */
const USER = '/api/auth/user';
const BUSINESSES = '/api/businesses';
const ACTIVE_BUSINESS = '/api/user/active-business';

type Query = Readonly<Record<string, string>>;

const between = (days: readonly Day[]): Query => ({ from: days[0] ?? '', to: days.at(-1) ?? '' });

const queryOfDays = (days: NonNullable<FirstRead['days']>, now: Date, timeZone: string): Query => {
  switch (days) {
    case 'month':
      return between(gridOf(monthOf(dayIn(timeZone, now))));
    case 'coming':
      return between(comingDays(dayIn(timeZone, now)));
    case 'failed':
      return { settledFrom: failedSince(now.getTime()) };
  }
};

/** The zone that the active business lives by; undefined when it is not known. */
const zoneOf = (businesses: unknown, active: unknown): string | undefined => {
  const id = (active as { businessId?: unknown } | null | undefined)?.businessId;
  const rows = (businesses as { data?: unknown } | null | undefined)?.data ?? businesses;
  const found = Array.isArray(rows)
    ? (rows as { id?: unknown; timeZone?: unknown }[]).find((row) => row.id === id)
    : null;
  return typeof found?.timeZone === 'string' ? found.timeZone : undefined;
};

type Covered = { readonly photoId?: string | null };

/** The pictures that posts and coming posts are known by, at most as many as are asked for together. */
const coversOf = (answers: readonly FirstAnswer[]): readonly string[] => {
  const rows = answers.flatMap(({ answer }) => {
    const { data, posts, occurrences } = (answer ?? {}) as Readonly<Record<string, unknown>>;
    return [data, posts, occurrences].flatMap((some) => (Array.isArray(some) ? (some as Covered[]) : []));
  });
  return [...new Set(rows.flatMap(({ photoId }) => photoId ?? []))].slice(0, PAGE_ROWS);
};

/**
 * Asks for what a page reads first, all at once; for days only when the zone of the active business is known, and for pictures when it is
 * known which. Null: nobody is signed in. Undefined: who is signed in was not said. What was not answered is absent.
 *
 * @param ask the answer to an address; null: not signed in; undefined: none in time
 */
export const firstAnswers = async (
  reads: readonly FirstRead[],
  ask: (address: string) => Promise<unknown>,
  now = new Date(),
): Promise<readonly FirstAnswer[] | null | undefined> => {
  const answered = async ({ path, as, limit, query }: FirstRead): Promise<FirstAnswer> => {
    const rows = as === 'list' || as === 'pages' ? PAGE_ROWS : limit;
    const search = new URLSearchParams({ ...query, ...(rows === undefined ? {} : { limit: String(rows) }) }).toString();
    const answer = await ask(search === '' ? path : `${path}?${search}`);
    return { path, ...(query && { query }), ...(as && { as }), ...(limit && { limit }), answer };
  };
  const plain = reads.filter(({ as, days }) => as !== 'covers' && days === undefined);
  const asked = plain.map(answered);
  const answerTo = async (path: string): Promise<unknown> =>
    (await asked[plain.findIndex((read) => read.path === path)])?.answer;
  const ofDays = async (): Promise<readonly FirstAnswer[]> => {
    const zone = zoneOf(await answerTo(BUSINESSES), await answerTo(ACTIVE_BUSINESS));
    if (zone === undefined) {
      return [];
    }
    const dated = reads.flatMap(({ days, ...read }) =>
      days === undefined ? [] : [{ ...read, query: { ...read.query, ...queryOfDays(days, now, zone) } }],
    );
    return Promise.all(dated.map(answered));
  };
  const answers = (await Promise.all([...asked, ofDays()])).flat();
  const user = answers.find(({ path }) => path === USER)?.answer;
  if (user === null || user === undefined) {
    return user;
  }
  const ids = coversOf(answers).join(',');
  const covers = ids === '' ? [] : reads.filter(({ as }) => as === 'covers');
  const pictures = await Promise.all(covers.map((read) => answered({ ...read, query: { ids } })));
  return [...answers, ...pictures].filter(({ answer }) => answer !== null && answer !== undefined);
};
