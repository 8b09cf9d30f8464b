import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SocialAccount } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import type { Publication } from '../testing/sandbox-process.ts';
import { PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';

/**
 * LinkedIn and TikTok through the whole engine: what their adapters need of it beyond the first three (a resend as verification, a post
 * that is accepted first and refused or published later).
 */
const world = new PublisherWorld();
const BOUND_MS = 8_000;

beforeAll(async () => {
  await world.start({ env: { PUBLISH_BOUND_MS: String(BOUND_MS), LINKEDIN_MEMBER_WAIT_MS: '20' } });
  await world.sandbox.settings({ quotas: 'off', tiktokModerationMs: 0 });
});
afterAll(() => world.stop());
afterEach(async () => {
  for (const target of ['linkedin', 'tiktok']) {
    await world.sandbox.fault(target, { mode: 'none' });
  }
});

type Subject = 'linkedin member' | 'linkedin page' | 'tiktok';

async function ready(subject: Subject): Promise<{ person: Person; account: SocialAccount; photos: string[] }> {
  const person = world.person();
  const name = `Shop ${randomBytes(4).toString('hex')}`;
  const platform = subject === 'tiktok' ? 'tiktok' : 'linkedin';
  let account = await world.connect(person, platform, name);
  // A new member of the sandbox administers one page.
  if (subject === 'linkedin page') {
    account = await world.connect(person, platform, `${name} Company`);
  }
  const photos: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    photos.push((await world.media.add(person.businessId, { width: 640 + n })).id);
  }
  return { person, account, photos };
}

const publicationsOf = (account: SocialAccount): Promise<Publication[]> =>
  world.sandbox.publications({ platform: account.platform, account: account.accountId.split(':').at(-1) ?? '' });

async function ended(targetId: string, state: string): Promise<Record<string, unknown>> {
  return eventually(`the job is ${state}`, async () => {
    const job = await world.job(targetId);
    expect(`${String(job['state'])} ${String(job['error_message'] ?? '')}`).toMatch(new RegExp(`^${state}`));
    return job;
  });
}

describe.each<Subject>(['linkedin member', 'linkedin page', 'tiktok'])('a due post: %s', (subject) => {
  it.each([1, 3])('with %i pictures is public once, and is reported with id and permalink', async (count) => {
    const { person, account, photos } = await ready(subject);
    const { targetId, caption } = await world.due(person, account, { photoIds: photos.slice(0, count) });
    await ended(targetId, 'published');
    const posts = await publicationsOf(account);
    expect(posts).toMatchObject([{ text: caption, kind: count === 1 ? 'photo' : 'carousel' }]);
    expect(posts[0]?.media).toHaveLength(count);
    const events = await world.eventsOf(targetId);
    expect(events.at(-1)).toMatchObject({
      subject: 'publisher.target.published.v1',
      data: { remoteId: posts[0]?.remoteId, permalink: posts[0]?.permalink, attempts: 1 },
    });
  });

  it.each(['hang_after', 'garbage'])('is public once after %s', async (mode) => {
    const { person, account, photos } = await ready(subject);
    await world.sandbox.fault(account.platform, { mode, calls: ['publish'], count: 1 });
    const { targetId } = await world.due(person, account, { photoIds: photos.slice(0, 1) });
    const job = await ended(targetId, 'published');
    const posts = await publicationsOf(account);
    expect(posts).toHaveLength(1);
    expect(job['remote_id']).toBe(posts[0]?.remoteId);
  });

  it('notifies the person when the platform refuses the picture', async () => {
    const { person, account, photos } = await ready(subject);
    await world.sandbox.fault(account.platform, { mode: 'media_rejected', count: 1 });
    const { targetId } = await world.due(person, account, { photoIds: photos.slice(0, 1) });
    const job = await ended(targetId, 'failed');
    expect(job['error_message']).toMatch(/^(LinkedIn|TikTok) refused the picture: /);
    expect(await publicationsOf(account)).toEqual([]);
  });
});

describe('a call that never reached the platform', () => {
  it.each<Subject>(['linkedin member', 'linkedin page'])('%s: goes out once all the same', async (subject) => {
    const { person, account, photos } = await ready(subject);
    await world.sandbox.fault('linkedin', { mode: 'reset_before', calls: ['publish'], count: 1 });
    const { targetId } = await world.due(person, account, { photoIds: photos.slice(0, 1) });
    await ended(targetId, 'published');
    expect(await publicationsOf(account)).toHaveLength(1);
  });

  it('tiktok: is left to the person, because a post that is not listed may still come', async () => {
    const { person, account, photos } = await ready('tiktok');
    await world.sandbox.fault('tiktok', { mode: 'reset_before', calls: ['publish'], count: 1 });
    const { targetId } = await world.due(person, account, { photoIds: photos.slice(0, 1) });
    const job = await ended(targetId, 'needs_attention');
    expect(job['error_message']).toBe(
      'TikTok did not tell us whether this post went out. Look at the account on TikTok before posting it again.',
    );
    expect(job['attempts']).toBe(1);
    expect(await publicationsOf(account)).toEqual([]);
  });
});

it('linkedin member: a second identical post is refused with the reason, and the first is not claimed', async () => {
  const { person, account } = await ready('linkedin member');
  const first = await world.due(person, account, { caption: 'The same words' });
  await ended(first.targetId, 'published');
  const second = await world.due(person, account, { caption: 'The same words' });
  const job = await ended(second.targetId, 'failed');
  expect(job['error_message']).toBe(
    'LinkedIn refused the post because the same text was posted before. Change the text, then retry.',
  );
  expect(await publicationsOf(account)).toHaveLength(1);
});

it('linkedin member: with both answers lost the person decides, and there is one post', async () => {
  const { person, account, photos } = await ready('linkedin member');
  await world.sandbox.fault('linkedin', { mode: 'hang_after', calls: ['publish'], count: 1 });
  const { targetId } = await world.due(person, account, { photoIds: photos.slice(0, 1) });
  await eventually('the first call hangs', async () => expect(await publicationsOf(account)).toHaveLength(1));
  await world.sandbox.fault('linkedin', { mode: 'reset_before', calls: ['publish'], count: 5 });
  await ended(targetId, 'needs_attention');
  expect(await publicationsOf(account)).toHaveLength(1);
});

it('tiktok: endless processing ends in its time, undecided', async () => {
  const { person, account, photos } = await ready('tiktok');
  await world.sandbox.fault('tiktok', { mode: 'processing_forever', count: 1 });
  const startedAt = performance.now();
  const { targetId } = await world.due(person, account, { photoIds: photos.slice(0, 1) });
  await ended(targetId, 'needs_attention');
  expect(performance.now() - startedAt).toBeLessThan(BOUND_MS + 12_000);
});
