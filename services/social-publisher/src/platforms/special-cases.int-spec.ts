import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Random, SystemClock } from '@postloom/chassis';
import { platforms } from '@postloom/contracts';
import { AdapterWorld, problemOf, words } from './testing/adapter-world.ts';
import { mannerOf } from './testing/subjects.ts';
import type { Subject } from './testing/subjects.ts';
import { NotSent } from './platform.port.ts';
import type { SocialPlatform } from './platform.port.ts';
import { definitions } from './definitions.ts';
import { Platforms } from './platforms.registry.ts';

/** What only one platform does. */
const world = new AdapterWorld();

beforeAll(() => world.start());
afterAll(() => world.stop());
afterEach(async () => {
  await world.sandbox.settings({ quotas: 'off', tiktokAudited: true, tiktokModerationMs: 0, processingMs: 0 });
  for (const target of platforms) {
    await world.sandbox.fault(target, { mode: 'none' });
  }
});

function configured(subject: Subject, change: Record<string, string>): SocialPlatform {
  const configuration = world.configuration(change);
  const platform = new Platforms(configuration, definitions, world.http, new SystemClock(), new Random()).find(
    mannerOf(subject).platform,
    null,
  );
  if (platform === null) {
    throw new Error('not set up');
  }
  return platform;
}

describe('a LinkedIn member’s post whose answer was lost', () => {
  const subject = 'linkedin member';
  const lost = async (mode: string) => {
    const platform = world.platform(subject);
    const account = await world.connect(subject);
    const one = world.journey(account, words(), [await world.photo()]);
    await world.prepare(platform, one);
    await world.sandbox.fault('linkedin', { mode, count: 1, calls: ['publish'] });
    expect((await world.send(platform, one)).kind).toBe('unknown');
    return { platform, account, one };
  };
  const intentAt = new Date();

  it('is not asked about before the quarantine is over', async () => {
    const { platform, one } = await lost('hang_after');
    const calls = await world.counting(subject);
    expect(await world.verify(platform, one, { isSettled: false })).toEqual({
      kind: 'unclear',
      code: 'too_early_to_ask',
    });
    expect(await calls()).toBe(0);
  });

  it('is asked about once, inside the window, and the mark is saved before anything leaves', async () => {
    const { platform, account, one } = await lost('hang_after');
    let markAtGuard: unknown;
    const finding = await world.verify(platform, one, {
      intentAt,
      guard: () => {
        markAtGuard = one.steps['resentFor'];
      },
    });
    expect(markAtGuard).toBe(intentAt.toISOString());
    const [post, ...more] = await world.published(subject, account, one.job.caption);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ kind: 'seen', sightings: [{ remoteId: post?.remoteId }] });
    const calls = await world.counting(subject);
    expect(await world.verify(platform, one, { intentAt })).toEqual({ kind: 'unclear', code: 'asked_already' });
    expect(await calls()).toBe(0);
  });

  it('is left to the person outside the window, and when a restored database knows no intent', async () => {
    const { platform, one } = await lost('hang_after');
    const calls = await world.counting(subject);
    const late = { intentAt, now: new Date(intentAt.getTime() + 9.5 * 60_000) };
    expect(await world.verify(platform, one, late)).toEqual({ kind: 'unclear', code: 'window_over' });
    expect(await world.verify(platform, one, { intentAt: null })).toEqual({
      kind: 'unclear',
      code: 'member_posts_unreadable',
    });
    expect(await calls()).toBe(0);
  });

  it('may still be asked about when the guard held the question back, or LinkedIn was too busy', async () => {
    const { platform, account, one } = await lost('reset_before');
    const guarded = await world.verify(platform, one, {
      intentAt,
      guard: () => {
        throw new NotSent('lease_lost');
      },
    });
    expect(guarded).toEqual({ kind: 'unclear', code: 'lease_lost' });
    await world.sandbox.fault('linkedin', { mode: 'rate_limit', count: 1, calls: ['publish'] });
    expect(await problemOf(world.verify(platform, one, { intentAt }))).toMatchObject({ kind: 'wait' });
    expect(await world.verify(platform, one, { intentAt })).toMatchObject({ kind: 'seen' });
    expect(await world.published(subject, account, one.job.caption)).toHaveLength(1);
  });

  it('stays open when the answer to the question is lost as well', async () => {
    const { platform, account, one } = await lost('hang_after');
    await world.sandbox.fault('linkedin', { mode: 'reset_before', count: 1, calls: ['publish'] });
    expect(await world.verify(platform, one, { intentAt })).toMatchObject({ kind: 'unclear' });
    expect(await world.verify(platform, one, { intentAt })).toEqual({ kind: 'unclear', code: 'asked_already' });
    expect(await world.published(subject, account, one.job.caption)).toHaveLength(1);
  });
});

