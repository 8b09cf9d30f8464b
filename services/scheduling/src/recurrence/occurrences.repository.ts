import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { reasons } from './schedule.ts';
import type { OccurrenceRecord } from './schedule.ts';

interface OccurrenceRow {
  id: string;
  business_id: string;
  schedule_id: string;
  local_slot: string;
  due_at: Date;
  status: OccurrenceRecord['status'];
  reason: string | null;
  round: number | null;
  photo_id: string | null;
  caption_by: Date | null;
  generation_id: string | null;
  caption_failure: string | null;
  post_id: string | null;
  own_caption: string | null;
  own_photo_id: string | null;
  own_time: string | null;
  version: number;
}

const columns = `o.id, o.business_id, o.schedule_id, o.local_slot, o.due_at, o.status, o.reason, o.round, o.photo_id, o.caption_by,
  o.generation_id, o.caption_failure, o.post_id, o.own_caption, o.own_photo_id, o.own_time, o.version`;

/** Rows of slots that began or that a person edited. */
@Injectable()
export class OccurrencesRepository {
  /**
   * Inserts rows, as yet without photo, caption or post. Returns those whose slot and instant were free; existing rows stay as they are.
   */
  async insert(tx: Tx, occurrences: readonly OccurrenceRecord[], readyAt: Date | null): Promise<OccurrenceRecord[]> {
    if (occurrences.length === 0) {
      return [];
    }
    const rows = await tx.query<{ id: string }>(
      `INSERT INTO occurrences (id, business_id, schedule_id, local_slot, due_at, status, reason, ready_at)
      SELECT u.id, u."businessId", u."scheduleId", u."localSlot", u."dueAt", u.status, u.reason,
        coalesce($2::timestamptz, 'infinity')
      FROM json_to_recordset($1) AS u (id uuid, "businessId" uuid, "scheduleId" uuid, "localSlot" text, "dueAt" timestamptz,
        status text, reason text)
      ON CONFLICT DO NOTHING RETURNING id`,
      [JSON.stringify(occurrences), readyAt],
    );
    const inserted = new Set(rows.map(({ id }) => id));
    return occurrences.filter(({ id }) => inserted.has(id));
  }

  async scheduleOf(tx: Tx, businessId: string, id: string): Promise<string | null> {
    const [row] = await tx.query<{ schedule_id: string }>(
      'SELECT schedule_id FROM occurrences WHERE id = $1 AND business_id = $2',
      [id, businessId],
    );
    return row?.schedule_id ?? null;
  }

  /** The claimed row, while the caller still has the lease; the schedule must be locked first. */
  lockLeased(tx: Tx, businessId: string, id: string, epoch: number): Promise<OccurrenceRecord | null> {
    return this.lockOne(tx, businessId, 'o.id = $2 AND o.lease_epoch = $3', [id, epoch]);
  }

  lockSlot(tx: Tx, businessId: string, scheduleId: string, localSlot: string): Promise<OccurrenceRecord | null> {
    return this.lockOne(tx, businessId, 'o.schedule_id = $2 AND o.local_slot = $3', [scheduleId, localSlot]);
  }

  lockById(tx: Tx, businessId: string, id: string): Promise<OccurrenceRecord | null> {
    return this.lockOne(tx, businessId, 'o.id = $2', [id]);
  }

  /** Everything of a schedule that has not ended for good: ahead, or in progress. */
  async lockOpen(tx: Tx, businessId: string, scheduleId: string): Promise<OccurrenceRecord[]> {
    const rows = await tx.query<OccurrenceRow>(
      `SELECT ${columns} FROM occurrences o WHERE o.schedule_id = $1 AND o.business_id = $2
        AND (o.status IN ('planned', 'picked', 'captioning') OR o.due_at > clock_timestamp()) ORDER BY o.id FOR UPDATE`,
      [scheduleId, businessId],
    );
    return rows.map(toRecord);
  }

  /** Writes a locked occurrence; its lease and its time stay as they are. */
  async save(tx: Tx, occurrence: OccurrenceRecord): Promise<OccurrenceRecord> {
    const next = { ...occurrence, version: occurrence.version + 1 };
    await tx.execute(
      `UPDATE occurrences SET local_slot = $3, due_at = $4, status = $5, reason = $6, round = $7, photo_id = $8, caption_by = $9,
        generation_id = $10, caption_failure = $11, post_id = $12, own_caption = $13, own_photo_id = $14, own_time = $15,
        version = $16, updated_at = now() WHERE id = $1 AND business_id = $2`,
      [
        ...[next.id, next.businessId, next.localSlot, next.dueAt, next.status, next.reason, next.round, next.photoId],
        ...[next.captionBy, next.generationId, next.captionFailure, next.postId, next.ownCaption, next.ownPhotoId],
        ...[next.ownTime, next.version],
      ],
    );
    return next;
  }

