import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '@postloom/chassis';
import { accountMessages, publisherRpc, rowsOf } from '@postloom/contracts';
import type { Platform, SocialAccount } from '@postloom/contracts';
import { eventually, SkewedClock } from '@postloom/testing';
import { carryOut } from '../../../../deploy/ops/src/switches.repository.ts';
import { readOrder } from '../../../../deploy/ops/src/orders.ts';
import type { OrderOptions } from '../../../../deploy/ops/src/orders.ts';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import { metrics } from '../metrics.ts';
import { DelaysWorker } from './delays.worker.ts';
import type { Person, ReceivedEvent } from '../testing/publisher-world.ts';

const world = new PublisherWorld();
/** The publisher's wall clock; what is due is decided by the database's. */
const clock = new SkewedClock();
const DELAYED = 'publisher.target.delayed.v1';

beforeAll(() => world.start({ overrides: [{ provide: Clock, useValue: clock }] }));
afterAll(() => world.stop());
beforeEach(async () => {
  clock.skewMs = 0;
  for (const platform of ['instagram', 'facebook', 'twitter']) {
    await world.sandbox.fault(platform, { mode: 'none' });
  }
  await world.admin.query('DELETE FROM publisher.switches');
  await world.admin.query('DELETE FROM publisher.budgets');
});

async function connected(platform: Platform): Promise<{ person: Person; account: SocialAccount }> {
  const person = world.person();
  return { person, account: await world.connect(person, platform) };
}

async function ended(targetId: string, wanted: RegExp, timeoutMs = 20_000): Promise<Record<string, unknown>> {
  return eventually(
    `the job is ${String(wanted)}`,
    async () => {
      const job = await world.job(targetId);
      expect(`${String(job['state'])} ${String(job['error_message'] ?? '')}`).toMatch(wanted);
      return job;
    },
    { timeoutMs },
  );
}

async function delays(targetId: string): Promise<ReceivedEvent[]> {
  return (await world.eventsOf(targetId)).filter((event) => event.subject === DELAYED);
}

/** Changes that no process knows of are found by the sweep, which runs once a minute; here it runs now. */
const sweptDelays = async (targetId: string): Promise<ReceivedEvent[]> => {
  await world.service.get(DelaysWorker).sweep();
  return delays(targetId);
};

const operator = (line: string, options: OrderOptions = {}): Promise<string[]> =>
  carryOut(world.database.adminUrl, readOrder(line.split(' '), options));