describe('LinkedIn', () => {
  it('every reserved character comes out as it was written, for members and pages', async () => {
    for (const subject of ['linkedin member', 'linkedin page'] as const) {
      const platform = world.platform(subject);
      const account = await world.connect(subject);
      const caption = 'a\\b |c| {d} @e [f] (g) <h> # i *j* _k_ ~l~ #fresh #sour_dough 50% & "more"';
      const one = world.journey(account, caption, []);
      await world.publish(platform, one);
      expect(await world.published(subject, account, caption)).toHaveLength(1);
      if (subject === 'linkedin page') {
        expect(await world.verify(platform, one)).toMatchObject({ kind: 'seen', sightings: [{}] });
      }
    }
  });

  it('a version that LinkedIn no longer serves is the operator’s matter', async () => {
    const platform = configured('linkedin member', { LINKEDIN_API_VERSION: '202410' });
    const account = await world.connect('linkedin member');
    const job = world.journey(account, words(), [await world.photo()]);
    expect(await problemOf(platform.prepare(job.job, {}, job.save))).toMatchObject({
      kind: 'setup',
      message:
        'LinkedIn refuses the app of this installation. Whoever runs it must set LINKEDIN_API_VERSION to a version that LinkedIn still serves.',
    });
  });
});

describe('TikTok', () => {
  it('posts to the widest audience that the creator offers; a private post has no id to wait for', async () => {
    const platform = world.platform('tiktok');
    const [account] = await world.accounts(platform, 'dana.private');
    if (!account) {
      throw new Error('no account');
    }
    const one = world.journey(account, words(), [await world.photo()]);
    await world.prepare(platform, one);
    expect(one.steps['creator']).toMatchObject({ privacy: 'FOLLOWER_OF_CREATOR' });
    expect((await world.send(platform, one)).kind).toBe('accepted');
    const publishId = String(one.steps['publishId']);
    await world.until('it is public', async () => {
      expect(await world.verify(platform, one)).toEqual({
        kind: 'public_without_id',
        fallbackId: `publish:${publishId}`,
      });
    });
    expect(await platform.permalink(one.job, `publish:${publishId}`)).toBeNull();
  });

  it('waits a minute for the id that moderation holds back, then goes on without', async () => {
    await world.sandbox.settings({ tiktokModerationMs: 3_600_000 });
    const platform = world.platform('tiktok');
    const account = await world.connect('tiktok');
    const one = world.journey(account, words(), [await world.photo()]);
    await world.prepare(platform, one);
    await world.send(platform, one);
    const intentAt = new Date();
    await world.until('it is published and moderated', async () => {
      expect(await world.verify(platform, one, { intentAt })).toMatchObject({ kind: 'working', code: 'moderation' });
    });
    const later = new Date(intentAt.getTime() + 61_000);
    expect(await world.verify(platform, one, { intentAt, now: later })).toMatchObject({ kind: 'public_without_id' });
  });

  it('an app without audit may post privately, and says so otherwise', async () => {
    await world.sandbox.settings({ tiktokAudited: false });
    const account = await world.connect('tiktok');
    const open = world.journey(account, words(), [await world.photo()]);
    await world.prepare(world.platform('tiktok'), open);
    expect(await world.rejection(world.send(world.platform('tiktok'), open))).toMatchObject({ kind: 'setup' });
    const own = configured('tiktok', { TIKTOK_PRIVACY_LEVEL: 'SELF_ONLY' });
    const closed = world.journey(account, words(), [await world.photo()]);
    await world.prepare(own, closed);
    expect((await world.send(own, closed)).kind).toBe('accepted');
  });

  it('a picture that could not be pulled, or is too large, is found by verification, which proves that nothing was published', async () => {
    const platform = world.platform('tiktok');
    const account = await world.connect('tiktok');
    const gone = await world.photo();
    world.media.forget(gone.photoId);
    const pulled = world.journey(account, words(), [gone]);
    await world.prepare(platform, pulled);
    expect(await world.refusal(platform, pulled, 'verify')).toMatchObject({
      kind: 'transient',
      code: 'photo_pull_failed',
    });
    const large = world.journey(account, words(), [await world.photo({ size: { width: 2_400, height: 1_600 } })]);
    expect(await world.refusal(platform, large, 'verify')).toMatchObject({
      kind: 'refused',
      message: 'TikTok refused the picture: it is larger than 1080p or 20 MB. Make it smaller, then retry.',
    });
  });

  it('the daily cap comes with status 200 and is waited for', async () => {
    const platform = world.platform('tiktok');
    const account = await world.connect('tiktok');
    for (let n = 0; n < 15; n += 1) {
      await world.publish(platform, world.journey(account, words(), [await world.photo()]));
    }
    await world.sandbox.settings({ quotas: 'documented' });
    const job = world.journey(account, words(), [await world.photo()]);
    expect(await problemOf(platform.prepare(job.job, {}, job.save))).toEqual({
      kind: 'wait',
      code: 'spam_risk_too_many_posts',
      message: 'TikTok has reached the number of posts that it takes from other apps for this account in a day.',
      seconds: 3_600,
      scope: 'account',
    });
  });
});

