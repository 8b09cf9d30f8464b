import { beforeAll, describe, expect, it } from '@jest/globals';
import { isListAnswer, routes } from '../../../libs/contracts/src/index.ts';
import type { RouteContract } from '../../../libs/contracts/src/index.ts';
import { Person } from '../../harness/src/client.ts';

/** Every GET that answers a list takes `limit` and `cursor` in the same way (HTTP contract, Lists). */
const origin = process.env['POSTLOOM_URL'] ?? 'http://localhost:3000';

const lists = Object.values<RouteContract>(routes)
  .filter(({ method, answer }) => method === 'GET' && isListAnswer(answer))
  .map(({ path }) => path);

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
  readonly total: number;
}

let person: Person;
beforeAll(async () => {
  person = await Person.signUp(origin, { tier: 'agency', name: 'Lister' });
  await person.connect('instagram');
  for (let n = 1; n <= 5; n += 1) {
    await person.expect(201, 'POST', '/api/albums', { body: { name: n === 3 ? 'ALBUM 3' : `album ${n}` } });
    await person.createBusiness(`Shop ${n}`);
    await person.expect(201, 'POST', '/api/posts', { body: { caption: `Draft ${n}`, platforms: ['instagram'] } });
    await person.signInAgain();
  }
}, 60_000);

describe('lists over HTTP', () => {
  it('are the lists of the contract', () => {
    expect(lists).toEqual(expect.arrayContaining(['/api/photos', '/api/albums', '/api/posts', '/api/businesses']));
  });

  it.each(lists)('%s: a plain array, and the same rows page by page', async (path) => {
    const whole = (await person.expect(200, 'GET', path)) as { id: string }[];
    expect(Array.isArray(whole)).toBe(true);
    const seen: string[] = [];
    let cursor = '';
    for (let rounds = 0; rounds <= whole.length; rounds += 1) {
      const page = (await person.expect(200, 'GET', `${path}?limit=2${cursor}`)) as Page;
      expect(page.total).toBe(whole.length);
      expect(page.data.length).toBeLessThanOrEqual(2);
      seen.push(...page.data.map(({ id }) => id));
      if (page.nextCursor === null) {
        break;
      }
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
    expect(seen).toEqual(whole.map(({ id }) => id));
  });

  it.each(lists)('%s: refuses a limit or cursor that is none', async (path) => {
    for (const query of ['limit=0', 'limit=101', 'limit=many', 'limit=1.5', 'cursor=nobodys', 'limit=2&cursor=W10']) {
      const { status, body } = await person.request('GET', `${path}?${query}`);
      expect([query, status, (body as { error: string }).error]).toEqual([query, 400, 'validation_failed']);
    }
  });
});
