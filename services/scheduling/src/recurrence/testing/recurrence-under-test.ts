import { randomUUID } from 'node:crypto';
import { SystemClock } from '@postloom/chassis';
import {
  albumRpc,
  AppError,
  captionsEvents,
  generationRpc,
  mediaEvents,
  recurringEvents,
  recurringRpc,
  rowsOf,
} from '@postloom/contracts';
import type { DataOf, InputOf, Occurrence, OutputOf, RecurringSchedule } from '@postloom/contracts';
import { eventually, stubRpc } from '@postloom/testing';
import type { TestServiceOptions } from '@postloom/testing';
import { SchedulingUnderTest } from '../../testing/scheduling-under-test.ts';
import type { Tenant } from '../../testing/scheduling-under-test.ts';

export interface EmittedEvent {
  readonly subject: string;
  readonly version: number;
  readonly data: Record<string, string>;
}

type Created = Partial<InputOf<typeof recurringRpc.scheduleCreate>>;
type Generation = OutputOf<typeof generationRpc.generationGet>;

const clock = new SystemClock();

/**
 * Scheduling with the neighbours that schedules need: fakes captions (generationGet) and media (albumGet). Requested captions are written
 * by `answerCaptions`, when the test decides.
 */
export class RecurrenceUnderTest {
  /** Captions' answer for a business whose caption differs from the default. */
  readonly generationFor = new Map<string, () => Generation>();
  /** Businesses by album. */
  private readonly albums = new Map<string, string>();
  private readonly answered = new Set<string>();

  private constructor(readonly under: SchedulingUnderTest) {}

  static async start(options: Partial<TestServiceOptions> = {}): Promise<RecurrenceUnderTest> {
    const recurrence = new RecurrenceUnderTest(await SchedulingUnderTest.start(options));
    const { nats } = recurrence.under.service;
    await stubRpc(nats, generationRpc.generationGet, (_input, { businessId }) => {
      const own = recurrence.generationFor.get(businessId ?? '');
      return own === undefined ? { caption: 'Warm from the oven.', hashtags: ['#bread', 'bakery'] } : own();
    });
    await stubRpc(nats, albumRpc.albumGet, ({ id }, { businessId }) => {
      if (recurrence.albums.get(id) !== businessId) {
        throw new AppError('not_found');
      }
      return { id, name: 'Bread', description: null, photoCount: 1, createdAt: '2026-01-01T00:00:00.000Z' };
    });
    return recurrence;
  }

  close(): Promise<void> {
    return this.under.close();
  }

  /** A business with accounts, known here, and this many photos, the first the oldest. */
  async tenant(
    photos = 1,
    facts: Parameters<SchedulingUnderTest['tenant']>[0] = {},
  ): Promise<{ tenant: Tenant; photoIds: string[] }> {
    const tenant = this.under.tenant(facts);
    await this.under.create(tenant); // makes its zone and accounts known here
    await this.under.sql('DELETE FROM posts WHERE business_id = $1', [tenant.caller.businessId]);
    await this.under.sql('UPDATE usage SET used = 0 WHERE payer_id = $1', [tenant.payerId]);
    const photoIds = await Promise.all(Array.from({ length: photos }, (_, index) => this.photo(tenant, null, index)));
    return { tenant, photoIds };
  }

  /** Media announces a new photo, uploaded in that second of the year. */
  async photo(tenant: Tenant, albumId: string | null, second = 0): Promise<string> {
    const photoId = randomUUID();
    tenant.photoIds.add(photoId);
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
    await this.emitPhoto(tenant, 'photoUploaded', photoId, albumId, 1, at);
    return photoId;
  }

  /** Media announces that a photo is in another album, or in none. */
  move(tenant: Tenant, photoId: string, albumId: string | null, version: number): Promise<void> {
    return this.emitPhoto(tenant, 'photoUpdated', photoId, albumId, version);
  }