describe('Instagram', () => {
  it('publishes a container once; a second call becomes a look', async () => {
    const platform = world.platform('instagram');
    const one = world.journey(await world.connect('instagram'), words(), [await world.photo()]);
    await world.prepare(platform, one);
    expect((await world.send(platform, one)).kind).toBe('published');
    expect((await world.send(platform, one)).kind).toBe('unknown');
    expect((await platform.prepare(one.job, one.steps, one.save)).kind).toBe('published_already');
  });

  it('waits until every picture of a carousel is processed before it makes the whole', async () => {
    await world.sandbox.settings({ processingMs: 300 });
    const platform = world.platform('instagram');
    const photos = [await world.photo(), await world.photo()];
    const one = world.journey(await world.connect('instagram'), words(), photos);
    const first = await platform.prepare(one.job, one.steps, one.save);
    expect(first.kind).toBe('processing');
    expect(one.steps['container']).toBeNull();
    await world.publish(platform, one);
  });

  it('asks for the account’s own quota, and waits when it is used up', async () => {
    const platform = world.platform('instagram');
    const account = await world.connect('instagram');
    for (let n = 0; n < 50; n += 1) {
      await world.publish(platform, world.journey(account, words(), [await world.photo()]));
    }
    await world.sandbox.settings({ quotas: 'documented' });
    const job = world.journey(account, words(), [await world.photo()]);
    expect(await problemOf(platform.prepare(job.job, {}, job.save))).toMatchObject({
      kind: 'wait',
      code: 'quota_used',
      message: 'Instagram takes 50 posts in 24 hours from other apps, and the account has reached that number.',
    });
  });

  it('says what is too wide', async () => {
    const platform = world.platform('instagram');
    const wide = await world.photo({ size: { width: 1_000, height: 400 } });
    const job = world.journey(await world.connect('instagram'), words(), [wide]);
    expect(await problemOf(world.prepare(platform, job))).toMatchObject({
      kind: 'refused',
      message:
        'Instagram refused the picture: its shape must be between 4:5 (tall) and 1.91:1 (wide). Crop it, then retry.',
    });
  });
});

describe('X', () => {
  it('notes the end of its window with the last call', async () => {
    await world.sandbox.settings({ quotas: 'documented' });
    const platform = world.platform('x');
    const account = await world.connect('x');
    let notes: readonly { seconds: number }[] = [];
    for (let n = 0; n < 100 && notes.length === 0; n += 1) {
      const one = world.journey(account, words(), []);
      expect((await world.send(platform, one)).kind).toBe('published');
      notes = one.job.notes;
    }
    expect(notes).toMatchObject([{ scope: 'account' }]);
    expect(notes[0]?.seconds).toBeGreaterThan(0);
    expect(notes[0]?.seconds).toBeLessThanOrEqual(900);
    expect(await world.rejection(world.send(platform, world.journey(account, words(), [])))).toMatchObject({
      kind: 'wait',
    });
  });
});
