import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schedulingRpc, starterWeekRpc } from '@postloom/contracts';
import type { InputOf } from '@postloom/contracts';
import type { Caller } from '@postloom/messaging';
import { refusal, SchedulingUnderTest, soon } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

const DAY = 86_400;
type Week = InputOf<typeof starterWeekRpc.starterWeekCreate>;

describe('the starter week', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const week = (tenant: Tenant, days = 3): Week => ({
    drafts: Array.from({ length: days }, (_, day) => ({
      caption: `Proposal ${day + 1}`,
      platforms: ['instagram' as const],
      scheduledFor: soon((day + 1) * DAY),
      photoId: tenant.photoId,
    })),
  });
  const create = (tenant: Tenant, input: Week, caller: Partial<Caller> = {}) =>
    under.rpc(starterWeekRpc.starterWeekCreate, input, tenant, caller);
  const undo = (tenant: Tenant, ids: string[], caller: Partial<Caller> = {}) =>
    under.rpc(starterWeekRpc.starterWeekUndo, { ids }, tenant, caller);
  const used = async (tenant: Tenant) =>
    (await under.rpc(schedulingRpc.usageGet, { payerId: tenant.payerId }, tenant)).used;
  const list = (tenant: Tenant) => under.rpc(schedulingRpc.postList, {}, tenant) as Promise<unknown[]>;

  it('makes drafts with a proposed time, of which nothing goes out', async () => {
    const tenant = under.tenant();
    const input = week(tenant);
    const { posts } = await create(tenant, input);
    expect(posts).toMatchObject(
      input.drafts.map(({ caption, scheduledFor, photoId }) => ({
        ...{ caption, scheduledFor, photoId, status: 'draft', source: 'template', version: 1 },
        targets: [{ platform: 'instagram', status: 'pending' }],
      })),
    );
    const states = await under.sql('SELECT DISTINCT state FROM post_targets WHERE business_id = $1', [
      tenant.caller.businessId,
    ]);
    expect(states).toEqual([{ state: 'draft' }]);
    const { history } = await under.get(tenant, posts[0]?.id ?? '');
    expect(history[0]?.what).toMatch(/^Proposed as a draft for .* Berlin time, from your industry’s week\.$/);
    expect(await used(tenant)).toBe(3);
  });

  it('schedules what asks for it; a draft can wait for its photo', async () => {
    const tenant = under.tenant();
    const [first, second] = week(tenant, 2).drafts as [Week['drafts'][number], Week['drafts'][number]];
    const { posts } = await create(tenant, {
      drafts: [
        { ...first, status: 'scheduled' },
        { ...second, photoId: null },
      ],
    });
    expect(posts).toMatchObject([
      {
        status: 'scheduled',
        scheduledFor: first.scheduledFor,
        photoId: tenant.photoId,
        source: 'template',
        version: 1,
      },
      { status: 'draft', scheduledFor: second.scheduledFor, photoId: null, photoIds: [], source: 'template' },
    ]);
    const [scheduled = ''] = posts.map(({ id }) => id);
    expect(await under.targetsOf(scheduled)).toMatchObject([{ state: 'scheduled' }]);
    expect((await under.emitted(scheduled)).map(({ subject }) => subject)).toContain('scheduling.post.scheduled.v1');
    const { history } = await under.get(tenant, scheduled);
    expect(history[0]?.what).toMatch(/^Scheduled for .* Berlin time, from your industry’s week\.$/);
    expect(await used(tenant)).toBe(2);
    expect(await refusal(create(tenant, { drafts: [{ ...first, status: 'scheduled', photoId: null }] }))).toMatchObject(
      { code: 'validation_failed', message: 'Please select a photo to schedule.' },
    );
  });

  it('is made once, however often it is asked for with its key', async () => {
    const tenant = under.tenant();
    const input = week(tenant);
    const key = { idempotencyKey: randomUUID() };
    const first = await create(tenant, input, key);
    expect(await create(tenant, input, key)).toEqual(first);
    expect([(await list(tenant)).length, await used(tenant)]).toEqual([3, 3]);
  });

  it('is made as a whole or not at all', async () => {
    const tenant = under.tenant({ tier: 'free' });
    await under.create(tenant);
    await under.create(tenant);
    await under.create(tenant);
    expect(await refusal(create(tenant, week(tenant)))).toMatchObject({ code: 'upgrade_required' });
    const foreign = week(tenant, 2);
    foreign.drafts[1] = { ...week(under.tenant()).drafts[0], photoId: randomUUID() } as Week['drafts'][number];
    expect(await refusal(create(tenant, foreign))).toMatchObject({ code: 'not_found' });
    const past = week(tenant, 2);
    past.drafts[1] = { ...past.drafts[1], scheduledFor: soon(-DAY) } as Week['drafts'][number];
    expect(await refusal(create(tenant, past))).toMatchObject({ code: 'invalid_date' });
    expect([(await list(tenant)).length, await used(tenant)]).toEqual([3, 3]);
    await create(tenant, week(tenant, 2));
    expect(await used(tenant)).toBe(5);
  });

  it('is for those who may write', async () => {
    const tenant = under.tenant();
    expect(await refusal(create(tenant, week(tenant), { role: 'viewer' }))).toMatchObject({ code: 'forbidden' });
    const { posts } = await create(tenant, week(tenant));
    const ids = posts.map(({ id }) => id);
    expect(await refusal(undo(tenant, ids, { role: 'viewer' }))).toMatchObject({ code: 'forbidden' });
  });

  it('is taken back with its share of the plan, scheduled or not, and asking again changes nothing', async () => {
    const tenant = under.tenant({ tier: 'free' });
    await under.create(tenant);
    const [first, ...others] = week(tenant).drafts as [Week['drafts'][number], ...Week['drafts']];
    const { posts } = await create(tenant, { drafts: [{ ...first, status: 'scheduled' }, ...others] });
    const ids = posts.map(({ id }) => id);
    expect(await undo(tenant, ids)).toEqual({ removed: [...ids].sort(), kept: [] });
    expect([(await list(tenant)).length, await used(tenant)]).toEqual([1, 1]);
    expect(await undo(tenant, ids)).toEqual({ removed: [], kept: [] });
    expect(await used(tenant)).toBe(1);
  });

  it('keeps what somebody changed or scheduled, and every other post', async () => {
    const tenant = under.tenant();
    const own = await under.create(tenant, { status: 'draft', scheduledFor: null });
    const { posts } = await create(tenant, week(tenant));
    const [changed = '', scheduled = '', untouched = ''] = posts.map(({ id }) => id);
    await under.rpc(schedulingRpc.postUpdate, { id: changed, changes: { version: 1, caption: 'Mine' } }, tenant);
    await under.rpc(schedulingRpc.postUpdate, { id: scheduled, changes: { version: 1, status: 'scheduled' } }, tenant);
    const answer = await undo(tenant, [changed, scheduled, untouched, own.id]);
    expect(answer.removed).toEqual([untouched]);
    expect([...answer.kept].sort()).toEqual([changed, scheduled, own.id].sort());
    expect([(await list(tenant)).length, await used(tenant)]).toEqual([3, 3]);
  });

  it('keeps what is already going out', async () => {
    const tenant = under.tenant();
    const drafts = week(tenant, 2).drafts.map((post) => ({ ...post, status: 'scheduled' as const }));
    const { posts } = await create(tenant, { drafts });
    const [handedOver = '', waiting = ''] = posts.map(({ id }) => id);
    await under.sql(`UPDATE post_targets SET state = 'dispatched' WHERE post_id = $1`, [handedOver]);
    expect(await undo(tenant, [handedOver, waiting])).toEqual({ removed: [waiting], kept: [handedOver] });
    expect(await used(tenant)).toBe(1);
  });

  it('is nothing to another business', async () => {
    const tenant = under.tenant();
    const { posts } = await create(tenant, week(tenant));
    const ids = posts.map(({ id }) => id);
    expect(await undo(under.tenant(), ids)).toEqual({ removed: [], kept: [] });
    expect(await list(tenant)).toHaveLength(3);
  });
});
