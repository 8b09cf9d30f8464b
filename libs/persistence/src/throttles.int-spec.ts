import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Scope } from './scope.ts';
import { openFixture } from './testing/fixture.ts';
import type { Fixture } from './testing/fixture.ts';
import { Throttles } from './throttles.ts';

const throttles = new Throttles({ rateLimits: true });
let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture(8);
});
afterAll(() => fixture.close());

const key = (name: string, subject: string = randomUUID(), allowed = 3) => ({
  ...{ name, subject: [subject] },
  limit: { allowed, seconds: 60 },
});
/** 'ok', or the code of the refusal. */
const take = (...keys: ReturnType<typeof key>[]): Promise<string> =>
  fixture.uow
    .run(Scope.global(), (tx) => throttles.take(tx, keys))
    .then(
      () => 'ok',
      (error: { code?: string }) => error.code ?? 'error',
    );

describe('Throttles', () => {
  it('let exactly as many pass as are allowed, over two pools and 100 parallel calls of several businesses', async () => {
    const one = key('captions', undefined, 30);
    const other = fixture.another(8);
    const scopes = Array.from({ length: 20 }, () => Scope.business(randomUUID()));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 === 0 ? fixture.uow : other.uow).run(scopes[index % 20] ?? Scope.global(), (tx) =>
          throttles.take(tx, [one]),
        ),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  });

  it('take one of each or none, and know when to come back', async () => {
    const [narrow, wide] = [key('pair'), key('address', undefined, 1)];
    expect(await take(narrow, wide)).toBe('ok');
    const refused = fixture.uow.run(Scope.global(), (tx) => throttles.take(tx, [narrow, wide], 'sign-ins'));
    await expect(refused).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/^Too many sign-ins\. Please try again in \d+ seconds\.$/),
      retryAfterSeconds: expect.any(Number),
    });
    // The refusal rolled back: two of three are left in the narrow one.
    expect([await take(narrow), await take(narrow), await take(narrow)]).toEqual(['ok', 'ok', 'rate_limited']);
  });

  it('never wait for each other in a circle, whatever order the keys are given in', async () => {
    const keys = Array.from({ length: 6 }, (_, index) => key(`rule ${index}`, undefined, 1_000));
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => take(...(index % 2 === 0 ? keys : keys.toReversed()))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['ok']));
  });

  it('open a new window when the old one has ended, give back, and are removed', async () => {
    const one = key('notice', undefined, 1);
    const tryTake = () => fixture.uow.run(Scope.global(), (tx) => throttles.tryTake(tx, one));
    const end = () =>
      fixture.uow.run(Scope.global(), (tx) => tx.execute(`UPDATE throttles SET ends_at = now() - interval '1 s'`));
    expect([await tryTake(), await tryTake()]).toEqual([true, false]);
    await fixture.uow.run(Scope.global(), (tx) => throttles.giveBack(tx, [one]));
    expect([await tryTake(), await tryTake()]).toEqual([true, false]);
    await end();
    expect(await tryTake()).toBe(true);
    await end();
    expect(await fixture.uow.run(Scope.global(), (tx) => throttles.cleanUp(tx))).toBe(false);
    expect(await fixture.uow.run(Scope.global(), (tx) => tx.query('SELECT 1 AS row FROM throttles'))).toEqual([]);
  });

  it('count nothing when limits are off', async () => {
    const off = new Throttles({ rateLimits: false });
    const one = key('off', undefined, 1);
    for (const _ of [1, 2, 3]) {
      await fixture.uow.run(Scope.global(), (tx) => off.take(tx, [one]));
    }
    expect(await take(one)).toBe('ok');
  });
});
