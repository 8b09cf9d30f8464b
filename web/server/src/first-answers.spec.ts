import { describe, expect, it } from '@jest/globals';
import type { FirstRead } from '../../src/app/routes.ts';
import { firstAnswers } from './first-answers.ts';

/** Still the 28th in New York, and November; the 29th in Berlin. */
const now = new Date('2026-11-29T02:30:00Z');
const who: readonly FirstRead[] = [
  { path: '/api/auth/user' },
  { path: '/api/businesses', as: 'list' },
  { path: '/api/user/active-business' },
];
const known: Readonly<Record<string, unknown>> = {
  '/api/auth/user': { id: 'u' },
  '/api/businesses?limit=100': {
    data: [
      { id: 'a', timeZone: 'Europe/Berlin' },
      { id: 'b', timeZone: 'America/New_York' },
    ],
  },
  '/api/user/active-business': { businessId: 'b' },
};

/** What a page with these reads has, and which addresses were asked for it. */
async function asked(reads: readonly FirstRead[], more: Readonly<Record<string, unknown>> = {}) {
  const addresses: string[] = [];
  const answers = await firstAnswers(
    [...who, ...reads],
    (address) => {
      addresses.push(address);
      const all = { ...known, ...more };
      return Promise.resolve(all[address] ?? (address.startsWith('/api/photos') ? { data: [] } : undefined));
    },
    now,
  );
  return { addresses: addresses.slice(who.length), answers: answers?.slice(who.length) };
}

describe('what a page reads first', () => {
  it.each([
    ['coming', '/api/calendar?from=2026-11-28&to=2026-12-04'],
    ['month', '/api/calendar?from=2026-11-01&to=2026-12-12'],
    ['failed', '/api/calendar?settledFrom=2026-11-15T00%3A00%3A00.000Z'],
  ] as const)('is asked for the days that are meant (%s) where the active business lives', async (days, address) => {
    const { addresses, answers } = await asked([{ path: '/api/calendar', days }], { [address]: { posts: [] } });
    expect(addresses).toEqual([address]);
    const query = Object.fromEntries(new URLSearchParams(address.split('?')[1]));
    expect(answers).toEqual([{ path: '/api/calendar', query, answer: { posts: [] } }]);
  });

  it('is without days while nobody knows where the business lives', async () => {
    const lost = { '/api/user/active-business': { businessId: 'gone' } };
    expect(await asked([{ path: '/api/calendar', days: 'month' }], lost)).toEqual({ addresses: [], answers: [] });
  });

  it('has the pictures of what it says, each asked for once', async () => {
    const { addresses, answers } = await asked(
      [
        { path: '/api/calendar', days: 'coming' },
        { path: '/api/posts', query: { status: 'draft' }, as: 'list' },
        { path: '/api/photos', as: 'covers' },
      ],
      {
        '/api/calendar?from=2026-11-28&to=2026-12-04': {
          posts: [{ photoId: 'one' }, { photoId: null }],
          occurrences: [{ photoId: 'two' }],
        },
        '/api/posts?status=draft&limit=100': { data: [{ photoId: 'one' }, { photoId: 'three' }] },
      },
    );
    expect(addresses.at(-1)).toBe('/api/photos?ids=one%2Cthree%2Ctwo');
    expect(answers?.at(-1)).toEqual({
      path: '/api/photos',
      query: { ids: 'one,three,two' },
      as: 'covers',
      answer: { data: [] },
    });
  });

  it('is without pictures where nothing has one', async () => {
    expect((await asked([{ path: '/api/photos', as: 'covers' }])).addresses).toEqual([]);
  });

  it('leaves out what was not answered, and says when nobody is signed in or nobody knows', async () => {
    expect((await asked([{ path: '/api/posts', limit: 2 }])).answers).toEqual([]);
    for (const user of [null, undefined]) {
      const ask = (address: string) => Promise.resolve(address === '/api/auth/user' ? user : known[address]);
      expect(await firstAnswers(who, ask, now)).toBe(user);
    }
  });
});