describe('a limit of the account (F42)', () => {
  it('whose end is only guessed is tried once after five minutes, and a second time at its end', async () => {
    const { person, account } = await connected('linkedin');
    await world.sandbox.fault('linkedin', { mode: 'rate_limit', calls: ['prepare', 'publish'] });
    clock.skewMs = new Date().setUTCHours(12, 0, 0, 0) - Date.now();
    const post = await world.due(person, account);
    const minutesLeft = async (): Promise<number> => {
      // Of a lane that nobody holds: its holder sets the next time when it hands the lane back.
      const { rows } = await world.admin.query<{ left: string }>(
        `SELECT extract(epoch FROM blocked_until - now()) / 60 AS left FROM publisher.lanes
        WHERE id = $1 AND lease_until = '-infinity'`,
        [account.id],
      );
      return Number(rows[0]?.left);
    };
    const blocked = (from: number, to: number) =>
      eventually('the account waits', async () => {
        const left = await minutesLeft();
        expect(left).toBeGreaterThan(from);
        expect(left).toBeLessThanOrEqual(to);
      });
    await blocked(3, 5);
    await world.admin.query('UPDATE publisher.lanes SET blocked_until = now(), ready_at = now() WHERE id = $1', [
      account.id,
    ]);
    await world.admin.query('UPDATE publisher.publish_jobs SET ready_at = now() WHERE account_id = $1', [account.id]);
    await blocked(12 * 60 - 2, 12 * 60);
    await world.sandbox.fault('linkedin', { mode: 'none' });
    await world.admin.query('UPDATE publisher.lanes SET blocked_until = now(), ready_at = now() WHERE id = $1', [
      account.id,
    ]);
    await world.admin.query('UPDATE publisher.publish_jobs SET ready_at = now() WHERE account_id = $1', [account.id]);
    await ended(post.targetId, /^published/);
  });

  it('delays every post of the account, announces the end once for each, calls nothing earlier, and then sends all', async () => {
    const { person, account } = await connected('facebook');
    await world.sandbox.fault('facebook', { mode: 'rate_limit', retryAfter: 60, calls: ['publish'], count: 1 });
    const first = await world.due(person, account);
    await eventually('it is told', async () => expect(await delays(first.targetId)).toHaveLength(1));
    const [delay] = await delays(first.targetId);
    expect(delay?.data).toMatchObject({ round: 1, error: { message: expect.stringMatching(/^Facebook/) } });
    const made = await world.callsOf('facebook');
    const more = [await world.due(person, account), await world.due(person, account)];
    for (const post of more) {
      await eventually('it is told too', async () => expect(await delays(post.targetId)).toHaveLength(1));
    }
    const until = await world.admin.query<{ blocked_until: Date; left: string }>(
      `SELECT greatest(l.blocked_until, b.blocked_until) AS blocked_until, extract(epoch FROM greatest(l.blocked_until, b.blocked_until) - now()) AS left
      FROM publisher.lanes l LEFT JOIN publisher.budgets b ON b.platform = l.platform WHERE l.id = $1`,
      [account.id],
    );
    for (const post of [first, ...more]) {
      const [one] = await delays(post.targetId);
      expect(
        Math.abs(Date.parse(String(one?.data['until'])) - (until.rows[0]?.blocked_until.getTime() ?? 0)),
      ).toBeLessThan(5_000);
    }
    expect(Number(until.rows[0]?.left)).toBeGreaterThan(40);
    expect(await world.callsOf('facebook')).toBe(made);
    await world.admin.query('UPDATE publisher.lanes SET blocked_until = now(), ready_at = now() WHERE id = $1', [
      account.id,
    ]);
    await world.admin.query('UPDATE publisher.budgets SET blocked_until = now()');
    await world.admin.query('UPDATE publisher.publish_jobs SET ready_at = now() WHERE account_id = $1', [account.id]);
    for (const post of [first, ...more]) {
      await ended(post.targetId, /^published/);
      const events = await world.eventsOf(post.targetId);
      expect(events.filter((event) => event.subject === DELAYED)).toHaveLength(1);
      expect(events.at(-1)?.subject).toBe('publisher.target.published.v1');
    }
    expect(await world.sandbox.publications({ account: account.accountId })).toHaveLength(3);
  });

  it('announces a new end, and only a new end', async () => {
    const { person, account } = await connected('twitter');
    await world.admin.query(
      `UPDATE publisher.lanes SET blocked_until = now() + interval '1 hour', block_message = 'X asks us to slow down.' WHERE id = $1`,
      [account.id],
    );
    const { targetId } = await world.due(person, account);
    await eventually('it is told', async () => expect(await delays(targetId)).toHaveLength(1));
    await world.admin.query(`UPDATE publisher.lanes SET blocked_until = blocked_until + interval '2 s' WHERE id = $1`, [
      account.id,
    ]);
    const other = await world.due(person, account);
    await eventually('a later one is told', async () => expect(await delays(other.targetId)).toHaveLength(1));
    expect(await delays(targetId)).toHaveLength(1);
    await world.admin.query(
      `UPDATE publisher.lanes SET blocked_until = blocked_until + interval '2 hours' WHERE id = $1`,
      [account.id],
    );
    await eventually('the new end is told', async () => expect(await sweptDelays(targetId)).toHaveLength(2));
  });

  it('outlives a new consent: reconnecting does not call early', async () => {
    const { person, account } = await connected('twitter');
    await world.admin.query(`UPDATE publisher.lanes SET blocked_until = now() + interval '1 hour' WHERE id = $1`, [
      account.id,
    ]);
    const name = rowsOf(await world.service.rpc(publisherRpc.accountList, {}, callerOf(person)))[0]?.accountName;
    expect((await world.connect(person, 'twitter', name)).id).toBe(account.id);
    const { targetId } = await world.due(person, account);
    await eventually('it is delayed', async () => expect(await delays(targetId)).toHaveLength(1));
    expect(await world.sandbox.publications({ account: account.accountId })).toHaveLength(0);
  });

  it('a post that becomes too late in the wait fails with the reason, and is not sent afterwards', async () => {
    const { person, account } = await connected('twitter');
    await world.admin.query(
      `UPDATE publisher.lanes SET blocked_until = now() + interval '1 hour', block_message = $2 WHERE id = $1`,
      [account.id, `X ended the connection. ${accountMessages.reconnect}`],
    );
    const { targetId } = await world.due(person, account);
    await eventually('it is delayed', async () => expect(await delays(targetId)).toHaveLength(1));
    await world.admin.query('UPDATE publisher.publish_jobs SET give_up_at = now() WHERE target_id = $1', [targetId]);
    await ended(
      targetId,
      /^failed The post could not go out in time\. X ended the connection\. Reconnect the account, then send this post again\.$/,
    );
    expect((await world.eventsOf(targetId)).at(-1)).toMatchObject({
      subject: 'publisher.target.failed.v1',
      data: { error: { code: 'too_late' } },
    });
    await world.admin.query('UPDATE publisher.lanes SET blocked_until = now(), ready_at = now() WHERE id = $1', [
      account.id,
    ]);
    const after = await world.due(person, account);
    await ended(after.targetId, /^published/);
    expect(await world.sandbox.publications({ account: account.accountId })).toHaveLength(1);
  });

  it('an outcome that stays open longer than the bound is shown, although nobody may look', async () => {
    const { person, account } = await connected('twitter');
    await world.sandbox.fault('twitter', { mode: 'hang_after', count: 1 });
    const { targetId } = await world.due(person, account);
    // The intent alone is not enough: a call that is still on its way would meet the next fault instead of this one.
    await eventually('it has arrived', async () =>
      expect(await world.sandbox.publications({ account: account.accountId })).toHaveLength(1),
    );
    // While the call still hangs: a verification before the limit would find the post.
    await world.sandbox.fault('twitter', { mode: 'error', calls: ['read', 'status'] });
    await world.admin.query(`UPDATE publisher.lanes SET blocked_until = now() + interval '1 day' WHERE id = $1`, [
      account.id,
    ]);
    await eventually('the metrics show it', async () => {
      expect(await metrics.openAttemptsCount.value({ platform: 'twitter' })).toBeGreaterThan(0);
      expect(await metrics.openAttemptsOldestSeconds.value({ platform: 'twitter' })).toBeGreaterThan(0);
    });
    await world.admin.query(
      `UPDATE publisher.publish_attempts SET intent_at = now() - interval '31 minutes' WHERE account_id = $1 AND outcome = 'open'`,
      [account.id],
    );
    await eventually('the lane is asked', async () => {
      await world.admin.query('UPDATE publisher.lanes SET ready_at = now() WHERE id = $1', [account.id]);
      expect(await world.job(targetId)).toMatchObject({ state: 'needs_attention', error_code: 'cannot_tell' });
    });
  });
});

