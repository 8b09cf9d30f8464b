import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resolveEvents, schedulingEvents } from '@postloom/contracts';
import type { EventEnvelope, SocialAccount } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';

const world = new PublisherWorld();

beforeAll(() => world.start({ sandbox: { SANDBOX_QUOTAS: 'off', SANDBOX_DUPLICATES: 'allow' } }));
afterAll(() => world.stop());

interface Post {
  readonly person: Person;
  readonly account: SocialAccount;
  readonly targetId: string;
  readonly postId: string;
  readonly caption: string;
}

/** A post whose outcome could not be verified. `isOut`: it is on the platform nevertheless. */
async function unclear(isOut: boolean): Promise<Post> {
  const person = world.person();
  const account = await world.connect(person, 'facebook');
  if (!isOut) {
    await world.sandbox.fault('facebook', { mode: 'error', calls: ['publish'], count: 1 });
  }
  const due = await world.due(person, account);
  await eventually('an attempt was made', async () =>
    expect(Number((await world.job(due.targetId))['attempts'])).toBeGreaterThan(0),
  );
  await world.admin.query(
    `UPDATE publisher.lanes SET lease_epoch = lease_epoch + 1, lease_until = '-infinity', ready_at = 'infinity' WHERE id = $1`,
    [account.id],
  );
  await world.admin.query(
    `UPDATE publisher.publish_attempts SET outcome = 'undecided', code = 'cannot_tell', settled_at = now() WHERE account_id = $1`,
    [account.id],
  );
  await world.admin.query(
    `UPDATE publisher.publish_jobs SET state = 'needs_attention', ready_at = 'infinity', remote_id = NULL, published_at = NULL, permalink = NULL,
      error_code = 'cannot_tell', error_message = 'Facebook did not tell us', version = version + 1 WHERE target_id = $1`,
    [due.targetId],
  );
  return { person, account, ...due };
}

function say(post: Post, outcome: 'published' | 'send_again' | 'give_up', round = 1): Promise<EventEnvelope> {
  return world.service.emitFrom(resolveEvents.targetResolved, {
    businessId: post.person.businessId,
    entityId: post.targetId,
    version: round,
    data: { targetId: post.targetId, round, postId: post.postId, outcome },
  });
}

const round = (post: Post, number: number) =>
  world.due(post.person, post.account, {
    targetId: post.targetId,
    postId: post.postId,
    caption: post.caption,
    round: number,
  });
const copies = async (post: Post): Promise<number> =>
  (await world.sandbox.publications({ account: post.account.accountId })).filter((one) => one.text === post.caption)
    .length;
const stateIs = (post: Post, number: number, state: string) =>
  eventually(
    `round ${number} is ${state}`,
    async () => {
      const job = await world.job(post.targetId, number);
      expect(`${String(job['state'])} ${state === job['state'] ? '' : String(job['error_message'])}`).toBe(`${state} `);
      return job;
    },
    { timeoutMs: 20_000 },
  );

