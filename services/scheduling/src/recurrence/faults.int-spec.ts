import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recurringEvents, schedulingRpc } from '@postloom/contracts';
import { eventually, SkewedClock, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { OccurrenceSaga } from './occurrence.saga.ts';
import { reasons } from './schedule.ts';
import { RecurrenceUnderTest } from './testing/recurrence-under-test.ts';

describe('faults of recurring schedules', () => {
  const minute = 60_000;
  const jumping = new SkewedClock(5 * minute);
  const clocks = [jumping, ...[-5, 3, -4].map((minutes) => new SkewedClock(minutes * minute))];
  const others: TestService[] = [];
  let recurring: RecurrenceUnderTest;

  beforeAll(async () => {
    // Five schedulers on one database, their clocks up to five minutes apart (F12, F46).
    recurring = await RecurrenceUnderTest.start();
    const { nats, database } = recurring.under.service;
    for (const clock of clocks) {
      others.push(await testService({ service: 'scheduling', module: AppModule, migrations, nats, database, clock }));
    }
  });
  afterAll(async () => {
    for (const service of others) {
      await service.close();
    }
    await recurring.close();
  });

  const count = async (text: string, parameters: unknown[]): Promise<number> =>
    (await recurring.under.sql<{ found: number }>(`SELECT count(*)::int AS found ${text}`, parameters))[0]?.found ?? -1;

  it('each slot has one post under five schedulers with clocks apart, one of which jumps back an hour (F12, F46)', async () => {
    const SLOTS = 400;
    const { tenant } = await recurring.tenant(3, { platforms: ['instagram'] });
    const { businessId, userId } = tenant.caller;
    const made = await recurring.schedule(tenant, 9, { name: 'Template' });
    await recurring.update(tenant, made.id, { isActive: false });
    // Schedules whose slots all begin in the same second; half of their occurrences already have a person's caption.
    await recurring.under.sql(
      `INSERT INTO recurring_schedules (id, business_id, payer_id, author_id, name, frequency, time_of_day, platforms, use_all_photos,
        start_date, time_zone, is_active, next_local_slot, next_due_at, ready_at)
      SELECT gen_random_uuid(), $1, $2, $3, 'Schedule ' || n, 'daily', $4, ARRAY['instagram'], true, '2026-01-01', $5, true, $6, $7,
        now() + interval '1 second' FROM generate_series(1, $8::int) AS n`,
      [
        ...[businessId, tenant.payerId, userId, made.timeOfDay, made.timeZone],
        ...[`2026-01-01T${made.timeOfDay}`, made.nextPostDate, SLOTS],
      ],
    );
    await recurring.under.sql(
      `INSERT INTO occurrences (id, business_id, schedule_id, local_slot, due_at, own_caption, ready_at)
      SELECT gen_random_uuid(), $1, id, to_char($2::timestamptz AT TIME ZONE $3, 'YYYY-MM-DD"T"HH24:MI'), $2, 'Words of ' || name, now()
      FROM recurring_schedules WHERE business_id = $1 AND is_active AND hashtext(id::text) % 2 = 0`,
      [businessId, made.nextPostDate, made.timeZone],
    );
    jumping.skewMs -= 60 * minute;
    await eventually(
      'every slot has begun',
      async () => {
        const waiting = await count(
          `FROM recurring_schedules s WHERE s.business_id = $1 AND s.is_active
            AND NOT EXISTS (SELECT 1 FROM occurrences o WHERE o.schedule_id = s.id AND o.status IN ('captioning', 'posted'))`,
          [businessId],
        );
        expect(waiting).toBe(0);
      },
      { timeoutMs: 90_000, everyMs: 500 },
    );
    // The other half get their caption from captions.
    await recurring.under.sql(
      `UPDATE occurrences SET generation_id = gen_random_uuid(), ready_at = now() WHERE business_id = $1 AND status = 'captioning'`,
      [businessId],
    );
    await eventually(
      'every slot has its post',
      async () =>
        expect(await count(`FROM occurrences WHERE business_id = $1 AND status = 'posted'`, [businessId])).toBe(SLOTS),
      { timeoutMs: 90_000, everyMs: 500 },
    );
    expect(await count('FROM posts WHERE business_id = $1', [businessId])).toBe(SLOTS);
    expect(
      await count('FROM (SELECT DISTINCT post_id FROM occurrences WHERE business_id = $1) AS once', [businessId]),
    ).toBe(SLOTS);
    // On time by the database's clock: due at the slot, whatever time the processes believe it to be.
    expect(await count('FROM posts WHERE business_id = $1 AND due_at <> $2', [businessId, made.nextPostDate])).toBe(0);
    expect(
      await count(`FROM outbox WHERE business_id = $1 AND subject = $2`, [
        businessId,
        recurringEvents.occurrenceSkipped.subject,
      ]),
    ).toBe(0);
  });

  it('after three days away the newest slot runs if it is an hour late at most, all others are skipped with a notification (F50)', async () => {
    const { tenant } = await recurring.tenant(2);
    const [fresh, stale] = [await recurring.schedule(tenant, -30), await recurring.schedule(tenant, -90)];
    await recurring.awaySince(fresh.id, 72 + 1);
    await recurring.awaySince(stale.id, 72 + 2);
    await recurring.answerCaptions(tenant, fresh.id);
    await recurring.reaches(tenant, fresh.id, 'posted');
    await recurring.reaches(tenant, stale.id, 'skipped');
    const statuses = async (id: string) => (await recurring.rows(id)).map(({ status }) => status);
    expect(await statuses(fresh.id)).toEqual(['skipped', 'skipped', 'skipped', 'posted']);
    expect(await statuses(stale.id)).toEqual(['skipped', 'skipped', 'skipped', 'skipped']);
    for (const { id } of [fresh, stale]) {
      const emitted = await recurring.emittedOf(id, 'occurrenceSkipped');
      const skipped = (await recurring.rows(id)).filter(({ status }) => status === 'skipped');
      expect(emitted.map(({ data }) => data['localSlot'])).toEqual(skipped.map(({ local_slot: slot }) => slot));
      expect(new Set(emitted.map(({ data }) => data['reason']))).toEqual(new Set([reasons.missed]));
      expect(new Set(emitted.map(({ data }) => data['name']))).toEqual(new Set([fresh.name]));
    }
    expect(await recurring.postsOf(tenant)).toHaveLength(1);
    expect(Date.parse((await recurring.find(tenant, stale.id)).nextPostDate ?? '')).toBeGreaterThan(
      Date.parse((await recurring.history(tenant, stale.id))[0]?.dueAt ?? ''),
    );
  });

  it('a post that was ready before the standstill is not sent more than an hour after its slot either (F50)', async () => {
    const { tenant } = await recurring.tenant(1);
    const sent = async (minutesLate: number): Promise<string> => {
      const made = await recurring.schedule(tenant, 8);
      await recurring.answerCaptions(tenant, made.id);
      const { postId } = await recurring.reaches(tenant, made.id, 'posted');
      // In one statement, as the dispatcher finds it when it comes back.
      await recurring.under.sql(
        `WITH late AS (UPDATE posts SET due_at = now() - make_interval(mins => $2) WHERE id = $1)
        UPDATE post_targets SET due_at = now() - make_interval(mins => $2) WHERE post_id = $1`,
        [postId, minutesLate],
      );
      return eventually('it is decided', async () => {
        const [target] = await recurring.under.targetsOf(postId ?? '');
        if (target === undefined || target.state === 'scheduled') {
          throw new Error('not yet');
        }
        return target.state;
      });
    };
    expect(await sent(55)).toBe('dispatched');
    expect(await sent(65)).toBe('failed');
  });

  it.each(['picked, with its own caption', 'captioning, its caption came meanwhile', 'captioning, without a caption'])(
    'an occurrence that had begun before a standstill is skipped when it is more than an hour late (%s) (F50)',
    async (step) => {
      const { tenant } = await recurring.tenant(1);
      const made = await recurring.schedule(tenant, 8);
      await recurring.reaches(tenant, made.id, 'captioning');
      const [isPicked, hasWords] = [step.startsWith('picked'), step.endsWith('meanwhile')];
      // In one statement, as the worker finds it when it comes back.
      await recurring.under.sql(
        `UPDATE occurrences SET due_at = now() - interval '70 minutes', caption_by = now() - interval '70 minutes', ready_at = now(),
          lease_until = '-infinity', lease_epoch = lease_epoch + 1, status = CASE WHEN $2 THEN 'picked' ELSE 'captioning' END,
          own_caption = CASE WHEN $2 THEN 'By hand' END, generation_id = CASE WHEN $3 THEN gen_random_uuid() END WHERE schedule_id = $1`,
        [made.id, isPicked, hasWords],
      );
      const skipped = await recurring.reaches(tenant, made.id, 'skipped');
      expect(skipped.reason).toBe(reasons.missed);
      expect(await recurring.postsOf(tenant)).toEqual([]);
      expect(await recurring.emittedOf(made.id, 'occurrenceSkipped')).toHaveLength(1);
    },
  );

  describe('a process that dies at a step leaves it to the next one, and cannot come back', () => {
    /** As `kill -9` right after the claim: nobody works under the lease. */
    const die = (scheduleId: string, table: 'occurrences' | 'recurring_schedules', seconds: number) =>
      recurring.under.sql<{ id: string; lease_epoch: number }>(
        `UPDATE ${table} SET lease_epoch = lease_epoch + 1, lease_until = now() + make_interval(secs => $2), ready_at = now()
        WHERE ${table === 'occurrences' ? 'schedule_id' : 'id'} = $1 RETURNING id, lease_epoch`,
        [scheduleId, seconds],
      );

    it.each(['planned', 'picked', 'captioning', 'caption there'])('%s', async (step) => {
      const { tenant, photoIds } = await recurring.tenant(1);
      const made = await recurring.schedule(tenant, 8);
      await recurring.reaches(tenant, made.id, 'captioning');
      // Back at the step, leased by a process that is gone.
      const [leased] = await die(made.id, 'occurrences', 3);
      const state = { planned: 'planned', picked: 'picked', captioning: 'captioning', 'caption there': 'captioning' }[
        step
      ];
      await recurring.under.sql(
        `UPDATE occurrences SET status = $2, photo_id = CASE WHEN $2 = 'planned' THEN NULL ELSE photo_id END,
          generation_id = CASE WHEN $3::boolean THEN gen_random_uuid() END WHERE schedule_id = $1`,
        [made.id, state, step === 'caption there'],
      );
      expect(await recurring.postsOf(tenant)).toEqual([]);
      const [during] = await recurring.rows(made.id);
      expect(during).toMatchObject({ status: state, lease_epoch: leased?.lease_epoch });
      if (step === 'planned' || step === 'picked') {
        await eventually('it is asked for again', async () =>
          expect(await recurring.emittedOf(made.id, 'occurrenceStarted')).toHaveLength(2),
        );
      }
      if (step !== 'caption there') {
        await recurring.answerCaptions(tenant, made.id);
      }
      const posted = await recurring.reaches(tenant, made.id, 'posted');
      expect(posted.photoId).toBe(photoIds[0]);
      expect(await recurring.postsOf(tenant)).toHaveLength(1);
      // The dead process resumes with the lease it believes it still has, finds the row claimed by another, and changes nothing.
      const [before] = await recurring.rows(made.id);
      const zombie = { id: leased?.id ?? '', businessId: tenant.caller.businessId, epoch: leased?.lease_epoch ?? 0 };
      await recurring.under.sql(`UPDATE occurrences SET status = 'picked', post_id = NULL WHERE schedule_id = $1`, [
        made.id,
      ]);
      await recurring.under.service.get(OccurrenceSaga).execute(zombie);
      expect(await recurring.postsOf(tenant)).toHaveLength(1);
      expect((await recurring.rows(made.id))[0]).toMatchObject({ status: 'picked', lease_epoch: before?.lease_epoch });
    });

    it('before the slot was opened', async () => {
      const { tenant } = await recurring.tenant(1);
      const made = await recurring.schedule(tenant, 60);
      await recurring.awaySince(made.id, 0);
      await die(made.id, 'recurring_schedules', 2);
      await recurring.under.sql(
        `UPDATE recurring_schedules SET time_of_day = to_char((now() + interval '5 minutes') AT TIME ZONE time_zone, 'HH24:MI') WHERE id = $1`,
        [made.id],
      );
      await recurring.reaches(tenant, made.id, 'captioning');
      expect(await recurring.rows(made.id)).toHaveLength(1);
    });
  });

  it('the quota is charged once per post, whatever was repeated', async () => {
    const { tenant } = await recurring.tenant(1);
    const made = await recurring.schedule(tenant, 7);
    const emitted = await recurring.answerCaptions(tenant, made.id);
    for (let times = 0; times < 3; times += 1) {
      for (const event of emitted) {
        await recurring.under.service.retell(event);
      }
    }
    await recurring.reaches(tenant, made.id, 'posted');
    const usage = await recurring.under.rpc(schedulingRpc.usageGet, { payerId: tenant.payerId }, tenant);
    expect(usage.used).toBe(1);
  });
});