  private async emitPhoto(
    tenant: Tenant,
    kind: 'photoUploaded' | 'photoUpdated',
    photoId: string,
    albumId: string | null,
    version: number,
    at?: string,
  ): Promise<void> {
    await this.under.service.emitFrom(mediaEvents[kind], {
      ...{ businessId: tenant.caller.businessId, entityId: photoId, version, ...(at !== undefined && { at }) },
      data: {
        ...{ photoId, sha256: 'a'.repeat(64), mimeType: 'image/jpeg', width: 1080, height: 1080, fileSize: 1000 },
        ...{ albumId, thumbnailPath: `/objects/${photoId}` },
      },
    });
    await eventually('the photo is known with its album', async () => {
      const rows = await this.under.sql(
        'SELECT 1 AS known FROM photo_refs WHERE photo_id = $1 AND album_version >= $2 AND album_id IS NOT DISTINCT FROM $3',
        [photoId, version, albumId],
      );
      if (rows.length === 0) {
        throw new Error('not yet');
      }
    });
  }

  album(tenant: Tenant): string {
    const id = randomUUID();
    this.albums.set(id, tenant.caller.businessId);
    return id;
  }

  /** The database's clock, in milliseconds. */
  async now(): Promise<number> {
    const [row] = await this.under.sql<{ now: Date }>('SELECT now() AS now');
    return row?.now.getTime() ?? NaN;
  }

  /** Daily, all photos, at the wall clock that many minutes from now. */
  schedule(tenant: Tenant, minutesAhead: number, input: Created = {}): Promise<RecurringSchedule> {
    const body = {
      ...{
        name: 'Daily bread',
        frequency: 'daily' as const,
        platforms: [...tenant.accounts.keys()],
        useAllPhotos: true,
      },
      ...{ timeOfDay: wallClock(tenant.timeZone, minutesAhead), ...input },
    };
    return this.under.rpc(recurringRpc.scheduleCreate, body, tenant);
  }

  update(
    tenant: Tenant,
    id: string,
    changes: InputOf<typeof recurringRpc.scheduleUpdate>['changes'],
  ): Promise<RecurringSchedule> {
    return this.under.rpc(recurringRpc.scheduleUpdate, { id, changes }, tenant);
  }

  async find(tenant: Tenant, id: string): Promise<RecurringSchedule> {
    const all = rowsOf(await this.under.rpc(recurringRpc.scheduleList, {}, tenant));
    const found = all.find((one) => one.id === id);
    if (found === undefined) {
      throw new Error('there is no such schedule');
    }
    return found;
  }

  upcoming(tenant: Tenant, id: string, count = 5): Promise<Occurrence[]> {
    return this.under.rpc(recurringRpc.scheduleUpcoming, { id, count }, tenant);
  }

  history(tenant: Tenant, id: string): Promise<Occurrence[]> {
    return this.under.rpc(recurringRpc.scheduleHistory, { id }, tenant);
  }

  change(
    tenant: Tenant,
    id: string,
    localSlot: string,
    changes: InputOf<typeof recurringRpc.occurrenceChange>['changes'],
  ): Promise<Occurrence> {
    return this.under.rpc(recurringRpc.occurrenceChange, { id, localSlot, changes }, tenant);
  }

  /** Waits until the newest occurrence has this status. */
  reaches(tenant: Tenant, id: string, status: Occurrence['status']): Promise<Occurrence> {
    return eventually(`an occurrence is ${status}`, async () => {
      const [newest] = await this.history(tenant, id);
      if (newest?.status !== status) {
        throw new Error(`it is ${newest?.status ?? 'not there'}: ${newest?.reason ?? ''}`);
      }
      return newest;
    });
  }

  /** The events about a schedule and its occurrences. */
  emitted(scheduleId: string): Promise<EmittedEvent[]> {
    return this.under.sql<EmittedEvent>(
      `SELECT subject, version, data FROM outbox WHERE data->>'scheduleId' = $1 ORDER BY created_at, id`,
      [scheduleId],
    );
  }