describe('the person’s word', () => {
  it('"published": it is, under an id of our own that no platform gives, and the word is kept', async () => {
    const post = await unclear(true);
    const event = await say(post, 'published');
    const job = await stateIs(post, 1, 'published');
    expect(job).toMatchObject({
      remote_id: `person:${String(job['id'])}`,
      word: 'published',
      permalink: null,
      error_code: null,
    });
    await world.service.retell(event);
    await world.service.retell(event);
    const events = (await world.eventsOf(post.targetId)).filter(
      (event) => event.subject === 'publisher.target.published.v1',
    );
    expect(events.at(-1)?.data).toMatchObject({ remoteId: job['remote_id'] });
    const attempt = await world.admin.query<{ outcome: string }>(
      'SELECT outcome FROM publisher.publish_attempts WHERE job_id = $1',
      [job['id']],
    );
    expect(attempt.rows).toEqual([{ outcome: 'undecided' }]);
    expect((await world.job(post.targetId, 1))['version']).toBe(job['version']);
    expect(await copies(post)).toBe(1);
  });

  it('"give up": it ends as failed with that reason, once', async () => {
    const post = await unclear(false);
    const event = await say(post, 'give_up');
    const job = await eventually('it ended', async () => {
      const found = await world.job(post.targetId, 1);
      expect(found).toMatchObject({ state: 'failed', error_code: 'given_up', word: 'give_up' });
      return found;
    });
    await world.service.retell(event);
    await say(post, 'published');
    await say(post, 'send_again');
    // A later event of the same consumer was handled: whatever those three did is done.
    const after = await unclear(false);
    await say(after, 'give_up');
    await eventually('the later one is handled', async () =>
      expect((await world.job(after.targetId))['word']).toBe('give_up'),
    );
    expect((await world.job(post.targetId, 1))['version']).toBe(job['version']);
    expect(await copies(post)).toBe(0);
  });

  it.each(['the word first', 'the new round first', 'both at once'])(
    '"send again" sends once more, %s',
    async (order) => {
      const post = await unclear(false);
      if (order === 'the word first') {
        await say(post, 'send_again');
        await eventually('the word is kept', async () =>
          expect((await world.job(post.targetId, 1))['word']).toBe('send_again'),
        );
        await round(post, 2);
      } else if (order === 'the new round first') {
        await round(post, 2);
        await eventually('the round is there', () => world.job(post.targetId, 2));
        await say(post, 'send_again');
      } else {
        await Promise.all([say(post, 'send_again'), round(post, 2)]);
      }
      await stateIs(post, 2, 'published');
      await eventually('the old round ended', async () =>
        expect(await world.job(post.targetId, 1)).toMatchObject({ state: 'failed', error_code: 'sent_again' }),
      );
      expect(await copies(post)).toBe(1);
      // Events of the old round have a smaller version than any of the new one.
      const versions = (await world.eventsOf(post.targetId)).map((event) => [event.data['round'], event.version]);
      expect(versions.every(([number, version]) => Math.floor(Number(version) / 100_000) === number)).toBe(true);
    },
  );

  it('"send again" of a post that is there after all: it is found, not sent twice', async () => {
    const post = await unclear(true);
    await Promise.all([say(post, 'send_again'), round(post, 2)]);
    const job = await stateIs(post, 2, 'published');
    expect(job['attempts']).toBe(0);
    expect(await copies(post)).toBe(1);
  });

  it('"send again" where the platform can’t be read: the word decides', async () => {
    const post = await unclear(false);
    await world.sandbox.fault('facebook', { mode: 'error', calls: ['read', 'status'] });
    await Promise.all([say(post, 'send_again'), round(post, 2)]);
    await eventually('it was sent', async () => expect(await copies(post)).toBe(1), { timeoutMs: 20_000 });
    await world.sandbox.fault('facebook', { mode: 'none' });
    await stateIs(post, 2, 'published');
    expect(await copies(post)).toBe(1);
  });

  it('"give up" and then a retry of a post that is there after all: it is found, not sent twice', async () => {
    const post = await unclear(true);
    await say(post, 'give_up');
    await eventually('the word is kept', async () =>
      expect((await world.job(post.targetId, 1))['word']).toBe('give_up'),
    );
    await round(post, 2);
    const job = await stateIs(post, 2, 'published');
    expect(job['attempts']).toBe(0);
    expect(await copies(post)).toBe(1);
  });

  it('a post that is deleted while its call is on its way is not sent once more when the call came to nothing', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await world.sandbox.fault('facebook', { mode: 'error', calls: ['publish'], count: 1 });
    const due = await world.due(person, account);
    await eventually('it was sent', async () => expect((await world.job(due.targetId))['state']).toBe('verifying'));
    await world.service.emitFrom(schedulingEvents.postDeleted, {
      businessId: person.businessId,
      entityId: due.postId,
      version: 2,
      data: { postId: due.postId, photoIds: [], targetIds: [due.targetId] },
    });
    await eventually(
      'it ended',
      async () =>
        expect(await world.job(due.targetId)).toMatchObject({ state: 'failed', error_code: 'given_up', attempts: 1 }),
      { timeoutMs: 20_000 },
    );
    expect(await copies({ person, account, ...due })).toBe(0);
  });

  it('while an attempt is open the word sends nothing: what we see ourselves decides', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await world.sandbox.fault('facebook', { mode: 'hang_after', count: 1 });
    const due = await world.due(person, account);
    const post = { person, account, ...due };
    await eventually('it was sent', async () => expect((await world.job(due.targetId))['state']).toBe('verifying'));
    await say(post, 'give_up');
    await Promise.all([say(post, 'send_again'), round(post, 2)]);
    await eventually('it is found', async () => expect((await world.job(due.targetId))['state']).toBe('published'), {
      timeoutMs: 20_000,
    });
    expect(await copies(post)).toBe(1);
    expect((await world.job(due.targetId))['remote_id']).not.toMatch(/^person:/);
  });

  it('"give up" and then a retry while the outcome is still looked for: what is proven absent is sent', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await world.sandbox.fault('facebook', { mode: 'error', calls: ['publish', 'read', 'status'] });
    const due = await world.due(person, account);
    const post = { person, account, ...due };
    await eventually('it was sent', async () => expect((await world.job(due.targetId))['state']).toBe('verifying'));
    await say(post, 'give_up');
    await eventually('the word is kept', async () => expect((await world.job(due.targetId))['word']).toBe('give_up'));
    await round(post, 2);
    await eventually('the round is adopted', async () => expect((await world.job(due.targetId))['round']).toBe(2));
    await world.sandbox.fault('facebook', { mode: 'none' });
    await stateIs(post, 2, 'published');
    expect(await copies(post)).toBe(1);
  });

  it('... and with the caption of the retry, when its person has changed it in the meantime', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await world.sandbox.fault('facebook', { mode: 'error', calls: ['publish', 'read', 'status'] });
    const due = await world.due(person, account);
    const post = { person, account, ...due };
    await eventually('it was sent', async () => expect((await world.job(due.targetId))['state']).toBe('verifying'));
    const { targetId, postId } = due;
    const caption = `${due.caption}, and cake`;
    await world.due(person, account, { targetId, postId, caption, round: 2 });
    await eventually('the round is adopted', async () => expect((await world.job(targetId))['round']).toBe(2));
    await world.sandbox.fault('facebook', { mode: 'none' });
    await stateIs(post, 2, 'published');
    expect((await world.sandbox.publications({ account: account.accountId })).map(({ text }) => text)).toEqual([
      caption,
    ]);
  });

  it('... but not before it was looked for them, where a restored database may have forgotten that they went out', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    const caption = `Cake ${randomUUID()}`;
    const lost = await world.due(person, account, { caption });
    await stateIs({ person, account, ...lost }, 1, 'published');
    await world.admin.query('DELETE FROM publisher.publish_jobs WHERE target_id = $1', [lost.targetId]);
    await world.sandbox.fault('facebook', { mode: 'error', calls: ['publish', 'read', 'status'] });
    const due = await world.due(person, account);
    const { targetId, postId } = due;
    await eventually('it was sent', async () => expect((await world.job(targetId))['state']).toBe('verifying'));
    await world.due(person, account, { targetId, postId, caption, round: 2 });
    await eventually('the round is adopted', async () => expect((await world.job(targetId))['round']).toBe(2));
    await world.admin.query(
      `UPDATE publisher.publish_jobs SET first_intent_at = first_intent_at - interval '1 hour' WHERE target_id = $1`,
      [targetId],
    );
    await world.admin.query(
      `INSERT INTO publisher.switches (subject, is_stopped, recovered_to) VALUES ('all', false, now() + interval '1 hour')`,
    );
    try {
      await world.sandbox.fault('facebook', { mode: 'none' });
      await stateIs({ person, account, ...due }, 2, 'published');
    } finally {
      await world.admin.query(`DELETE FROM publisher.switches WHERE subject = 'all'`);
    }
    expect((await world.sandbox.publications({ account: account.accountId })).map(({ text }) => text)).toEqual([
      caption,
    ]);
  });

  it('a late retry of a post that was deleted meanwhile sends nothing', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await world.sandbox.fault('facebook', { mode: 'error', calls: ['publish', 'read', 'status'] });
    const due = await world.due(person, account);
    const post = { person, account, ...due };
    await eventually('it was sent', async () => expect((await world.job(due.targetId))['state']).toBe('verifying'));
    await world.service.emitFrom(schedulingEvents.postDeleted, {
      businessId: person.businessId,
      entityId: due.postId,
      version: 2,
      data: { postId: due.postId, photoIds: [], targetIds: [due.targetId] },
    });
    await eventually('the word is kept', async () => expect((await world.job(due.targetId))['word']).toBe('give_up'));
    await round(post, 2);
    await eventually('the round is adopted', async () => expect((await world.job(due.targetId))['round']).toBe(2));
    await world.sandbox.fault('facebook', { mode: 'none' });
    await eventually(
      'it ended',
      async () => expect(await world.job(due.targetId)).toMatchObject({ state: 'failed', error_code: 'given_up' }),
      { timeoutMs: 20_000 },
    );
    expect(await copies(post)).toBe(0);
  });

  it('another business’s word changes nothing', async () => {
    const post = await unclear(false);
    await say({ ...post, person: world.person() }, 'give_up');
    const after = await unclear(false);
    await say(after, 'give_up');
    await eventually('the later one is handled', async () =>
      expect((await world.job(after.targetId))['word']).toBe('give_up'),
    );
    expect(await world.job(post.targetId)).toMatchObject({ state: 'needs_attention', word: null });
  });
});
