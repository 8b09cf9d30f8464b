import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@postloom/contracts';
import { eventually, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { refusal } from '../testing/scheduling-under-test.ts';
import { reasons } from './schedule.ts';
import { dayAfter, localDate } from './slots.ts';
import { RecurrenceUnderTest, zoneAtNoon } from './testing/recurrence-under-test.ts';

describe('pauses that have an end', () => {
  let recurring: RecurrenceUnderTest;
  const others: TestService[] = [];
  beforeAll(async () => {
    // Three schedulers on one database.
    recurring = await RecurrenceUnderTest.start();
    const { nats, database } = recurring.under.service;
    for (let pod = 0; pod < 2; pod += 1) {
      others.push(await testService({ service: 'scheduling', module: AppModule, migrations, nats, database }));
    }
  });
  afterAll(async () => {
    for (const service of others) {
      await service.close();
    }
    await recurring.close();
  });

  const today = async (timeZone: string) => localDate(new Date(await recurring.now()), timeZone);
  const readyAt = async (id: string): Promise<string> => {
    const [row] = await recurring.under.sql<{ ready: string }>(
      'SELECT ready_at::text AS ready FROM recurring_schedules WHERE id = $1',
      [id],
    );
    return row?.ready === 'infinity' ? row.ready : new Date(row?.ready ?? '').toISOString();
  };
  /** As if it had been paused until a day that has begun. */
  const dayComes = (ids: readonly string[], day: string) =>
    recurring.under.sql(
      `UPDATE recurring_schedules SET paused_until = $2, start_date = '2026-01-01', ready_at = now() WHERE id = ANY ($1::uuid[])`,
      [ids, day],
    );

  it('are told, changed and taken back; resuming ends them', async () => {
    const timeZone = zoneAtNoon();
    const { tenant } = await recurring.tenant(1, { timeZone });
    const { id, pausedUntil } = await recurring.schedule(tenant, 120);
    const wakes = async () => {
      const at = Date.parse(await readyAt(id));
      return [at - 1, at].map((instant) => localDate(new Date(instant), timeZone));
    };
    expect(pausedUntil).toBeNull();
    const tomorrow = dayAfter(await today(timeZone));
    const refused = (day: string) => refusal(recurring.update(tenant, id, { pausedUntil: day }));
    expect(await refused(tomorrow)).toMatchObject({ code: 'invalid_date' });
    expect(await recurring.update(tenant, id, { isActive: false, pausedUntil: tomorrow })).toMatchObject({
      ...{ isActive: false, pausedUntil: tomorrow, nextPostDate: null },
    });
    expect(await wakes()).toEqual([await today(timeZone), tomorrow]);
    expect(await refused(await today(timeZone))).toMatchObject({ code: 'invalid_date' });

    const later = dayAfter(tomorrow);
    await recurring.update(tenant, id, { pausedUntil: later });
    // A pause that goes on and another name leave it as it is.
    await recurring.update(tenant, id, { isActive: false, name: 'Evening bread' });
    expect((await recurring.find(tenant, id)).pausedUntil).toBe(later);
    expect(await wakes()).toEqual([tomorrow, later]);
    expect((await recurring.update(tenant, id, { pausedUntil: null })).pausedUntil).toBeNull();
    expect(await readyAt(id)).toBe('infinity');

    await recurring.update(tenant, id, { pausedUntil: later });
    expect(await recurring.update(tenant, id, { isActive: true })).toMatchObject({ isActive: true, pausedUntil: null });
    expect((await recurring.update(tenant, id, { isActive: false })).pausedUntil).toBeNull();
    expect(await recurring.emittedOf(id, 'scheduleResumed')).toHaveLength(1);
  });

  it('end as their day begins, each once, however many schedulers there are', async () => {
    const timeZone = zoneAtNoon();
    const { tenant } = await recurring.tenant(1, { timeZone });
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      ids.push((await recurring.schedule(tenant, 120, { name: `Bread ${index}`, isActive: false })).id);
    }
    await dayComes(ids, await today(timeZone));
    await eventually('all of them run again', async () => {
      const states = await Promise.all(ids.map((id) => recurring.find(tenant, id)));
      expect(states.filter(({ isActive }) => !isActive)).toEqual([]);
    });
    for (const id of ids) {
      const { nextPostDate, pausedUntil, version } = await recurring.find(tenant, id);
      expect([pausedUntil, version]).toEqual([null, 2]);
      expect(Date.parse(nextPostDate ?? '')).toBeGreaterThan(await recurring.now());
      expect((await recurring.emittedOf(id, 'scheduleResumed')).map((one) => one.version)).toEqual([2]);
      expect(await recurring.rows(id)).toEqual([]);
    }
  });

  it('make up for nothing; what is missed after them is listed', async () => {
    const timeZone = zoneAtNoon();
    const { tenant } = await recurring.tenant(1, { timeZone });
    const { id } = await recurring.schedule(tenant, 120, { isActive: false });
    const twoDaysAgo = localDate(new Date((await recurring.now()) - 2 * 86_400_000), timeZone);
    await dayComes([id], twoDaysAgo);
    await eventually('it runs again', async () => expect((await recurring.find(tenant, id)).isActive).toBe(true));
    const past = await recurring.history(tenant, id);
    expect(past.map(({ localSlot }) => localSlot.slice(0, 10)).sort()).toEqual([twoDaysAgo, dayAfter(twoDaysAgo)]);
    expect(past.map(({ reason }) => reason)).toEqual([reasons.missed, reasons.missed]);
  });

  it('leave an edited post of their last day alone that begins before it', async () => {
    const timeZone = zoneAtNoon();
    const { tenant } = await recurring.tenant(1, { timeZone });
    const { id } = await recurring.schedule(tenant, 120);
    const tomorrow = dayAfter(await today(timeZone));
    const slots = (await recurring.upcoming(tenant, id)).map(({ localSlot }) => localSlot);
    const [first, edited] = [slots[0] ?? '', slots.find((slot) => slot.startsWith(tomorrow)) ?? ''];
    for (const slot of [first, edited]) {
      await recurring.change(tenant, id, slot, { caption: 'Seeded loaf' });
    }
    await recurring.update(tenant, id, { isActive: false, pausedUntil: tomorrow });
    await recurring.under.sql('UPDATE occurrences SET ready_at = now() WHERE schedule_id = $1', [id]);
    await eventually('both have begun', async () => {
      const rows = await recurring.rows(id);
      expect(rows.map((row) => [row.local_slot, row.status])).toEqual([
        [first, 'skipped'],
        [edited, 'posted'],
      ]);
    });
  });

  it('outlive a scheduler of the release before, which does not know them', async () => {
    const timeZone = zoneAtNoon();
    const { tenant } = await recurring.tenant(1, { timeZone });
    const { id } = await recurring.schedule(tenant, 120, { isActive: false });
    await recurring.update(tenant, id, { pausedUntil: dayAfter(dayAfter(await today(timeZone))) });
    const wakesAt = await readyAt(id);
    const saved = (isActive: boolean) =>
      recurring.under.sql(
        `UPDATE recurring_schedules SET name = 'Renamed', is_active = $2,
          ready_at = CASE WHEN $2 THEN now() + interval '1 hour' ELSE 'infinity' END WHERE id = $1`,
        [id, isActive],
      );
    await saved(false);
    expect(await readyAt(id)).toBe(wakesAt);
    await saved(true);
    await saved(false);
    expect([await readyAt(id), (await recurring.find(tenant, id)).pausedUntil]).toEqual(['infinity', null]);
  });

  it('begin their day where the business moved to', async () => {
    const { tenant } = await recurring.tenant(1, { timeZone: 'America/New_York' });
    const { id } = await recurring.schedule(tenant, 600, { timeOfDay: '12:00', isActive: false });
    const day = dayAfter(dayAfter(await today('Asia/Tokyo')));
    await recurring.update(tenant, id, { pausedUntil: day });
    const { businessId } = tenant.caller;
    const facts = { name: 'Bakery', industryType: 'restaurant' as const, lateLimitMinutes: 360 };
    await recurring.under.service.emitFrom(identityEvents.businessUpdated, {
      ...{ businessId, entityId: businessId, version: 9 },
      data: { ...facts, businessId, payerId: tenant.payerId, timeZone: 'Asia/Tokyo' },
    });
    await eventually('it is in Tokyo', async () =>
      expect((await recurring.find(tenant, id)).timeZone).toBe('Asia/Tokyo'),
    );
    expect((await recurring.find(tenant, id)).pausedUntil).toBe(day);
    expect(await readyAt(id)).toBe(new Date(`${day}T00:00:00+09:00`).toISOString());
  });
});
