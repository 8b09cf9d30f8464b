import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bringBackRpc, recurringRpc, schedulingRpc } from '@postloom/contracts';
import type { InputOf, Post, RecurringSchedule } from '@postloom/contracts';
import { refusal, SchedulingUnderTest, soon } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

type Row = InputOf<typeof bringBackRpc.posts>['posts'][number];
type Schedule = InputOf<typeof bringBackRpc.schedules>['schedules'][number];

const LONG_AGO = '2026-01-05T09:00:00.000Z';
const row = (tenant: Tenant, facts: Partial<Row> = {}): Row => ({
  ...{ id: randomUUID(), caption: 'Fresh bread', captionByPlatform: null, platforms: ['instagram'], status: 'draft' },
  ...{ scheduledFor: null, photoId: tenant.photoId, photoIds: [tenant.photoId], targets: [], source: 'manual' },
  ...{ createdAt: LONG_AGO, updatedAt: LONG_AGO, ...facts },
});
const target = (facts: Partial<Row['targets'][number]>): Row['targets'][number] => ({
  ...{ platform: 'instagram', accountId: randomUUID(), status: 'published', permalink: null, error: null },
  ...{ attempts: 1, publishedAt: LONG_AGO, ...facts },
});

describe('posts that are brought back', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const bringBack = (tenant: Tenant, ...posts: Row[]) => under.rpc(bringBackRpc.posts, { posts }, tenant);
  const one = async (tenant: Tenant, facts: Partial<Row>): Promise<{ post: Post; note: string | null }> => {
    const brought = row(tenant, facts);
    const [result] = await bringBack(tenant, brought);
    return { post: await under.get(tenant, brought.id), note: result?.note ?? null };
  };

  it('as they were: history with its outcome and link, which is never sent again', async () => {
    const tenant = under.tenant({ tier: 'free' });
    const { post, note } = await one(tenant, {
      ...{ status: 'published', scheduledFor: LONG_AGO, captionByPlatform: { facebook: 'Bread!' } },
      platforms: ['instagram', 'facebook'],
      targets: [
        target({ permalink: 'https://platform.example/1' }),
        target({
          platform: 'facebook',
          status: 'failed',
          publishedAt: null,
          error: { code: 'no', message: 'It said no.' },
        }),
      ],
    });
    expect(note).toBeNull();
    expect(post).toMatchObject({
      ...{ caption: 'Fresh bread', captionByPlatform: { facebook: 'Bread!' }, photoIds: [tenant.photoId] },
      ...{ status: 'published', scheduledFor: LONG_AGO, createdAt: LONG_AGO, source: 'import' },
      targets: [
        { platform: 'instagram', status: 'published', permalink: 'https://platform.example/1', publishedAt: LONG_AGO },
        { platform: 'facebook', status: 'failed', error: { message: 'It said no.' } },
      ],
    });
    // It costs nothing, and nobody is told that it has ended now.
    expect((await under.emitted(post.id)).map(({ subject }) => subject)).toEqual(['scheduling.post.changed.v1']);
    expect(await under.sql('SELECT used FROM usage WHERE payer_id = $1', [tenant.payerId])).toEqual([]);
    expect(await under.sql('SELECT share_taken_at FROM posts WHERE id = $1', [post.id])).toEqual([
      { share_taken_at: null }, // nothing to give back either
    ]);
  });

  it('with links that lead to a page, and no others', async () => {
    const tenant = under.tenant();
    for (const [permalink, kept] of [
      ['http://platform.example/1', 'http://platform.example/1'],
      ['javascript:alert(1)', null],
      ['https://', null],
    ] as const) {
      const history: Partial<Row> = { status: 'published', scheduledFor: LONG_AGO, targets: [target({ permalink })] };
      const { post } = await one(tenant, history);
      expect(post.targets).toMatchObject([{ status: 'published', permalink: kept }]);
    }
  });

  it('keep their history where a photo of it did not come back', async () => {
    const tenant = under.tenant();
    const gone = randomUUID();
    const history: Partial<Row> = { status: 'published', scheduledFor: LONG_AGO, photoIds: [gone], photoId: gone };
    const { post, note } = await one(tenant, { ...history, targets: [target({})] });
    expect([post.status, post.photoIds, note]).toEqual(['published', [gone], 'Some of its photos are not here.']);
  });

  it('as drafts, unless their time is ahead and every platform is connected: nothing is ever due', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const later = soon(7_200);
    const scheduled = { status: 'scheduled', scheduledFor: later } as const;
    const kept = await one(tenant, scheduled);
    expect(kept).toMatchObject({ note: null, post: { status: 'scheduled', scheduledFor: later } });
    expect(await under.targetsOf(kept.post.id)).toMatchObject([
      { state: 'scheduled', account_id: tenant.accounts.get('instagram') },
    ]);
    const unproven =
      'It is a draft: the export does not say when it was published. Look at your platforms before you send it.';
    const unsettled =
      'It is a draft: it was being sent when the export was made. Look at your platforms before you send it.';
    const drafts: [Partial<Row>, string | null][] = [
      [
        { ...scheduled, platforms: ['instagram', 'facebook'] },
        'It is a draft: connect Facebook again, then schedule it.',
      ],
      [{ ...scheduled, scheduledFor: LONG_AGO }, 'It is a draft: its time has passed.'],
      [{ ...scheduled, photoIds: [randomUUID()] }, 'It is a draft: none of its photos is here.'],
      [
        { ...scheduled, scheduledFor: LONG_AGO, targets: [target({ status: 'publishing', publishedAt: null })] },
        unsettled,
      ],
      // A part of it is public: nothing of it goes out by itself, whatever time the row says.
      [{ ...scheduled, targets: [target({})] }, unsettled],
      [
        {
          ...{ ...scheduled, scheduledFor: LONG_AGO, platforms: ['instagram', 'facebook'] },
          targets: [target({}), target({ platform: 'facebook', status: 'pending', publishedAt: null })],
        },
        unsettled,
      ],
      // A draft of a schedule whose caption could not be written.
      [{ caption: '', source: 'recurring' }, null],
      [{ status: 'published', scheduledFor: LONG_AGO, targets: [] }, unproven],
      // What says that it was published, but has no moment or lies ahead, is no history.
      [{ status: 'published', scheduledFor: later, targets: [target({})] }, unproven],
      [{ status: 'published', scheduledFor: null, targets: [target({})] }, unproven],
      [{ status: 'published', scheduledFor: LONG_AGO, targets: [target({ publishedAt: null })] }, unproven],
      [{ photoIds: [tenant.photoId, randomUUID()] }, 'Some of its photos are not here.'],
      [{}, null],
    ];
    for (const [facts, note] of drafts) {
      const brought = await one(tenant, facts);
      expect([brought.post.status, brought.note]).toEqual(['draft', note]);
      const states = (await under.targetsOf(brought.post.id)).map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['draft']));
    }
    expect(
      await under.sql(
        `SELECT 1 AS due FROM post_targets WHERE business_id = $1 AND (state NOT IN ('draft', 'scheduled', 'published', 'failed')
           OR (state = 'scheduled' AND due_at <= now()))`,
        [tenant.caller.businessId],
      ),
    ).toEqual([]);
  });

  it('once, however often they come, and not over one that was changed since', async () => {
    const tenant = under.tenant();
    const brought = row(tenant);
    expect(await bringBack(tenant, brought, brought)).toMatchObject([{ outcome: 'made' }, { outcome: 'known' }]);
    const { version } = await under.get(tenant, brought.id);
    const changes = { version, caption: 'Mine now' };
    await under.rpc(schedulingRpc.postUpdate, { id: brought.id, changes }, tenant);
    expect(await bringBack(tenant, brought)).toMatchObject([{ outcome: 'known', note: null }]);
    expect((await under.get(tenant, brought.id)).caption).toBe('Mine now');
    expect(await under.sql('SELECT used FROM usage WHERE payer_id = $1', [tenant.payerId])).toEqual([{ used: 1 }]);
  });

  it('as far as the plan has room for drafts, and says which are left out', async () => {
    const tenant = under.tenant({ tier: 'free' });
    const rows = Array.from({ length: 7 }, () => row(tenant));
    const results = await bringBack(tenant, ...rows);
    expect(results.map(({ outcome }) => outcome)).toEqual([...Array<string>(5).fill('made'), 'left_out', 'left_out']);
    expect(results[6]?.note).toMatch(/^Post limit reached/);
  });

  it('only when the form would take them, and only into the own business', async () => {
    const tenant = under.tenant();
    const refused: Partial<Row>[] = [
      { platforms: [] },
      { platforms: ['instagram', 'instagram'] },
      { status: 'published', scheduledFor: LONG_AGO, targets: [target({}), target({})] },
      { caption: '' },
      { caption: '', source: 'recurring', status: 'scheduled', scheduledFor: soon(7_200) },
    ];
    const results = await bringBack(tenant, ...refused.map((facts) => row(tenant, facts)), row(tenant));
    expect(results).toMatchObject([
      ...refused.map(() => ({ outcome: 'left_out', note: expect.any(String) })),
      { outcome: 'made' },
    ]);
    const stranger = under.tenant();
    const theirs = row(stranger);
    await bringBack(stranger, theirs);
    expect((await under.get(stranger, theirs.id)).caption).toBe('Fresh bread');
    expect(await refusal(under.get(tenant, theirs.id))).toMatchObject({ code: 'not_found' });
  });

  it('together with schedules, which come paused', async () => {
    const tenant = under.tenant();
    const schedule: Schedule = {
      ...{ id: randomUUID(), name: 'Bread', frequency: 'weekly', timeOfDay: '09:00', platforms: ['facebook'] },
      ...{
        useAllPhotos: true,
        albumId: null,
        isActive: true,
        weekdays: [1, 4],
        startDate: '2026-01-05',
        endDate: null,
      },
      ...{ timeZone: 'Europe/Vienna', usedPhotoIds: [], createdAt: LONG_AGO, updatedAt: LONG_AGO },
    };
    const broken = { ...schedule, id: randomUUID(), endDate: '2025-01-05' };
    const send = () => under.rpc(bringBackRpc.schedules, { schedules: [schedule, broken] }, tenant);
    expect(await send()).toMatchObject([
      { outcome: 'changed', note: 'It is paused. Turn it on when your accounts are connected.' },
      { outcome: 'left_out', note: expect.any(String) },
    ]);
    expect(await send()).toMatchObject([{ outcome: 'known' }, { outcome: 'left_out' }]);
    const all = (await under.rpc(recurringRpc.scheduleList, {}, tenant)) as RecurringSchedule[];
    const { name, frequency, timeOfDay, platforms, weekdays, startDate } = schedule;
    expect(all).toMatchObject([{ name, frequency, timeOfDay, platforms, weekdays, startDate, isActive: false }]);
  });
});
