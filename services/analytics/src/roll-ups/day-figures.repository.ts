import { Injectable } from '@nestjs/common';
import { figureNames } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { scoreSql } from '../best-times/index.ts';
import { zoneOf } from './stale-days.repository.ts';

/** Measured posts of a day that are kept by rank; the contract shows as many of a whole range. */
export const BEST_OF_A_DAY = 10;

/** A longer one is no topic, and would not fit the index of the sums: a caption on Facebook may be one hashtag of 60,000 letters. */
const LONGEST_HASHTAG = 150;

const summed = [...figureNames, 'interactions', 'audience'];
const columns = ['posts', 'measured', ...summed, 'rated_interactions'].join(', ');
/** Those of posts with an audience: what nobody is known to have seen has no rate. */
const rated = `CASE WHEN sum(interactions) IS NOT NULL THEN coalesce(sum(interactions) FILTER (WHERE audience > 0), 0) END`;
const sums = [...summed.map((name) => `sum(${name})`), rated].join(', ');
const noSums = [...summed, rated].map(() => 'NULL::bigint').join(', ');

/** Sums over the published targets of a day: a function of what is stored, whatever led to it. */
@Injectable()
export class DayFiguresRepository {
  /**
   * Sums these days up again, from the targets that were published on them and the latest figure of each. The statements see one state:
   * what changes meanwhile marks its day again. Plan: published_targets_of_business over the days and two more on each side (zones), then
   * by primary key.
   */
  async sumUp(tx: Tx, businessId: string, days: readonly string[]): Promise<void> {
    await tx.execute('DELETE FROM day_figures WHERE business_id = $1 AND day = ANY ($2::date[])', [businessId, days]);
    await tx.execute('DELETE FROM day_tops WHERE business_id = $1 AND day = ANY ($2::date[])', [businessId, days]);
    await tx.execute(
      `WITH ${published},
      counted AS (
        SELECT day, d.dimension, d.value, read_at, ${summed.join(', ')}, CASE WHEN d.dimension = 'slot' THEN p.score END AS score FROM published p CROSS JOIN LATERAL (
          VALUES ('slot', p.platform || ' ' || p.hour), ('source', p.source), ('album', p.album), ('style', p.style),
            ('format', CASE p.photos WHEN 0 THEN 'text' WHEN 1 THEN 'photo' ELSE CASE WHEN p.photos > 1 THEN 'carousel' END END)
          UNION ALL SELECT 'hashtag', h FROM unnest(p.hashtags) AS h WHERE length(h) <= ${LONGEST_HASHTAG}) AS d (dimension, value)
        WHERE d.value IS NOT NULL),
      firsts AS (
        SELECT (min(t.published_at) AT TIME ZONE ${zoneOf('$1')})::date AS day FROM published_targets t
        WHERE t.business_id = $1 AND t.post_id IN (SELECT post_id FROM published) GROUP BY t.post_id)
      INSERT INTO day_figures (business_id, dimension, day, value, ${columns}, read_at, scored, score, score_squares)
      SELECT $1::uuid, dimension, day, value, count(*), count(read_at), ${sums}, max(read_at), count(score), sum(score), sum(score * score)
      FROM counted GROUP BY dimension, day, value
      UNION ALL
      SELECT $1::uuid, 'post', day, '', count(*), 0, ${noSums}, NULL, 0, NULL, NULL FROM firsts
      WHERE day = ANY ($2::date[]) GROUP BY day`,
      [businessId, days],
    );
    await tx.execute(
      `WITH ${published},
      whole AS (
        SELECT t.post_id, (min(t.published_at) AT TIME ZONE ${zoneOf('$1')})::date AS day, min(t.published_at) AS published_at,
          array_agg(t.platform ORDER BY t.published_at, t.platform) AS platforms,
          (array_agg(t.permalink ORDER BY t.published_at, t.platform) FILTER (WHERE t.permalink IS NOT NULL))[1] AS permalink,
          count(*) AS posts, count(f.read_at) AS measured, ${sums}
        FROM published_targets t LEFT JOIN target_figures f ON f.target_id = t.target_id
        WHERE t.business_id = $1 AND t.post_id IN (SELECT post_id FROM published) GROUP BY t.post_id),
      ranked AS (
        SELECT *, row_number() OVER (PARTITION BY day ORDER BY interactions DESC, post_id) AS rank
        FROM (SELECT post_id, day, published_at, platforms, permalink, ${columns} FROM whole AS w (
          post_id, day, published_at, platforms, permalink, ${columns}) WHERE interactions IS NOT NULL) measured_ones
        WHERE day = ANY ($2::date[]))
      INSERT INTO day_tops (business_id, day, post_id, published_at, platforms, permalink, ${columns})
      SELECT $1::uuid, day, post_id, published_at, platforms, permalink, ${columns} FROM ranked WHERE rank <= ${BEST_OF_A_DAY}`,
      [businessId, days],
    );
  }
}

/** The targets of the days in $2. A zone is at most 14 hours from UTC; an hour of leeway is enough, two days are simple. */
const published = `published AS MATERIALIZED (
  SELECT t.target_id, t.post_id, t.platform, t.hashtags, t.source, t.photos, local.at::date AS day,
    extract(hour FROM local.at)::int AS hour, CASE WHEN t.photos IS NOT NULL THEN coalesce(p.album_id::text, '') END AS album,
    coalesce(s.style, CASE WHEN t.is_style_told THEN '' END) AS style, f.read_at,
    -- Of nine places: sums of these are the same in any order.
    CASE WHEN f.interactions IS NOT NULL AND f.audience > 0
      THEN round(${scoreSql('f.interactions', 'f.audience')}::numeric, 9) END AS score, ${summed.map((name) => `f.${name}`).join(', ')}
  FROM published_targets t
  CROSS JOIN LATERAL (SELECT t.published_at AT TIME ZONE ${zoneOf('$1')} AS at) local
  LEFT JOIN target_figures f ON f.target_id = t.target_id
  LEFT JOIN library_photos p ON p.photo_id = t.photo_id AND p.business_id = $1
  LEFT JOIN target_styles s ON s.target_id = t.target_id AND s.business_id = $1
  WHERE t.business_id = $1 AND local.at::date = ANY ($2::date[])
    AND t.published_at >= (SELECT min(d) - 2 FROM unnest($2::date[]) AS d)
    AND t.published_at < (SELECT max(d) + 3 FROM unnest($2::date[]) AS d))`;
