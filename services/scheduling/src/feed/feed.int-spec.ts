import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calendarFeedRpc, identityEvents, recurringRpc, schedulingRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { refusal, SchedulingUnderTest, soon } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

const nobody = { businessId: null, userId: null, payerId: null, role: null } as const;

describe('the calendar as a feed', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const rotate = async (tenant: Tenant) => (await under.rpc(calendarFeedRpc.feedRotate, {}, tenant)).token;
  const read = async (token: string) =>
    (await under.service.rpc(calendarFeedRpc.feedRead, { token }, nobody)).ics.replaceAll(/\r\n /g, '');

  it("shows dated posts, whoever asks with the token, and nobody else's", async () => {
    const tenant = under.tenant();
    const other = under.tenant();
    await under.schedule(other, { caption: 'Not mine' });
    const post = await under.schedule(tenant, {
      caption: 'Fresh bread; every, morning\nCome in',
      scheduledFor: soon(86_400),
    });
    const planned = await under.create(tenant, { caption: 'Perhaps', scheduledFor: soon(2 * 86_400) });
    await under.create(tenant, { caption: 'Some day' });
    const token = await rotate(tenant);
    expect(token).toMatch(/^[\w-]{43}$/);
    const text = await read(token);
    const start = (post.scheduledFor ?? '').replaceAll(/[-:]|\.\d+/g, '');
    for (const line of [
      `UID:${post.id}@postloom`,
      'SEQUENCE:0',
      `DTSTART:${start}`,
      'SUMMARY:Instagram\\, Facebook: Fresh bread\\; every\\, morning',
      'STATUS:CONFIRMED',
      `UID:${planned.id}@postloom`,
      'STATUS:TENTATIVE',
    ]) {
      expect(text.split('\r\n')).toContain(line);
    }
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text).not.toContain('Not mine');
    // An unchanged post gives the same text; a change keeps the id and raises the sequence.
    expect(await read(token)).toBe(text);
    await under.rpc(schedulingRpc.postUpdate, { id: post.id, changes: { version: 1, caption: 'Cake' } }, tenant);
    const after = await read(token);
    expect(after).toContain(`UID:${post.id}@postloom`);
    expect(after).toContain('SEQUENCE:1');
  });

  it('is called after its business, also after that has another name', async () => {
    const [yoga, bakery] = [under.tenant({ name: 'Harbor Yoga' }), under.tenant({ name: 'Rye; Oats, Co' })];
    const nameIn = (text: string) => text.split('\r\n').filter((line) => /^(X-WR-CAL)?NAME:/.test(line));
    const token = await rotate(yoga);
    expect(nameIn(await read(token))).toEqual(['NAME:Harbor Yoga – Postloom', 'X-WR-CALNAME:Harbor Yoga – Postloom']);
    expect(nameIn(await read(await rotate(bakery)))[0]).toBe('NAME:Rye\\; Oats\\, Co – Postloom');
    const { businessId } = yoga.caller;
    const facts = { industryType: 'restaurant' as const, timeZone: yoga.timeZone, lateLimitMinutes: 360 };
    await under.service.emitFrom(identityEvents.businessUpdated, {
      ...{ businessId, entityId: businessId, version: 2 },
      data: { businessId, payerId: yoga.payerId, name: 'Harbor Pilates', ...facts },
    });
    await eventually('the new name is known', async () =>
      expect(nameIn(await read(token))[0]).toBe('NAME:Harbor Pilates – Postloom'),
    );
  });

  it('of a business that was known before names were kept gets its name when somebody looks at the address', async () => {
    const tenant = under.tenant({ name: 'Harbor Yoga' });
    const token = await rotate(tenant);
    await under.sql('UPDATE business_refs SET name = NULL, version = 7 WHERE business_id = $1', [
      tenant.caller.businessId,
    ]);
    expect(await read(token)).toContain('NAME:Postloom\r\n');
    await under.rpc(calendarFeedRpc.feedGet, {}, tenant);
    expect(await read(token)).toContain('NAME:Harbor Yoga – Postloom');
  });

  it('shows what recurring schedules will bring', async () => {
    const tenant = under.tenant();
    await under.schedule(tenant);
    const rule = {
      name: 'Daily bread',
      frequency: 'daily' as const,
      timeOfDay: '09:30',
      platforms: ['instagram' as const],
    };
    const schedule = await under.rpc(recurringRpc.scheduleCreate, { ...rule, useAllPhotos: true }, tenant);
    const text = await read(await rotate(tenant));
    const entries = text.split('BEGIN:VEVENT').filter((entry) => entry.includes(`UID:${schedule.id}-`));
    expect(entries.length).toBeGreaterThan(50);
    const start = (schedule.nextPostDate ?? '').replaceAll(/[-:]|\.\d+/g, '');
    expect(entries[0]).toContain(`DTSTART:${start}`);
    expect(entries[0]).toContain('STATUS:TENTATIVE');
    expect(entries[0]).toContain('SUMMARY:Daily bread: Instagram\r\n');
    expect(entries[0]).toContain('Planned by the schedule “Daily bread”');
    expect(new Set(entries.map((entry) => /UID:(.*)/.exec(entry)?.[1])).size).toBe(entries.length);
  });

  it('too large for one answer, is cut between two entries and still a calendar', async () => {
    const tenant = under.tenant();
    const caption = '\\;,'.repeat(700);
    await under.schedule(tenant, { caption });
    const rule = { frequency: 'daily' as const, timeOfDay: '09:30', platforms: ['instagram' as const] };
    for (let made = 0; made < 20; made += 1) {
      await under.rpc(recurringRpc.scheduleCreate, { ...rule, name: `Daily ${made}`, useAllPhotos: true }, tenant);
    }
    await under.sql(
      `INSERT INTO posts (id, business_id, payer_id, caption, photo_ids, status, source, due_at, local_time, time_zone, doc)
      SELECT gen_random_uuid(), business_id, payer_id, caption, '{}', 'draft', 'manual', due_at, local_time, time_zone, doc
      FROM posts, generate_series(1, 150) WHERE business_id = $1`,
      [tenant.caller.businessId],
    );
    const text = await read(await rotate(tenant));
    expect(text.length).toBeGreaterThan(400_000);
    expect(text).toMatch(/BEGIN:VEVENT[\s\S]*END:VEVENT\r\nEND:VCALENDAR\r\n$/);
  });

  it('keeps no token, and one that was exchanged, taken back or made up opens nothing', async () => {
    const tenant = under.tenant();
    await under.schedule(tenant);
    expect(await under.rpc(calendarFeedRpc.feedGet, {}, tenant)).toEqual({ isOn: false, createdAt: null });
    const first = await rotate(tenant);
    expect(await under.rpc(calendarFeedRpc.feedGet, {}, tenant)).toMatchObject({ isOn: true });
    const kept = await under.sql<{ row: string }>('SELECT calendar_feeds::text AS row FROM calendar_feeds');
    expect(kept.some(({ row }) => row.includes(first))).toBe(false);
    const second = await rotate(tenant);
    expect(await read(second)).toContain('BEGIN:VEVENT');
    await under.rpc(calendarFeedRpc.feedRevoke, {}, tenant);
    const refusals = await Promise.all(
      [first, second, '', 'x', 'A'.repeat(43), "' OR 1=1 --"].map((token) => refusal(read(token))),
    );
    expect(new Set(refusals.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(refusals[0]).toEqual({ code: 'not_found', message: 'Not found.' });
  });

  it('a viewer may not make or take back an address', async () => {
    const tenant = under.tenant({ role: 'viewer' });
    expect(await refusal(under.rpc(calendarFeedRpc.feedRotate, {}, tenant))).toMatchObject({ code: 'forbidden' });
    expect(await refusal(under.rpc(calendarFeedRpc.feedRevoke, {}, tenant))).toMatchObject({ code: 'forbidden' });
  });

  it('ends with its business, and its row goes', async () => {
    const tenant = under.tenant();
    await under.schedule(tenant);
    const token = await rotate(tenant);
    const { businessId } = tenant.caller;
    await under.service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 9, data: { businessId, payerId: tenant.payerId } },
    });
    await eventually('the feed is gone', async () => {
      expect(await refusal(read(token))).toMatchObject({ code: 'not_found' });
      expect(await under.sql('SELECT 1 AS row FROM calendar_feeds WHERE business_id = $1', [businessId])).toEqual([]);
      expect(await under.sql('SELECT name FROM business_refs WHERE business_id = $1', [businessId])).toEqual([
        { name: null },
      ]);
    });
  });
});
