import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recurringRpc } from '@postloom/contracts';
import { SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import { ZoneDataWorker } from './zone-data.worker.ts';

describe('scheduled posts under new zone data', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  /** As if a country had decided it: the instant was derived when its clocks were `hours` ahead of what they are now. */
  const clocksWere = (hours: number, postId: string) =>
    under.sql(
      `WITH target AS (UPDATE post_targets SET due_at = due_at - $1 * interval '1 hour' WHERE post_id = $2)
      UPDATE posts SET due_at = due_at - $1 * interval '1 hour' WHERE id = $2`,
      [hours, postId],
    );

  async function apply(version: string): Promise<void> {
    const worker = under.service.get<ZoneDataWorker>(ZoneDataWorker);
    while (await worker.round(version)) {
      // the next batch
    }
  }

  it('move to the instant of the time of day that was chosen, once, and say so', async () => {
    const tenant = under.tenant({ timeZone: 'America/Bogota' });
    const scheduledFor = '2031-05-20T14:00:00.000Z';
    const [moved, same, draft] = [
      await under.schedule(tenant, { scheduledFor }),
      await under.schedule(tenant, { scheduledFor: '2031-05-21T14:00:00.000Z' }),
      await under.create(tenant, { scheduledFor: '2031-05-22T14:00:00.000Z' }),
    ];
    await clocksWere(1, moved.id);
    await clocksWere(1, draft.id);
    await under.sql(`UPDATE zone_data SET version = '2026a'`);
    await apply('2026b');
    const found = await under.get(tenant, moved.id);
    expect(found).toMatchObject({ scheduledFor, version: 2 });
    expect(found.history.at(-1)).toMatchObject({
      actor: 'system',
      what: 'The clocks of its time zone follow new rules. To keep its time of day it now goes out at May 20, 2031, 9:00 AM Bogota time.',
    });
    const dates = await under.sql('SELECT DISTINCT due_at FROM post_targets WHERE post_id = $1', [moved.id]);
    expect(dates).toEqual([{ due_at: new Date(scheduledFor) }]);
    expect(await under.get(tenant, same.id)).toMatchObject({ version: 1 });
    expect(await under.get(tenant, draft.id)).toMatchObject({ version: 1 });
    expect(await under.sql('SELECT version, at_business FROM zone_data')).toEqual([
      { version: '2026b', at_business: null },
    ]);

    await clocksWere(1, moved.id);
    await apply('2026b');
    await apply('2026a');
    expect(await under.get(tenant, moved.id)).toMatchObject({ version: 2 });
  });

  it('and so do schedules, with what a person has edited ahead', async () => {
    const tenant = under.tenant({ timeZone: 'America/Bogota' });
    const made = await Promise.all(
      ['09:00', '10:00'].map((timeOfDay) =>
        under.rpc(
          recurringRpc.scheduleCreate,
          {
            ...{ name: timeOfDay, frequency: 'daily', timeOfDay, platforms: ['instagram'], useAllPhotos: true },
            startDate: '2031-05-20',
          },
          tenant,
          { idempotencyKey: null },
        ),
      ),
    );
    const [moved, same] = made.map(({ id }) => id);
    const localSlot = '2031-05-21T09:00';
    await under.rpc(
      recurringRpc.occurrenceChange,
      { id: moved ?? '', localSlot, changes: { timeOfDay: '11:30' } },
      tenant,
    );
    const rows = () =>
      under.sql<{ id: string; next_due_at: Date; due_at: Date | null; is_ready_before: boolean }>(
        `SELECT s.id, s.next_due_at, o.due_at, s.ready_at < s.next_due_at AND o.ready_at < o.due_at IS NOT FALSE AS is_ready_before
        FROM recurring_schedules s LEFT JOIN occurrences o ON o.schedule_id = s.id WHERE s.business_id = $1 ORDER BY s.name`,
        [tenant.caller.businessId],
      );
    const before = await rows();
    expect(before).toMatchObject([
      { next_due_at: new Date('2031-05-20T14:00:00Z'), due_at: new Date('2031-05-21T16:30:00Z') },
      { next_due_at: new Date('2031-05-20T15:00:00Z'), due_at: null },
    ]);
    const versions = () => under.sql('SELECT version FROM recurring_schedules WHERE id = $1', [same]);
    const untouched = await versions();
    await under.sql(
      `WITH edited AS (UPDATE occurrences SET due_at = due_at - interval '1 hour' WHERE schedule_id = $1)
      UPDATE recurring_schedules SET next_due_at = next_due_at - interval '1 hour', ready_at = ready_at - interval '1 hour' WHERE id = $1`,
      [moved],
    );
    expect(await rows()).not.toEqual(before);
    await under.sql(`UPDATE zone_data SET version = '2026a'`);
    await apply('2026b');
    expect(await rows()).toEqual(before);
    expect(await versions()).toEqual(untouched);
    expect(await under.sql('SELECT version, at_schedule FROM zone_data')).toEqual([
      { version: '2026b', at_schedule: null },
    ]);
  });

  it('stay in the second pass of a doubled hour', async () => {
    const tenant = under.tenant({ timeZone: 'Europe/Berlin' });
    const post = await under.schedule(tenant, { scheduledFor: '2031-10-26T01:30:00.000Z' });
    await under.sql(`UPDATE zone_data SET version = '2026a'`);
    await apply('2026b');
    expect(await under.get(tenant, post.id)).toMatchObject({ scheduledFor: '2031-10-26T01:30:00.000Z', version: 1 });
  });
});