  async emittedOf(scheduleId: string, kind: keyof typeof recurringEvents): Promise<EmittedEvent[]> {
    return (await this.emitted(scheduleId)).filter(({ subject }) => subject === recurringEvents[kind].subject);
  }

  /** Captions writes for every request so far; returns the events it emitted. */
  async answerCaptions(
    tenant: Tenant,
    scheduleId: string,
    failure?: Pick<DataOf<typeof captionsEvents.captionFailed>, 'reason' | 'cause'>,
  ) {
    const { businessId } = tenant.caller;
    const started = await eventually('a caption is asked for', async () => {
      const all = (await this.emittedOf(scheduleId, 'occurrenceStarted')).filter(
        (one) => !this.answered.has(keyOf(one)),
      );
      if (all.length === 0) {
        throw new Error('not yet');
      }
      return all;
    });
    const emitted = [];
    for (const one of started) {
      this.answered.add(keyOf(one));
      const { occurrenceId = '', photoId = '' } = one.data;
      const [generationId, head] = [randomUUID(), { businessId }];
      emitted.push(
        failure === undefined
          ? await this.under.service.emitFrom(captionsEvents.captionGenerated, {
              ...head,
              ...{ entityId: generationId, data: { generationId, photoId, occurrenceId, provider: 'openai' as const } },
            })
          : await this.under.service.emitFrom(captionsEvents.captionFailed, {
              ...head,
              ...{ entityId: generationId, data: { generationId, occurrenceId, ...failure } },
            }),
      );
    }
    return emitted;
  }

  /** As if the service had been down since then: the schedule's next slot is the first one after that moment. */
  async awaySince(scheduleId: string, hours: number): Promise<void> {
    await this.under.sql(
      `UPDATE recurring_schedules SET next_due_at = now() - make_interval(secs => $2::float8 * 3600),
        next_local_slot = coalesce(next_local_slot, '2026-01-01T00:00'), ready_at = now(), start_date = '2026-01-01' WHERE id = $1`,
      [scheduleId, hours],
    );
  }

  /** The occurrence's time has passed, according to its row. */
  async letPass(scheduleId: string, minutes: number): Promise<void> {
    await this.under.sql(
      `UPDATE occurrences SET due_at = now() - make_interval(mins => $2), caption_by = now() - interval '1 second', ready_at = now()
      WHERE schedule_id = $1 AND status IN ('planned', 'picked', 'captioning')`,
      [scheduleId, minutes],
    );
  }

  rows(
    scheduleId: string,
  ): Promise<{ id: string; local_slot: string; status: string; post_id: string | null; lease_epoch: number }[]> {
    return this.under.sql(
      'SELECT id, local_slot, status, post_id, lease_epoch FROM occurrences WHERE schedule_id = $1 ORDER BY due_at',
      [scheduleId],
    );
  }

  async postsOf(
    tenant: Tenant,
  ): Promise<{ id: string; status: string; caption: string; due_at: Date; source: string; photo_ids: string[] }[]> {
    return this.under.sql(
      'SELECT id, status, caption, due_at, source, photo_ids FROM posts WHERE business_id = $1 ORDER BY due_at',
      [tenant.caller.businessId],
    );
  }
}

/** A zone in which it is about noon, so that no test runs into the end of the day. */
export function zoneAtNoon(): string {
  const hour = clock.now().getUTCHours();
  // 'Etc' counts west of Greenwich.
  if (hour === 12) {
    return 'Etc/GMT';
  }
  return hour > 12 ? `Etc/GMT+${hour - 12}` : `Etc/GMT-${12 - hour}`;
}

/** `HH:MM` on the wall of a zone, that many minutes from now. */
export function wallClock(timeZone: string, minutes: number): string {
  const at = new Date(clock.now().getTime() + minutes * 60_000);
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    at,
  );
}

function keyOf({ version, data }: EmittedEvent): string {
  return `${data['occurrenceId']} ${version}`;
}