describe('a pause of a whole platform', () => {
  it('is one row: accounts that made no call wait as well, their people learn why, and other platforms continue', async () => {
    const [one, two, other] = [await connected('twitter'), await connected('twitter'), await connected('facebook')];
    await world.admin.query(
      `INSERT INTO publisher.budgets (platform, blocked_until, code, message) VALUES ('twitter', now() + interval '10 minutes', 'app_limit', 'X asks us to slow down.')`,
    );
    const made = await world.callsOf('twitter');
    const posts = [await world.due(one.person, one.account), await world.due(two.person, two.account)];
    const free = await world.due(other.person, other.account);
    await ended(free.targetId, /^published/);
    for (const post of posts) {
      await eventually('it is delayed', async () => expect(await delays(post.targetId)).toHaveLength(1));
      expect((await delays(post.targetId))[0]?.data).toMatchObject({
        error: { code: 'app_limit', message: 'X asks us to slow down.' },
      });
    }
    expect(await world.callsOf('twitter')).toBe(made);
    await world.admin.query('DELETE FROM publisher.budgets');
    for (const post of posts) {
      await ended(post.targetId, /^published/);
    }
  });
});

describe('an outcome that stays open longer than the bound', () => {
  it.each(['the platform is paused', 'the platform is stopped', 'the account is stopped', 'the platform has no app'])(
    'is shown to its owner while %s, and nothing is called',
    async (why) => {
      const { person, account } = await connected('twitter');
      await world.sandbox.fault('twitter', { mode: 'hang_after', count: 1 });
      const { targetId } = await world.due(person, account);
      await eventually('it has arrived', async () =>
        expect(await world.sandbox.publications({ account: account.accountId })).toHaveLength(1),
      );
      await world.sandbox.fault('twitter', { mode: 'error', calls: ['read', 'status'] });
      if (why === 'the platform is paused') {
        await world.admin.query(
          `INSERT INTO publisher.budgets (platform, blocked_until, code, message) VALUES ('twitter', now() + interval '1 day', 'app_limit', 'X asks us to slow down.')`,
        );
      } else if (why === 'the platform has no app') {
        await world.service.close();
        await world.open({ X_CLIENT_ID: '' });
      } else {
        await operator(`stop ${why === 'the platform is stopped' ? 'platform:twitter' : `account:${account.id}`}`);
      }
      try {
        await eventually('the call has ended', async () => {
          const { rows } = await world.admin.query<{ lease_until: number }>(
            `SELECT 1 FROM publisher.lanes WHERE id = $1 AND lease_until <= now()`,
            [account.id],
          );
          expect(rows).toHaveLength(1);
        });
        await world.admin.query(
          `UPDATE publisher.publish_attempts SET intent_at = now() - interval '31 minutes' WHERE account_id = $1 AND outcome = 'open'`,
          [account.id],
        );
        await world.admin.query(`UPDATE publisher.lanes SET ready_at = now() WHERE id = $1`, [account.id]);
        const made = await world.callsOf('twitter');
        await ended(targetId, /^needs_attention X did not tell us/);
        expect((await world.eventsOf(targetId)).at(-1)).toMatchObject({
          subject: 'publisher.target.needs-attention.v1',
          data: { error: { code: 'cannot_tell' } },
        });
        expect(await world.callsOf('twitter')).toBe(made);
      } finally {
        if (why === 'the platform has no app') {
          await world.service.close();
          await world.open();
        }
      }
    },
  );
});

