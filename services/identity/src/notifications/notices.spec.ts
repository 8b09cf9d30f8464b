import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { MEGABYTE } from '@postloom/contracts';
import {
  attentionNotice,
  brokenNotice,
  delayedNotice,
  draftedNotice,
  expiringNotice,
  riskNotice,
  roundNotice,
  settledNotice,
  skippedNotice,
  usageNotice,
} from './notices.ts';
import type { Notice } from './notice.ts';

const zone = 'Europe/Berlin';
const at = '2026-11-21T08:00:00Z';
const postId = randomUUID();
const target = { targetId: randomUUID(), round: 2, postId, accountId: randomUUID(), attempts: 1 };
const account = { accountId: randomUUID(), platform: 'instagram' as const, accountName: 'bakery.huber' };
const occurrence = { occurrenceId: randomUUID(), scheduleId: randomUUID(), localSlot: '2026-11-21T09:00', dueAt: at };
const error = { code: 'x', message: 'Instagram takes no more posts today' };

const published = { platform: 'instagram' as const, status: 'published' as const, reason: null };
const refused = {
  platform: 'twitter' as const,
  status: 'failed' as const,
  reason: 'The text is too long: 300 of 280 characters.',
};
const settled = (
  status: 'published' | 'failed',
  targets: Parameters<typeof settledNotice>[0]['targets'],
  settledAt = at,
): Notice => settledNotice({ postId, status, dueAt: at, targets }, settledAt, zone);

const everyNotice: Record<string, Notice | null> = {
  published: settled('published', [published, { ...published, platform: 'tiktok' }]),
  late: settled('published', [published], '2026-11-21T08:15:00Z'),
  failed: settled('failed', [published, refused]),
  attention: attentionNotice({ ...target, platform: 'linkedin', error: { ...error, code: 'cannot_tell' } }, at, zone),
  waiting: attentionNotice(
    {
      ...{ ...target, platform: 'linkedin', attempts: 0 },
      error: { code: 'reconnect', message: 'Reconnect the account, and waiting posts go out on their own.' },
    },
    at,
    zone,
  ),
  delayed: delayedNotice({ ...target, platform: 'instagram', until: '2026-11-21T12:00:00Z', error }, at, zone),
  risk: riskNotice({ postId, hoursBefore: 24, findings: [{ platform: 'tiktok', rule: 'x', message: 'Too long.' }] }),
  skipped: skippedNotice({ ...occurrence, reason: 'The album is empty.' }, zone),
  drafted: draftedNotice({ ...occurrence, postId, reason: 'No caption could be written.' }, zone),
  skippedByName: skippedNotice({ ...occurrence, name: 'Monday tips', reason: 'The album is empty.' }, zone),
  draftedByName: draftedNotice(
    { ...occurrence, name: 'Monday tips', postId, reason: 'No caption could be written.' },
    zone,
  ),
  round: roundNotice({ scheduleId: randomUUID(), name: 'Daily bread', photos: 12 }),
  broken: brokenNotice({ ...account, reason: 'Check your role on the page, then reconnect the account.' }, at, zone),
  expiring: expiringNotice({ ...account, expiresAt: at, daysLeft: 7 }, zone),
  approaching: usageNotice({ payerId: postId, metric: 'posts', percent: 80, used: 81, limit: 100 }),
  almost: usageNotice({ payerId: postId, metric: 'captions', percent: 90, used: 1_801, limit: 2_000 }),
  full: usageNotice({ payerId: postId, metric: 'storage', percent: 90, used: 95.5 * MEGABYTE, limit: 100 * MEGABYTE }),
};

