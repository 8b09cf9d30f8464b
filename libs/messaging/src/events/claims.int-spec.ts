/** What two processes claim of the same inbox and the same feed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { asAdmin, testDatabase, testService } from '@postloom/testing';
import type { TestDatabase, TestService } from '@postloom/testing';
import { migrations } from '../testing/effects.ts';
import { FeedRoundsClaims } from './feed-rounds.claims.ts';
import { InboxClaims } from './inbox.claims.ts';
import { InboxRepository } from './inbox.repository.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';

describe('claims', () => {
  let database: TestDatabase;
  let service: TestService;
  let uow: Uow;
  const claims = new InboxClaims();
  const inbox = new InboxRepository();
  const rounds = new FeedRoundsClaims();

  beforeAll(async () => {
    database = await testDatabase('scheduling', migrations);
    service = await testService({ service: 'scheduling', database, migrations });
    uow = service.get(Uow);
  });
  beforeEach(() => asAdmin(database, 'TRUNCATE scheduling.inbox, scheduling.feed_rounds'));
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => uow.run(Scope.global(), work);
  const wait = (business: string | null, count: number, readyAt = 'now()') =>
    asAdmin(
      database,
      `INSERT INTO scheduling.inbox (event_day, handler, event_id, state, business_id, envelope, tries, ready_at)
       SELECT current_date, 'h', gen_random_uuid(), 'retrying', $1::uuid, jsonb_build_object('businessId', $1::uuid), 0, ${readyAt}
       FROM generate_series(1, $2)`,
      [business, count],
    );

  it('of two processes never meet, and count a run before it begins', async () => {
    await wait(A, 10);
    const [first, second] = await Promise.all([
      run((tx) => claims.claim(tx, ['h'], 5, 60_000)),
      run((tx) => claims.claim(tx, ['h'], 5, 60_000)),
    ]);
    const ids = [...first, ...second].map(({ eventId }) => eventId);
    expect(new Set(ids).size).toBe(10);
    expect([...first, ...second].every(({ tries, runs }) => tries === 1 && runs === 1)).toBe(true);
    expect(await run((tx) => claims.claim(tx, ['h'], 5, 60_000))).toEqual([]);
  });

  it('let businesses take turns: a flood does not hide a quiet one', async () => {
    await wait(A, 2_000, `now() - interval '1 minute'`);
    await wait(B, 2);
    const claimed = await run((tx) => claims.claim(tx, ['h'], 4, 60_000));
    const owners = claimed.map(({ envelope }) => (envelope as { businessId: string }).businessId);
    expect(owners.filter((owner) => owner === B)).toHaveLength(2);
  });

  it('go round one slot at a time as well, also over events of no business', async () => {
    const own = new InboxClaims();
    await wait(A, 1_000, `now() - interval '1 minute'`);
    await wait(B, 2);
    await wait(null, 2);
    const owners: (string | null)[] = [];
    for (let slot = 0; slot < 6; slot += 1) {
      const [row] = await run((tx) => own.claim(tx, ['h'], 1, 60_000));
      owners.push((row?.envelope as { businessId: string | null }).businessId);
    }
    expect(owners.filter((owner) => owner === B)).toHaveLength(2);
    expect(owners.filter((owner) => owner === null)).toHaveLength(2);
  });

  it('cost one small question while nothing is due', async () => {
    await wait(A, 3, `now() + interval '1 minute'`);
    await run(async (tx) => {
      const asked: string[] = [];
      const counting = new Proxy(tx, {
        get: (target, name) =>
          name === 'query'
            ? (text: string, values: unknown[]) => {
                asked.push(text);
                return target.query(text, values);
              }
            : (Reflect.get(target, name) as unknown),
      });
      expect(await claims.claim(counting, ['h'], 5, 60_000)).toEqual([]);
      expect(asked).toHaveLength(1);
      expect(asked[0]).not.toContain('RECURSIVE');
    });
  });

  it('of unknown handlers are left to the build that knows them', async () => {
    await wait(A, 1);
    expect(await run((tx) => claims.claim(tx, ['another'], 5, 60_000))).toEqual([]);
  });

  it('that are over belong to the next: the late outcome of the first is not written', async () => {
    await wait(A, 1);
    const [first] = await run((tx) => claims.claim(tx, ['h'], 1, 0));
    const [second] = await run((tx) => claims.claim(tx, ['h'], 1, 60_000));
    if (first === undefined || second === undefined) {
      throw new Error('nothing was claimed');
    }
    expect(second).toMatchObject({ eventId: first.eventId, runs: 2, tries: 2 });
    expect(await run((tx) => inbox.finish(tx, first, first.runs))).toBe(false);
    expect(await run((tx) => inbox.finish(tx, second, second.runs))).toBe(true);
  });

  it('give one process the round of a producer, and another when the first is gone', async () => {
    await run((tx) => rounds.register(tx, ['media']));
    const both = await Promise.all([
      run((tx) => rounds.claim(tx, ['media'], 60_000)),
      run((tx) => rounds.claim(tx, ['media'], 60_000)),
    ]);
    const won = both.filter((round) => round !== undefined);
    expect(won).toHaveLength(1);
    const [first] = won;
    if (first === undefined) {
      throw new Error('nobody has the round');
    }
    await asAdmin(database, `UPDATE scheduling.feed_rounds SET lease_until = now() - interval '1 second'`);
    const next = await run((tx) => rounds.claim(tx, ['media'], 60_000));
    expect(next?.epoch).toBe(first.epoch + 1);
    expect(await run((tx) => rounds.extend(tx, first, 60_000))).toBe(false);
    expect(await run((tx) => rounds.release(tx, first, 0))).toBe(false);
    expect(await run((tx) => rounds.claim(tx, ['media'], 60_000))).toBeUndefined();
  });
});
