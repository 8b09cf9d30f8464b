import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemClock } from '@postloom/chassis';
import { schedulingEvents } from '@postloom/contracts';
import type { SocialAccount } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { envelope, eventually } from '@postloom/testing';
import { EraseBusiness } from '../erasure/erase-business.ts';
import { Platforms } from '../platforms/index.ts';
import { PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';
import { afterVerify } from './after-steps.ts';
import { EnqueueTarget } from './enqueue-target.ts';
import { LaneLease } from './lane-lease.ts';
import { NextJobRepository } from './next-job.repository.ts';
import { PublishEvents } from './publish.events.ts';
import { ResolveTarget } from './resolve-target.ts';
import { SettleStep } from './settle-step.ts';

/** Undoes what a transaction did. */
class Undone extends Error {}

const world = new PublisherWorld();
let person: Person;
let account: SocialAccount;

beforeAll(async () => {
  await world.start();
  person = world.person();
  account = await world.connect(person, 'twitter');
  // What is queued stays queued.
  await world.admin.query(`INSERT INTO publisher.switches (subject, is_stopped) VALUES ('all', true)`);
});
afterAll(() => world.stop());

/** Whether this connection of the database waits for a lock: others that wait are no business of the test. */
const waits = async (pid: number): Promise<boolean> =>
  (await world.count(`SELECT count(*) AS n FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'`, [pid])) >
  0;
const pidOf = async (tx: Tx): Promise<number> =>
  (await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid ?? 0;

/** Runs the first up to its commit, then the second until it has ended or waits for a lock; then both end. */
async function overlapping(first: (tx: Tx) => Promise<void>, second: (tx: Tx) => Promise<void>): Promise<void> {
  const uow = world.service.get(Uow);
  const scope = Scope.business(person.businessId);
  const done = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const one = uow.run(scope, async (tx) => {
    await first(tx);
    done.resolve();
    await mayEnd.promise;
  });
  await Promise.race([one, done.promise]);
  let hasEnded = false;
  const pid = Promise.withResolvers<number>();
  const two = uow
    .run(scope, async (tx) => {
      pid.resolve(await pidOf(tx));
      await second(tx);
    })
    .then(() => {
      hasEnded = true;
    });
  const own = await pid.promise;
  await eventually('the second has ended or waits', async () => expect(hasEnded || (await waits(own))).toBe(true));
  mayEnd.resolve();
  await Promise.all([one, two]);
}

const enqueue =
  (post: { targetId: string; postId: string }, round: number) =>
  (tx: Tx): Promise<void> =>
    world.service.get(EnqueueTarget).execute(tx, person.businessId, {
      ...post,
      round,
      platform: 'twitter',
      accountId: account.id,
      caption: 'Fresh bread',
      photoIds: [],
      dueAt: '2026-11-20T10:00:00.000Z',
    });

const deletionOf = ({ postId, targetId }: { targetId: string; postId: string }) =>
  envelope(schedulingEvents.postDeleted, {
    businessId: person.businessId,
    data: { postId, photoIds: [], targetIds: [targetId] },
  });

async function waiting(targetId: string): Promise<number[]> {
  const { rows } = await world.admin.query<{ round: number }>(
    `SELECT round FROM publisher.publish_jobs WHERE target_id = $1 AND state = 'queued' ORDER BY round`,
    [targetId],
  );
  return rows.map(({ round }) => round);
}

describe('at the same moment', () => {
  it('a post that becomes due and is deleted does not go out (F58)', async () => {
    const post = { targetId: randomUUID(), postId: randomUUID() };
    await overlapping(enqueue(post, 1), (tx) => world.service.get(PublishEvents).postDeleted(deletionOf(post), tx));
    expect(await waiting(post.targetId)).toEqual([]);
    expect((await world.job(post.targetId))['state']).toBe('cancelled');
  });

  it('a post whose verification has ended and is deleted does not go out', async () => {
    const post = { targetId: randomUUID(), postId: randomUUID() };
    await world.service.get(Uow).run(Scope.business(person.businessId), enqueue(post, 1));
    const move = (state: string) => `UPDATE publisher.publish_jobs SET state = '${state}' WHERE target_id = $1`;
    await world.admin.query(move('verifying'), [post.targetId]);
    const notThere = async (tx: Tx): Promise<void> => void (await tx.execute(move('prepared'), [post.targetId]));
    await overlapping(notThere, (tx) => world.service.get(PublishEvents).postDeleted(deletionOf(post), tx));
    expect((await world.job(post.targetId))['state']).toBe('cancelled');
  });

  it.each(['the next round', 'a resolution', 'an erasure'])(
    '%s of a post whose step a lane settles waits for the lane without locking the post, so that neither waits for the other',
    async (change) => {
      const post = { targetId: randomUUID(), postId: randomUUID() };
      const uow = world.service.get(Uow);
      const scope = Scope.business(person.businessId);
      await uow.run(scope, enqueue(post, 1));
      const said = { ...post, round: 1, outcome: 'give_up' } as const;
      const changes: Record<string, (tx: Tx) => Promise<void>> = {
        'the next round': enqueue(post, 2),
        'a resolution': (tx) => world.service.get(ResolveTarget).execute(tx, person.businessId, said),
        'an erasure': (tx) => world.service.get(EraseBusiness).execute(tx, person.businessId),
      };
      let isFree = false;
      const lane = Promise.withResolvers<void>();
      const mayEnd = Promise.withResolvers<void>();
      const one = uow.run(scope, async (tx) => {
        await tx.query('SELECT 1 AS locked FROM lanes WHERE id = $1 FOR NO KEY UPDATE', [account.id]);
        lane.resolve();
        await mayEnd.promise;
        // Shorter than Postgres takes to notice a deadlock; the publisher's own worker may have the job for a moment.
        await tx.query(`SELECT set_config('lock_timeout', '900ms', true)`);
        await tx.query('SELECT 1 AS locked FROM publish_jobs WHERE target_id = $1 FOR UPDATE', [post.targetId]);
        isFree = true;
      });
      await lane.promise;
      const pid = Promise.withResolvers<number>();
      const two = uow.run(scope, async (tx) => {
        pid.resolve(await pidOf(tx));
        await changes[change]?.(tx);
        throw new Undone();
      });
      const own = await pid.promise;
      await eventually('it waits for the lane', async () => expect(await waits(own)).toBe(true));
      mayEnd.resolve();
      await one;
      await expect(two).rejects.toBeInstanceOf(Undone);
      expect(isFree).toBe(true);
    },
  );

  it('a newer round and the end of a verification: what is proven absent is sent again, whatever was decided before', async () => {
    const post = { targetId: randomUUID(), postId: randomUUID() };
    const { businessId } = person;
    const uow = world.service.get(Uow);
    const scope = Scope.business(businessId);
    await uow.run(scope, enqueue(post, 1));
    const { id } = await world.job(post.targetId);
    await world.admin.query(
      `UPDATE publisher.publish_jobs SET state = 'verifying', word = 'give_up', word_at = now() WHERE id = $1`,
      [id],
    );
    await world.admin.query(
      `INSERT INTO publisher.publish_attempts (id, business_id, job_id, account_id, number, lease_epoch, intent_at, quarantine_until)
      VALUES ($1, $2, $3, $4, 1, 1, now() - interval '1 day', now())`,
      [randomUUID(), businessId, id, account.id],
    );
    await world.admin.query(
      `UPDATE publisher.lanes SET lease_epoch = 77, lease_until = now() + interval '1 minute' WHERE id = $1`,
      [account.id],
    );
    const lane = { id: account.id, businessId, platform: 'twitter', origin: null, epoch: 77 } as const;
    const job = await uow.run(scope, (tx) => world.service.get(NextJobRepository).next(tx, businessId, account.id, 1));
    const platform = world.service.get(Platforms).find('twitter', null);
    if (job === null || platform === null) {
      throw new Error('there is no job');
    }
    expect(job).toMatchObject({ targetId: post.targetId, resolution: 'give_up' });
    // Verification finds nothing, and in the meantime the owner retries.
    const rules = { label: 'X', retrySeconds: [1], boundMs: 1 };
    const planned = afterVerify(job, { kind: 'not_public' }, job.now, rules, () => false);
    expect(planned.state).toBe('failed');
    await uow.run(scope, enqueue(post, 2));
    const lease = new LaneLease(new SystemClock(), performance.now(), 30_000);
    const run = { lane, lease, label: 'X', platform, credentials: null, hasRefreshed: false, isReleased: false };
    await world.service.get(SettleStep).execute(run, job, planned, []);
    expect(await world.job(post.targetId)).toMatchObject({ round: 2, state: 'queued', failures: 0 });
  });

  it('of the calls that never left, those that no connection was made for do not count as our own', async () => {
    const post = { targetId: randomUUID(), postId: randomUUID() };
    const { businessId } = person;
    const uow = world.service.get(Uow);
    const scope = Scope.business(businessId);
    await uow.run(scope, enqueue(post, 1));
    const { id } = await world.job(post.targetId);
    await world.admin.query(
      `UPDATE publisher.publish_jobs SET state = 'verifying', due_at = now() - interval '1 day', processing_since = now() - interval '1 day' WHERE id = $1`,
      [id],
    );
    const codes = ['too_late', 'no_connection_refused', 'no-connection', 'lease_lost', 'no_connection_timeout'];
    for (const [index, code] of codes.entries()) {
      await world.admin.query(
        `INSERT INTO publisher.publish_attempts (id, business_id, job_id, account_id, number, lease_epoch, intent_at,
          quarantine_until, outcome, code, settled_at)
        VALUES ($1, $2, $3, $4, $5, 1, now(), now(), 'not_sent', $6, now())`,
        [randomUUID(), businessId, id, account.id, index + 1, code],
      );
    }
    const job = await uow.run(scope, (tx) => world.service.get(NextJobRepository).next(tx, businessId, account.id, 1));
    expect(job).toMatchObject({ targetId: post.targetId, notSent: 3 });
    await world.admin.query(`DELETE FROM publisher.publish_attempts WHERE job_id = $1`, [id]);
    await world.admin.query(`DELETE FROM publisher.publish_jobs WHERE id = $1`, [id]);
  });

  it.each([
    [1, 2],
    [2, 1],
  ])('round %i and round %i of a target leave one of them, the newer', async (first, second) => {
    const post = { targetId: randomUUID(), postId: randomUUID() };
    await overlapping(enqueue(post, first), enqueue(post, second));
    expect(await waiting(post.targetId)).toEqual([2]);
  });
});
