import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents, recurringRpc, schedulingRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import type { Tenant } from '../testing/scheduling-under-test.ts';
import { reasons } from './schedule.ts';
import { RecurrenceUnderTest, wallClock, zoneAtNoon } from './testing/recurrence-under-test.ts';

describe('pauses, edits and ends of schedules', () => {
  let recurring: RecurrenceUnderTest;
  beforeAll(async () => {
    recurring = await RecurrenceUnderTest.start();
  });
  afterAll(() => recurring.close());

  const businessUpdated = (tenant: Tenant, timeZone: string, version: number) => {
    const { businessId } = tenant.caller;
    const facts = {
      name: 'Bakery',
      industryType: 'restaurant' as const,
      lateLimitMinutes: 360,
      payerId: tenant.payerId,
    };
    return recurring.under.service.emitFrom(identityEvents.businessUpdated, {
      ...{ businessId, entityId: businessId, version, data: { ...facts, businessId, timeZone } },
    });
  };

  it('a pause takes back what is not out and catches up nothing; a touched slot waits', async () => {
    const { tenant } = await recurring.tenant();
    const made = await recurring.schedule(tenant, 5);
    await recurring.answerCaptions(tenant, made.id);
    await recurring.reaches(tenant, made.id, 'posted');
    const [, later] = await recurring.upcoming(tenant, made.id, 2);
    await recurring.change(tenant, made.id, later?.localSlot ?? '', { caption: 'For tomorrow' });
    await recurring.update(tenant, made.id, { isActive: false });
    expect(await recurring.postsOf(tenant)).toEqual([]);
    expect((await recurring.rows(made.id)).map(({ status }) => status)).toEqual(['planned']);

    await recurring.letPass(made.id, 3); // the edited slot passes during the pause
    expect((await recurring.reaches(tenant, made.id, 'skipped')).reason).toBe(reasons.paused);
    const resumed = await recurring.update(tenant, made.id, { isActive: true });
    expect(resumed.nextPostDate).not.toBeNull();
    expect(Date.parse(resumed.nextPostDate ?? '')).toBeGreaterThan(await recurring.now());
  });

  it('a deleted schedule takes its waiting post with it, and leaves what is out', async () => {
    const { tenant } = await recurring.tenant();
    const [gone, out] = [await recurring.schedule(tenant, 5), await recurring.schedule(tenant, 5)];
    for (const { id } of [gone, out]) {
      await recurring.answerCaptions(tenant, id);
      await recurring.reaches(tenant, id, 'posted');
    }
    const [{ postId } = { postId: null }] = await recurring.history(tenant, out.id);
    await recurring.under.sql(`UPDATE post_targets SET state = 'dispatched' WHERE post_id = $1`, [postId]);
    for (const { id } of [gone, out]) {
      await recurring.under.rpc(recurringRpc.scheduleDelete, { id }, tenant);
    }
    expect((await recurring.postsOf(tenant)).map(({ id }) => id)).toEqual([postId]);
  });

  it('another time moves the slot that has begun and the ones a person touched', async () => {
    const { tenant } = await recurring.tenant();
    const made = await recurring.schedule(tenant, 5);
    await recurring.answerCaptions(tenant, made.id);
    await recurring.reaches(tenant, made.id, 'posted');
    const later = (await recurring.upcoming(tenant, made.id, 3))[2]?.localSlot ?? '';
    await recurring.change(tenant, made.id, later, { caption: 'Kept' });
    const timeOfDay = wallClock(tenant.timeZone, 300);
    const moved = await recurring.update(tenant, made.id, { timeOfDay });
    expect(await recurring.postsOf(tenant)).toEqual([]);
    const upcoming = await recurring.upcoming(tenant, made.id, 4);
    expect(upcoming.every(({ localSlot }) => localSlot.endsWith(timeOfDay))).toBe(true);
    expect(upcoming.find(({ caption }) => caption === 'Kept')?.localSlot.slice(0, 10)).toBe(later.slice(0, 10));
    expect(moved.nextPostDate).toBe(upcoming[0]?.dueAt);
  });

  it('a touched slot takes the place of one that is taken back with the same change', async () => {
    const { tenant } = await recurring.tenant(1, { timeZone: zoneAtNoon() });
    const made = await recurring.schedule(tenant, 8);
    await recurring.answerCaptions(tenant, made.id);
    const { postId, localSlot } = await recurring.reaches(tenant, made.id, 'posted');
    const setStatus = async (status: 'draft' | 'scheduled') => {
      const { version } = await recurring.under.get(tenant, postId ?? '');
      await recurring.under.rpc(schedulingRpc.postUpdate, { id: postId ?? '', changes: { version, status } }, tenant);
    };
    await setStatus('draft'); // the person works on it, so a new time does not withdraw it
    const timeOfDay = wallClock(tenant.timeZone, 120);
    await recurring.update(tenant, made.id, { timeOfDay });
    await recurring.change(tenant, made.id, `${localSlot.slice(0, 10)}T${timeOfDay}`, { caption: 'Kept' });
    await setStatus('scheduled');
    await recurring.update(tenant, made.id, { timeOfDay: localSlot.slice(11) });
    const rows = await recurring.under.sql('SELECT local_slot, own_caption FROM occurrences WHERE schedule_id = $1', [
      made.id,
    ]);
    expect(rows).toEqual([{ local_slot: localSlot, own_caption: 'Kept' }]);
  });

  it('a business that moves to another zone keeps the wall clock of its slots (F49)', async () => {
    const { tenant } = await recurring.tenant(1, { timeZone: 'America/New_York' });
    const made = await recurring.schedule(tenant, 600);
    const touched = (await recurring.upcoming(tenant, made.id, 3))[2]?.localSlot ?? '';
    await recurring.change(tenant, made.id, touched, { caption: 'Kept' });
    await businessUpdated(tenant, 'Asia/Tokyo', 9);
    await eventually('the schedule is in Tokyo', async () =>
      expect((await recurring.find(tenant, made.id)).timeZone).toBe('Asia/Tokyo'),
    );
    const upcoming = await recurring.upcoming(tenant, made.id, 4);
    for (const { localSlot, dueAt } of upcoming) {
      expect(new Date(`${localSlot}:00+09:00`).toISOString()).toBe(dueAt);
    }
    expect(upcoming.find(({ localSlot }) => localSlot === touched)?.caption).toBe('Kept');
    expect((await recurring.find(tenant, made.id)).nextPostDate).toBe(upcoming[0]?.dueAt);
  });

  it('a schedule made while the business moves to another zone follows it', async () => {
    const { tenant } = await recurring.tenant(1, { timeZone: 'America/New_York' });
    await recurring.schedule(tenant, 600); // makes the business known here
    const [closed, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const gate = recurring.under.service.get(Uow).run(
      Scope.system('a gate before the new row'),
      async (tx) => {
        await tx.query('LOCK TABLE recurring_schedules IN SHARE MODE');
        closed.resolve();
        await open.promise;
      },
      { timeoutMs: 30_000 },
    );
    await closed.promise;
    const waiting = (where: string) =>
      recurring.under.sql(`SELECT pid FROM pg_locks WHERE NOT granted AND ${where}`, []);
    const making = recurring.schedule(tenant, 660);
    await eventually('the creation waits at the gate', async () =>
      expect(await waiting(`relation = 'recurring_schedules'::regclass`)).toHaveLength(1),
    );
    const moved = await businessUpdated(tenant, 'Asia/Tokyo', 9);
    await eventually('the move waits for the creation, or is over', async () => {
      const over = await recurring.under.sql(
        `SELECT handler FROM inbox WHERE event_id = $1 AND handler LIKE '%schedules%'`,
        [moved.id],
      );
      const blocked = await waiting(`locktype IN ('transactionid', 'tuple')`);
      expect(over.length + blocked.length).toBeGreaterThan(0);
    });
    open.resolve();
    await gate;
    const made = await making;
    await eventually('the schedule is in Tokyo', async () =>
      expect((await recurring.find(tenant, made.id)).timeZone).toBe('Asia/Tokyo'),
    );
  });

  it('an older move to another zone that arrives late moves nothing back', async () => {
    const { tenant } = await recurring.tenant(1, { timeZone: 'America/New_York' });
    const made = await recurring.schedule(tenant, 600);
    await businessUpdated(tenant, 'Asia/Tokyo', 9);
    await eventually('the schedule is in Tokyo', async () =>
      expect((await recurring.find(tenant, made.id)).timeZone).toBe('Asia/Tokyo'),
    );
    const late = await businessUpdated(tenant, 'America/New_York', 8);
    await eventually('the late event is done with', async () => {
      const rows = await recurring.under.sql(
        `SELECT handler FROM inbox WHERE event_id = $1 AND handler LIKE '%schedules%'`,
        [late.id],
      );
      expect(rows).toHaveLength(1);
    });
    expect((await recurring.find(tenant, made.id)).timeZone).toBe('Asia/Tokyo');
  });

  it('nothing runs for a deleted business, and its schedules go', async () => {
    const { tenant } = await recurring.tenant();
    const made = await recurring.schedule(tenant, 30);
    const { businessId } = tenant.caller;
    await recurring.under.service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 10, data: { businessId, payerId: tenant.payerId } },
    });
    await eventually('its schedules are gone', async () => {
      const rows = await recurring.under.sql('SELECT id FROM recurring_schedules WHERE id = $1', [made.id]);
      expect(rows).toEqual([]);
    });
  });
});
