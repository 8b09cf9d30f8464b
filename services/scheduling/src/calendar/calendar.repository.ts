import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { DOC_VERSION, MAX_TEXT_BYTES, staleIds } from '../posts/index.ts';

export interface CalendarRow {
  readonly timeZone: string;
  /** Changes whenever the answer would: the zone, the version of documents, the number of posts, and a hash of their ids and versions. */
  readonly fingerprint: string;
  /** JSON of the posts, joined by commas; null when the caller already has the answer with this fingerprint. */
  readonly texts: string | null;
  readonly stale: readonly string[];
  readonly isCut: boolean;
}

/**
 * The first instant of a local day: its midnight, or the earlier pass where midnight happens twice (Postgres reads a doubled time as
 * the later one), or the end of the gap where it is skipped.
 */
const dayStart = (day: string): string => {
  const midnight = `(${day})::timestamp AT TIME ZONE time_zone`;
  return `CASE WHEN ((${midnight} - interval '1 hour') AT TIME ZONE time_zone)::date >= ${day}
    THEN ${midnight} - interval '1 hour' ELSE ${midnight} END`;
};

const zone = `(SELECT time_zone, ${dayStart('$2::date')} AS starts_at, ${dayStart('($3::date + 1)')} AS ends_at
  FROM business_refs WHERE business_id = $1) AS z`;
const inRange = 'business_id = $1 AND due_at >= z.starts_at AND due_at < z.ends_at';

/** The month of a business: one statement, one index range, the posts' JSON as it is stored. */
@Injectable()
export class CalendarRepository {
  /**
   * Posts whose date falls on the days `from` to `to` (inclusive) of the business's wall clock; null when the business is not known here
   * yet. Plan: Index Scan using posts_by_date, in the order of the answer; nothing is sorted, nothing is assembled per post. Given the
   * fingerprint of an answer that the caller still has, unchanged posts are not read at all.
   */
  async range(tx: Tx, businessId: string, from: string, to: string, known: string): Promise<CalendarRow | null> {
    const [row] = await tx.query<{ time_zone: string; fingerprint: string; texts: string | null; stale: string[] }>(
      `SELECT z.time_zone, p.fingerprint, p.stale,
        CASE WHEN p.fingerprint <> $4 THEN coalesce(
          (SELECT string_agg(doc, ',' ORDER BY due_at, id) FROM posts WHERE ${inRange}), '') END AS texts
      FROM ${zone},
      LATERAL (SELECT z.time_zone || ' ${DOC_VERSION} ' || count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(id, version)), 0) AS fingerprint,
        ${staleIds} AS stale FROM posts WHERE ${inRange}) AS p`,
      [businessId, from, to, known],
    );
    if (row === undefined) {
      return null;
    }
    const { time_zone: timeZone, fingerprint, texts, stale } = row;
    if (texts === null || Buffer.byteLength(texts) <= MAX_TEXT_BYTES) {
      return { timeZone, fingerprint, texts, stale, isCut: false };
    }
    return { timeZone, fingerprint, texts: await this.firstTexts(tx, businessId, from, to), stale, isCut: true };
  }

  /** For a range too large for one answer: as many posts from its start as fit. */
  private async firstTexts(tx: Tx, businessId: string, from: string, to: string): Promise<string> {
    const [row] = await tx.query<{ texts: string | null }>(
      `SELECT string_agg(doc, ',' ORDER BY due_at, id) AS texts
      FROM (SELECT due_at, id, doc, sum(octet_length(doc)) OVER (ORDER BY due_at, id) AS size FROM ${zone}, posts WHERE ${inRange}) AS p
      WHERE size <= ${MAX_TEXT_BYTES}`,
      [businessId, from, to],
    );
    return row?.texts ?? '';
  }
}