describe('the stop switch', () => {
  it.each(['all', 'platform:twitter', 'account'])(
    '%s: nothing is called, people are notified, and all follows after the resume',
    async (what) => {
      const { person, account } = await connected('twitter');
      const subject = what === 'account' ? `account:${account.id}` : what;
      expect(
        await operator(`stop ${subject}`, { until: '2126-11-21T14:30:00Z', reason: 'Maintenance' }),
      ).toContainEqual(
        expect.stringMatching(`^STOPPED ${subject} since .* expected until 2126-11-21 14:30Z \\(Maintenance\\)$`),
      );
      const made = await world.callsOf('twitter');
      const { targetId } = await world.due(person, account);
      await eventually('it is delayed', async () => expect(await delays(targetId)).toHaveLength(1));
      expect((await delays(targetId))[0]?.data).toMatchObject({
        until: '2126-11-21T14:30:00.000Z',
        error: { code: 'stopped', message: 'Maintenance' },
      });
      expect(await operator('status')).toContainEqual(expect.stringMatching(/^twitter: \d+ waiting/));
      expect(await world.callsOf('twitter')).toBe(made);
      expect(await operator(`resume ${subject}`)).toContainEqual('Nothing is stopped.');
      await ended(targetId, /^published/);
    },
  );

  it('without an end it is announced one hour at a time', async () => {
    const { person, account } = await connected('twitter');
    await operator('stop platform:twitter');
    const { targetId } = await world.due(person, account);
    await eventually('it is delayed', async () => expect(await delays(targetId)).toHaveLength(1));
    const minutes = (Date.parse(String((await delays(targetId))[0]?.data['until'])) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(58);
    expect(minutes).toBeLessThan(61);
    await world.admin.query(`UPDATE publisher.switches SET changed_at = now() - interval '90 minutes'`);
    // An hour and a half into the stop the next end is half an hour away: nearer than what was announced, so nothing is announced again.
    await world.admin.query(`UPDATE publisher.publish_jobs SET told_until = now() WHERE target_id = $1`, [targetId]);
    await eventually('the next hour is told', async () => expect(await sweptDelays(targetId)).toHaveLength(2));
    await operator('resume platform:twitter');
    await ended(targetId, /^published/);
  });

  it('in the middle of a long queue no further post of the account goes out', async () => {
    const { person, account } = await connected('twitter');
    await world.sandbox.fault('twitter', { mode: 'latency', latencyMs: 150, calls: ['publish'] });
    const posts = [];
    for (let n = 0; n < 12; n += 1) {
      posts.push(await world.due(person, account));
    }
    await eventually('some are out', async () => {
      expect((await world.sandbox.publications({ account: account.accountId })).length).toBeGreaterThan(2);
    });
    await operator(`stop account:${account.id}`);
    const stoppedAt = Date.now();
    await eventually('nothing is under way', async () => {
      expect(
        await world.count(
          `SELECT count(*) AS n FROM publisher.publish_attempts WHERE account_id = $1 AND outcome = 'open'`,
          [account.id],
        ),
      ).toBe(0);
    });
    await eventually('the rest is told', async () => {
      await world.service.get(DelaysWorker).sweep();
      expect(
        await world.count(
          `SELECT count(*) AS n FROM publisher.publish_jobs WHERE account_id = $1 AND wait_code = 'delayed'`,
          [account.id],
        ),
      ).toBeGreaterThan(0);
    });
    const late = (await world.sandbox.publications({ account: account.accountId })).filter(
      (one) => Date.parse(one.at) > stoppedAt + 400,
    );
    expect(late).toHaveLength(0);
    await operator(`resume account:${account.id}`);
    for (const post of posts) {
      await ended(post.targetId, /^published/);
    }
    expect(await world.sandbox.publications({ account: account.accountId })).toHaveLength(12);
  });
});
