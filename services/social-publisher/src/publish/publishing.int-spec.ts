import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { publisherRpc, rowsOf, schedulingEvents } from '@postloom/contracts';
import type { Platform, SocialAccount } from '@postloom/contracts';
import { removeOld, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';
import { retention } from '../retention.ts';

const world = new PublisherWorld();
const platforms: Platform[] = ['instagram', 'facebook', 'twitter'];

beforeAll(() => world.start());
afterAll(() => world.stop());
beforeEach(async () => {
  for (const platform of platforms) {
    await world.sandbox.fault(platform, { mode: 'none' });
  }
});

async function ready(
  platform: Platform,
): Promise<{ person: Person; account: SocialAccount; photoIds: string[]; sha256: string }> {
  const person = world.person();
  const account = await world.connect(person, platform);
  const photo = await world.media.add(person.businessId);
  return { person, account, photoIds: [photo.id], sha256: photo.sha256 };
}

const publicationsOf = (account: SocialAccount) =>
  world.sandbox.publications({ platform: account.platform, account: account.accountId });

async function state(targetId: string, wanted: string, timeoutMs = 15_000): Promise<Record<string, unknown>> {
  return eventually(
    `the job is ${wanted}`,
    async () => {
      const job = await world.job(targetId);
      expect(`${String(job['state'])} ${String(job['error_message'] ?? '')}`).toMatch(new RegExp(`^${wanted}`));
      return job;
    },
    { timeoutMs },
  );
}

describe.each<Platform>(['instagram', 'facebook', 'twitter'])('a due post on %s', (platform) => {
  it('is public once, with the caption and the picture, and is reported with its permalink', async () => {
    const { person, account, photoIds, sha256 } = await ready(platform);
    const dueAt = new Date();
    const { targetId, caption, postId } = await world.due(person, account, { photoIds, dueAt: dueAt.toISOString() });
    await state(targetId, 'published');
    const posts = await publicationsOf(account);
    expect(posts).toMatchObject([{ text: caption, media: [{ sha256 }] }]);
    expect(new Set(world.media.askedFor.get(photoIds[0] ?? ''))).toEqual(new Set([platform]));
    expect(Date.parse(posts[0]?.at ?? '') - dueAt.getTime()).toBeLessThan(1_000);
    const events = await world.eventsOf(targetId);
    expect(events.map((event) => event.subject)).toEqual(['publisher.target.published.v1']);
    expect(events.every((event) => event.businessId === person.businessId)).toBe(true);
    expect(events[0]?.data).toMatchObject({
      postId,
      round: 1,
      attempts: 1,
      remoteId: posts[0]?.remoteId,
      permalink: expect.stringMatching(/^http/),
    });
  });

  it('reports each failed try with its reason and the time of the next, and that it goes on', async () => {
    const person = world.person();
    const account = await world.connect(person, platform);
    await world.sandbox.fault(platform, { mode: 'error', status: 503, count: 2, calls: ['prepare'] });
    const photoIds = [(await world.media.add(person.businessId)).id];
    const { targetId } = await world.due(person, account, { photoIds });
    await eventually('it is public', async () => expect((await world.job(targetId))['state']).toBe('published'), {
      timeoutMs: 20_000,
    });
    const tries = (await world.eventsOf(targetId)).filter(({ subject }) => subject === 'publisher.target.delayed.v1');
    expect(tries.map(({ data }) => data['failures'])).toEqual([1, 2]);
    expect(tries[0]?.data).toMatchObject({ until: expect.any(String), error: { message: expect.any(String) } });
    expect((await world.eventsOf(targetId)).at(-1)?.subject).toBe('publisher.target.published.v1');
  });

  it('is public once although the platform hung after taking it, and although its due event arrives three times', async () => {
    const { person, account, photoIds } = await ready(platform);
    await world.sandbox.fault(platform, { mode: 'hang_after', count: 1 });
    const { targetId, event } = await world.due(person, account, { photoIds });
    await world.service.retell(event);
    await world.service.retell(event);
    await state(targetId, 'published');
    expect(await publicationsOf(account)).toHaveLength(1);
    expect((await world.job(targetId))['attempts']).toBe(1);
  });

  it('goes out after a connection that broke before the platform took it', async () => {
    const { person, account, photoIds } = await ready(platform);
    await world.sandbox.fault(platform, { mode: 'reset_before', calls: ['publish'], count: 1 });
    const { targetId } = await world.due(person, account, { photoIds });
    const job = await state(targetId, 'published');
    expect(job['attempts']).toBe(2);
    expect(await publicationsOf(account)).toHaveLength(1);
  });

  it('waits when the person removed the app, makes one call, and follows after reconnecting', async () => {
    const { person, account, photoIds } = await ready(platform);
    await world.sandbox.fault(platform, { mode: 'token_revoked', count: 1 });
    const first = await world.due(person, account, { photoIds });
    await eventually('the account is broken', async () => {
      expect(await world.service.rpc(publisherRpc.accountStatus, {}, callerOf(person))).toMatchObject({
        [platform]: false,
      });
    });
    await eventually('the owner is told', async () => {
      expect((await world.eventsOf(account.id)).map((event) => event.subject)).toContain('publisher.account.broken.v1');
    });
    const calls = await world.callsOf(platform);
    expect(calls).toBeGreaterThan(0);
    const more = [await world.due(person, account, { photoIds }), await world.due(person, account, { photoIds })];
    for (const post of [first, ...more]) {
      await eventually('the post says why it waits', async () => {
        const events = await world.eventsOf(post.targetId);
        expect(events.at(-1)).toMatchObject({
          subject: 'publisher.target.needs-attention.v1',
          data: { error: { message: expect.stringContaining('Reconnect') } },
        });
      });
    }
    expect(await world.callsOf(platform)).toBe(calls);
    expect(await publicationsOf(account)).toHaveLength(0);

    const name = rowsOf(await world.service.rpc(publisherRpc.accountList, {}, callerOf(person)))[0]?.accountName;
    const again = await world.connect(person, platform, name);
    expect(again.id).toBe(account.id);
    for (const post of [first, ...more]) {
      await state(post.targetId, 'published');
    }
    expect(await publicationsOf(account)).toHaveLength(3);
  });

  it('is delayed by a rate limit, not dropped, and nothing is called meanwhile', async () => {
    const { person, account, photoIds } = await ready(platform);
    await world.sandbox.fault(platform, { mode: 'rate_limit', retryAfter: 60, calls: ['publish'], count: 1 });
    const { targetId } = await world.due(person, account, { photoIds });
    await eventually('the job waits', async () => expect((await world.job(targetId))['wait_code']).not.toBeNull());
    await eventually('the lane is at rest until the limit ends', async () => {
      const lane = await world.admin.query<{ seconds: string }>(
        'SELECT extract(epoch FROM ready_at - now()) AS seconds FROM publisher.lanes WHERE id = $1',
        [account.id],
      );
      expect(Number(lane.rows[0]?.seconds)).toBeGreaterThan(30);
    });
    const calls = await world.callsOf(platform);
    expect(calls).toBeGreaterThan(0);
    const other = await world.due(person, account, { photoIds });
    await eventually('the second is queued', () => world.job(other.targetId));
    expect(await world.callsOf(platform)).toBe(calls);
    // The limit ends.
    await world.admin.query(`UPDATE publisher.lanes SET blocked_until = now(), ready_at = now() WHERE id = $1`, [
      account.id,
    ]);
    await world.admin.query(
      `UPDATE publisher.publish_jobs SET ready_at = now() WHERE account_id = $1 AND state = 'prepared'`,
      [account.id],
    );
    await state(targetId, 'published');
    await state(other.targetId, 'published');
    expect(await publicationsOf(account)).toHaveLength(2);
  });
});

describe('ends that are not public', () => {
  it('a picture that Instagram refuses fails with a sentence that says what to do; the other platforms go out', async () => {
    const person = world.person();
    const photo = await world.media.add(person.businessId, { width: 1_000, height: 400 });
    const posts = new Map<Platform, string>();
    for (const platform of platforms) {
      const account = await world.connect(person, platform);
      posts.set(platform, (await world.due(person, account, { photoIds: [photo.id] })).targetId);
    }
    await state(posts.get('facebook') ?? '', 'published');
    await state(posts.get('twitter') ?? '', 'published');
    await state(posts.get('instagram') ?? '', 'failed Instagram refused the picture: its shape must be between 4:5');
  });

  it('a deleted picture fails with its reason', async () => {
    const { person, account, photoIds } = await ready('twitter');
    world.media.forget(photoIds[0] ?? '');
    const { targetId } = await world.due(person, account, { photoIds });
    await state(targetId, 'failed The picture of this post was deleted');
  });

  it('half a picture is never passed on', async () => {
    const { person, account, photoIds, sha256 } = await ready('facebook');
    world.media.cutNext = 1;
    const { targetId } = await world.due(person, account, { photoIds });
    await state(targetId, 'published');
    expect((await publicationsOf(account)).flatMap((post) => post.media.map((one) => one.sha256))).toEqual([sha256]);
    expect((await world.job(targetId))['failures']).toBe(1);
  });

  it('a platform that always fails is asked as often as the rule says, then a person reads so', async () => {
    const { person, account } = await ready('twitter');
    await world.sandbox.fault('twitter', { mode: 'reset_before', calls: ['publish'] });
    const { targetId } = await world.due(person, account);
    const job = await state(targetId, 'failed X did not take the post. We tried 3 times', 30_000);
    expect(job['attempts']).toBe(3);
    expect(await publicationsOf(account)).toHaveLength(0);
  });

  it('the same text twice: the platform’s refusal is our own first post, or says so', async () => {
    const { person, account } = await ready('twitter');
    const first = await world.due(person, account, { caption: 'The same words' });
    await state(first.targetId, 'published');
    const second = await world.due(person, account, { caption: 'The same words' });
    await state(second.targetId, 'failed X refused the post because the same text was posted before');
    expect(await publicationsOf(account)).toHaveLength(1);
  });

  it('may be tried until the time that its event names, six hours without one, and half an hour in any case', async () => {
    const { person, account, photoIds } = await ready('twitter');
    await world.sandbox.fault('twitter', { mode: 'token_revoked', count: 1 });
    const dueAt = new Date();
    const later = (minutes: number): string => new Date(dueAt.getTime() + minutes * 60_000).toISOString();
    const at = { photoIds, dueAt: dueAt.toISOString() };
    const [named, unnamed, short] = [
      await world.due(person, account, { ...at, giveUpAt: later(90) }),
      await world.due(person, account, at),
      await world.due(person, account, { ...at, giveUpAt: later(15) }),
    ];
    const minutes = async (targetId: string): Promise<number> => {
      const giveUpAt = (await world.job(targetId))['give_up_at'] as Date;
      return Math.round((giveUpAt.getTime() - dueAt.getTime()) / 60_000);
    };
    await eventually('all are queued', async () => {
      expect(await Promise.all([named, unnamed, short].map(({ targetId }) => minutes(targetId)))).toEqual([
        90, 360, 30,
      ]);
    });
    // The refusal is this test's own: unspent, it would meet a post of the next.
    await eventually('it waits', async () => expect((await world.job(named.targetId))['wait_code']).toBe('parked'));
  });

  it('what is too late is not sent', async () => {
    const { person, account, photoIds } = await ready('twitter');
    await world.sandbox.fault('twitter', { mode: 'token_revoked', count: 1 });
    const { targetId } = await world.due(person, account, { photoIds });
    await eventually('it waits', async () => expect((await world.job(targetId))['wait_code']).toBe('parked'));
    await world.admin.query(`UPDATE publisher.publish_jobs SET give_up_at = now() WHERE target_id = $1`, [targetId]);
    await world.admin.query(`UPDATE publisher.lanes SET ready_at = now() WHERE id = $1`, [account.id]);
    await state(
      targetId,
      'failed The post could not go out in time. X no longer accepts|failed The post could not go out in time. X ended',
    );
    expect(await publicationsOf(account)).toHaveLength(0);
  });
});

describe('rounds, deletions, other tenants', () => {
  it('a newer round never runs beside an older one', async () => {
    const { person, account } = await ready('twitter');
    await world.sandbox.fault('twitter', { mode: 'hang_after', count: 1 });
    const first = await world.due(person, account);
    await eventually('it was sent', async () => expect((await world.job(first.targetId))['state']).toBe('verifying'));
    await world.due(person, account, {
      targetId: first.targetId,
      postId: first.postId,
      caption: first.caption,
      round: 2,
    });
    await state(first.targetId, 'published');
    expect(await publicationsOf(account)).toHaveLength(1);
    // A third request gets the true state.
    await world.due(person, account, {
      targetId: first.targetId,
      postId: first.postId,
      caption: first.caption,
      round: 3,
    });
    await eventually('it is told again', async () => {
      expect((await world.eventsOf(first.targetId)).at(-1)).toMatchObject({
        subject: 'publisher.target.published.v1',
        data: { round: 3 },
      });
    });
    expect(await publicationsOf(account)).toHaveLength(1);
  });

  it('a retry after "we can’t tell" looks before it sends', async () => {
    const { person, account } = await ready('facebook');
    const first = await world.due(person, account);
    await state(first.targetId, 'published');
    // As if nobody had been able to verify it.
    await world.admin.query(
      `UPDATE publisher.publish_jobs SET state = 'needs_attention', remote_id = NULL, published_at = NULL, permalink = NULL, error_code = 'cannot_tell', error_message = 'x' WHERE target_id = $1`,
      [first.targetId],
    );
    await world.sandbox.settings({ duplicates: 'allow' });
    await world.due(person, account, {
      targetId: first.targetId,
      postId: first.postId,
      caption: first.caption,
      round: 2,
    });
    const job = await state(first.targetId, 'published');
    await world.sandbox.settings({ duplicates: 'refuse' });
    expect(job['attempts']).toBe(0);
    expect(await publicationsOf(account)).toHaveLength(1);
  });

  it('a deleted post is not published, in whatever order the two events arrive', async () => {
    const { person, account } = await ready('twitter');
    const early = randomUUID();
    await world.service.emitFrom(schedulingEvents.postDeleted, {
      businessId: person.businessId,
      data: { postId: early, photoIds: [], targetIds: [] },
    });
    await eventually('the deletion is known', async () => {
      expect(await world.count('SELECT count(*) AS n FROM publisher.deleted_posts WHERE post_id = $1', [early])).toBe(
        1,
      );
    });
    const buried = await world.due(person, account, { postId: early });
    const stop = `account:${account.id}`;
    await world.admin.query('INSERT INTO publisher.switches (subject, is_stopped) VALUES ($1, true)', [stop]);
    const late = await world.due(person, account);
    await eventually('it is queued', () => world.job(late.targetId));
    await world.service.emitFrom(schedulingEvents.postDeleted, {
      businessId: person.businessId,
      data: { postId: late.postId, photoIds: [], targetIds: [late.targetId] },
    });
    await state(late.targetId, 'cancelled');
    await world.admin.query('DELETE FROM publisher.switches WHERE subject = $1', [stop]);
    const alive = await world.due(person, account);
    await state(alive.targetId, 'published');
    await expect(world.job(buried.targetId)).rejects.toThrow('no job');
    expect(await publicationsOf(account)).toHaveLength(1);
  });

  it('another business’s account is refused, and nothing is sent', async () => {
    const { account } = await ready('twitter');
    const stranger = world.person();
    const { targetId } = await world.due(stranger, account);
    await eventually('it is refused', async () => {
      expect(await world.eventsOf(targetId)).toMatchObject([
        { subject: 'publisher.target.failed.v1', data: { error: { code: 'not_connected' } } },
      ]);
    });
    expect(await publicationsOf(account)).toHaveLength(0);
    await expect(
      world.service.rpc(publisherRpc.accountDisconnect, { id: account.id }, callerOf(stranger)),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await world.service.rpc(publisherRpc.accountList, {}, callerOf(stranger))).toEqual([]);
  });

  it('disconnecting: posts wait with the reason, the token is gone, the share of the plan is back', async () => {
    const { person, account } = await ready('facebook');
    expect(await world.service.rpc(publisherRpc.usageGet, { payerId: person.payerId }, callerOf(person))).toMatchObject(
      { used: 1 },
    );
    await world.service.rpc(publisherRpc.accountDisconnect, { platform: 'facebook' }, callerOf(person));
    expect(
      await world.count('SELECT count(*) AS n FROM publisher.account_secrets WHERE account_id = $1', [account.id]),
    ).toBe(0);
    expect(await world.service.rpc(publisherRpc.usageGet, { payerId: person.payerId }, callerOf(person))).toMatchObject(
      { used: 0 },
    );
    const { targetId } = await world.due(person, account);
    await eventually('it says why it waits', async () => {
      expect((await world.eventsOf(targetId)).at(-1)).toMatchObject({ data: { error: { code: 'disconnected' } } });
    });
    await world.connect(person, 'facebook', account.accountName);
    await state(targetId, 'published');
  });

  it('a restored database looks before it sends what was due before', async () => {
    const { person, account } = await ready('twitter');
    const first = await world.due(person, account);
    await state(first.targetId, 'published');
    // The backup knows the job as queued.
    await world.admin.query(`INSERT INTO publisher.switches (subject, is_stopped) VALUES ('account:' || $1, true)`, [
      account.id,
    ]);
    await world.admin.query(`DELETE FROM publisher.publish_attempts WHERE account_id = $1`, [account.id]);
    await world.admin.query(
      `UPDATE publisher.publish_jobs SET state = 'queued', ready_at = now(), remote_id = NULL, published_at = NULL, permalink = NULL, attempts = 0, first_intent_at = NULL WHERE account_id = $1`,
      [account.id],
    );
    await world.admin.query(
      `INSERT INTO publisher.switches (subject, recovered_to) VALUES ('all', now()) ON CONFLICT (subject) DO UPDATE SET recovered_to = now()`,
    );
    await world.sandbox.settings({ duplicates: 'allow' });
    await world.admin.query(`DELETE FROM publisher.switches WHERE subject = 'account:' || $1`, [account.id]);
    await world.admin.query('UPDATE publisher.lanes SET ready_at = now() WHERE id = $1', [account.id]);
    const job = await state(first.targetId, 'published');
    await world.sandbox.settings({ duplicates: 'refuse' });
    await world.admin.query(`DELETE FROM publisher.switches WHERE subject = 'all'`);
    expect(job['attempts']).toBe(0);
    expect(await publicationsOf(account)).toHaveLength(1);
  });
});

describe('attempts of long ago', () => {
  it('are forgotten 13 months after they were settled, their posts are not', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    const posts = [await world.due(person, account), await world.due(person, account)];
    for (const { targetId } of posts) {
      await state(targetId, 'published');
    }
    const [old, young] = posts.map(({ targetId }) => targetId);
    for (const [targetId, months] of [[old, 14] as const, [young, 12] as const]) {
      await world.admin.query(
        `UPDATE publisher.publish_attempts a SET settled_at = now() - make_interval(months => $2) FROM publisher.publish_jobs j
        WHERE j.id = a.job_id AND j.target_id = $1`,
        [targetId, months],
      );
    }
    const [attemptsRule] = retention;
    await removeOld(world.service.get(Uow), attemptsRule!);
    const attempts = (targetId: string | undefined) =>
      world.count(
        'SELECT count(*) AS n FROM publisher.publish_attempts a JOIN publisher.publish_jobs j ON j.id = a.job_id WHERE j.target_id = $1',
        [targetId],
      );
    expect([await attempts(old), await attempts(young)]).toEqual([0, 1]);
    expect(await world.job(old ?? '')).toMatchObject({ state: 'published' });
  });
});