  /** Ready at a time that a person's change determines (null: never again); a worker that had leased it loses its lease. */
  async setReady(tx: Tx, id: string, readyAt: Date | null): Promise<void> {
    await tx.execute(
      `UPDATE occurrences SET ready_at = coalesce($2::timestamptz, 'infinity'), lease_until = '-infinity',
        lease_epoch = lease_epoch + 1, tries = 0 WHERE id = $1`,
      [id, readyAt],
    );
  }

  /**
   * A thousand years ahead, where rows that are being moved cannot collide with rows that are still to be moved; the caller gives each its
   * new time.
   */
  async setAside(tx: Tx, businessId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) {
      return;
    }
    await tx.execute(
      `UPDATE occurrences SET due_at = due_at + interval '1000 years' WHERE business_id = $1 AND id = ANY ($2::uuid[])`,
      [businessId, ids],
    );
  }

  async delete(tx: Tx, businessId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) {
      return;
    }
    await tx.execute('DELETE FROM occurrences WHERE business_id = $1 AND id = ANY ($2::uuid[])', [businessId, ids]);
  }

  async hasSlot(tx: Tx, scheduleId: string, localSlot: string, dueAt: Date, butNot: string): Promise<boolean> {
    const rows = await tx.query(
      'SELECT 1 AS found FROM occurrences WHERE schedule_id = $1 AND (local_slot = $2 OR due_at = $3) AND id <> $4',
      [scheduleId, localSlot, dueAt, butNot],
    );
    return rows.length > 0;
  }

  /** Rows from shortly before `from` on; what was posted and then deleted shows as skipped. */
  async from(tx: Tx, businessId: string, scheduleIds: readonly string[], from: Date): Promise<OccurrenceRecord[]> {
    const rows = await tx.query<OccurrenceRow & { has_post: boolean }>(
      `SELECT ${columns}, EXISTS (SELECT 1 FROM posts p WHERE p.id = o.post_id) AS has_post FROM occurrences o
      WHERE o.business_id = $1 AND o.schedule_id = ANY ($2::uuid[]) AND o.due_at > $3::timestamptz - interval '3 days'`,
      [businessId, scheduleIds, from],
    );
    return rows.map(withoutLostPost);
  }

  /** Past and running slots, newest first, at most 100; those that a person skipped ahead of time are not history yet. */
  async history(tx: Tx, businessId: string, scheduleId: string): Promise<OccurrenceRecord[]> {
    const rows = await tx.query<OccurrenceRow & { has_post: boolean }>(
      `SELECT ${columns}, EXISTS (SELECT 1 FROM posts p WHERE p.id = o.post_id) AS has_post FROM occurrences o
      WHERE o.business_id = $1 AND o.schedule_id = $2 AND o.status <> 'planned'
        AND (o.reason IS DISTINCT FROM $3 OR o.due_at <= clock_timestamp())
      ORDER BY o.due_at DESC LIMIT 100`,
      [businessId, scheduleId, reasons.byPerson],
    );
    return rows.map(withoutLostPost);
  }

  /** `condition`: its parameters are $2 …; $1 is the business. */
  private async lockOne(
    tx: Tx,
    businessId: string,
    condition: string,
    parameters: readonly unknown[],
  ): Promise<OccurrenceRecord | null> {
    const [row] = await tx.query<OccurrenceRow>(
      `SELECT ${columns} FROM occurrences o WHERE o.business_id = $1 AND ${condition} FOR UPDATE`,
      [businessId, ...parameters],
    );
    return row === undefined ? null : toRecord(row);
  }
}

function withoutLostPost(row: OccurrenceRow & { has_post: boolean }): OccurrenceRecord {
  const record = toRecord(row);
  if (record.postId === null || row.has_post) {
    return record;
  }
  return { ...record, status: 'skipped', reason: reasons.postDeleted, postId: null };
}

function toRecord(row: OccurrenceRow): OccurrenceRecord {
  return {
    ...{ id: row.id, businessId: row.business_id, scheduleId: row.schedule_id, localSlot: row.local_slot },
    ...{ dueAt: row.due_at, status: row.status, reason: row.reason, round: row.round, photoId: row.photo_id },
    ...{ captionBy: row.caption_by, generationId: row.generation_id, captionFailure: row.caption_failure },
    ...{ postId: row.post_id, ownCaption: row.own_caption, ownPhotoId: row.own_photo_id, ownTime: row.own_time },
    version: row.version,
  };
}