describe('the texts of notifications', () => {
  it.each([
    ['published', 'Post published', 'Your post is on Instagram and TikTok.'],
    [
      'late',
      'Post published',
      'Your post is on Instagram. It was meant to go out on Nov 21, 2026, 9:00 AM Berlin time.',
    ],
    [
      'failed',
      'Your post did not go out on X',
      'X: The text is too long: 300 of 280 characters. It is on Instagram. It was meant to go out on Nov 21, 2026, 9:00 AM Berlin time. Open it to fix it and send it again.',
    ],
    [
      'attention',
      'Is your post on LinkedIn?',
      'Your post was sent on Nov 21, 2026, 9:00 AM Berlin time, but LinkedIn never confirmed it. Check LinkedIn, then open the post and say whether it is there.',
    ],
    ['waiting', 'A post waits for LinkedIn', 'Reconnect the account, and waiting posts go out on their own.'],
    [
      'delayed',
      'Instagram holds your post back',
      'Instagram takes no more posts today. It goes out after Nov 21, 2026, 1:00 PM Berlin time. You don’t need to do anything.',
    ],
    ['risk', 'TikTok will refuse a post', 'It goes out in a day. Too long. Open it to fix it.'],
    [
      'skipped',
      'A recurring post was skipped',
      'Nothing went out on Nov 21, 2026, 9:00 AM Berlin time. The album is empty.',
    ],
    [
      'drafted',
      'A recurring post became a draft',
      'The post for Nov 21, 2026, 9:00 AM Berlin time waits as a draft. No caption could be written. Open it to finish it.',
    ],
    [
      'skippedByName',
      'A post of “Monday tips” was skipped',
      'Nothing went out on Nov 21, 2026, 9:00 AM Berlin time. The album is empty.',
    ],
    [
      'draftedByName',
      'A post of “Monday tips” became a draft',
      'The post for Nov 21, 2026, 9:00 AM Berlin time waits as a draft. No caption could be written. Open it to finish it.',
    ],
    [
      'round',
      'All photos have been used',
      '“Daily bread” has posted each of its 12 photos and starts again with the first. Upload more photos to show something new.',
    ],
    [
      'broken',
      'Reconnect Instagram',
      'Nothing has gone out to bakery.huber since Nov 21, 2026, 9:00 AM Berlin time. Check your role on the page, then reconnect the account.',
    ],
    [
      'expiring',
      'Instagram ends in 7 days',
      'The connection to bakery.huber on Instagram ends on Nov 21, 2026, 9:00 AM Berlin time. Reconnect it before then so that no post is missed.',
    ],
    [
      'approaching',
      'Approaching your post limit',
      'You have used 81 of 100 posts this month. Upgrade your plan to get more.',
    ],
    [
      'almost',
      'Almost at your limit for captions',
      'You have used 1,801 of 2,000 AI captions this month. Upgrade your plan to get more.',
    ],
    [
      'full',
      'Almost at your limit for storage',
      'You have used 95.5 of 100 MB. Delete photos that you no longer need, or upgrade your plan.',
    ],
  ])('%s', (name, title, message) => {
    expect(everyNotice[name]).toMatchObject({ title, message });
  });

  it.each(Object.entries(everyNotice))(
    '%s keeps to the voice, and leads to where something can be done',
    (_, notice) => {
      const { title, message, link, actionable } = notice ?? settled('published', []);
      expect(title + message).not.toMatch(/!|undefined|null|\s\s/);
      expect(title).not.toMatch(/\.$/);
      expect(message).toMatch(/\.$/);
      expect(message.length).toBeLessThan(1_000);
      expect(link).toMatch(/^\/(schedule\?post=|automation|media|settings)/);
      expect(typeof actionable).toBe('boolean');
    },
  );

  it('is worth a mail unless it ends by itself or another one says it already', () => {
    const without = Object.entries(everyNotice).filter(([, notice]) => !notice?.isWorthAMail);
    expect(without.map(([name]) => name)).toEqual(['waiting', 'delayed']);
    expect(expiringNotice({ ...account, expiresAt: at, daysLeft: 1 }, zone)).toMatchObject({
      type: 'error',
      title: 'Instagram ends within a day',
    });
  });

  it('is nothing for a delay of 15 minutes, and something for a longer one', () => {
    const delayed = (until: string) => delayedNotice({ ...target, platform: 'instagram', until, error }, at, zone);
    expect(delayed('2026-11-21T08:15:00Z')).toBeNull();
    expect(delayed('2026-11-21T08:15:01Z')).not.toBeNull();
  });

  it('of a post that is tried again says when, and blames no limit', () => {
    const until = '2026-11-21T08:25:00Z';
    const notice = delayedNotice({ ...target, platform: 'instagram', until, error, failures: 3 }, at, zone);
    expect(notice).toMatchObject({ title: 'Your post is not on Instagram yet' });
    expect(notice?.message).toContain('Postloom tries again on ');
  });

  it('stays complete when the event carries less', () => {
    expect(settledNotice({ postId, status: 'published' }, at, zone).message).toBe('Your post is out.');
    expect(settledNotice({ postId, status: 'failed' }, at, zone).message).toBe('Open it to fix it and send it again.');
    expect(riskNotice({ postId, hoursBefore: 1, findings: [] })).toMatchObject({
      title: 'The platform will refuse a post',
      message: 'It goes out in an hour. Open it to fix it.',
    });
    const findings = ['a', 'b', 'c'].map((message) => ({ platform: 'tiktok' as const, rule: 'x', message }));
    expect(riskNotice({ postId, hoursBefore: 1, findings }).message).toBe(
      'It goes out in an hour. a. There are 2 more problems. Open it to fix it.',
    );
  });
});
