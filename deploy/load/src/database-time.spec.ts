import { describe, expect, it } from '@jest/globals';
import { divided } from './database-time.ts';
import { secondsBetween, secondsOf } from './processor-time.ts';
import { purposeOf } from './statement-purposes.ts';
import type { Purpose } from './statement-purposes.ts';

/** As pg_stat_statements and pg_stat_activity show them: with `$n` for constants, or as they were written. */
const samples: readonly (readonly [Purpose, string])[] = [
  ['transactions', 'BEGIN READ ONLY'],
  ['transactions', 'COMMIT'],
  ['transactions', 'SELECT set_config($1, $2, $3),set_config($4, $5, $6)'],
  [
    'event feed',
    'UPDATE feed_rounds SET lease_until = now() WHERE producer = (SELECT producer FROM feed_rounds LIMIT 1 FOR UPDATE SKIP LOCKED)',
  ],
  ['event feed', 'SELECT i.handler, i.event_id FROM inbox i JOIN unnest($1::text[]) AS asked(handler) ON true'],
  [
    'event feed',
    "SELECT id, at, subject,\n to_char(created_at, 'YYYY') AS told_at FROM outbox\n       WHERE subject = ANY($1) AND created_at >= $2",
  ],
  [
    'event relay',
    'SELECT id, subject FROM outbox WHERE published_at IS NULL ORDER BY created_at, id LIMIT $1 FOR UPDATE SKIP LOCKED',
  ],
  [
    'event relay',
    'UPDATE outbox SET published_at = clock_timestamp() FROM unnest($1::uuid[]) AS sent(id) WHERE outbox.id = sent.id',
  ],
  [
    'event retries',
    "WITH due AS (\n SELECT handler FROM inbox\n WHERE state = 'retrying' AND ready_at <= now() AND handler = ANY($1)) SELECT 1",
  ],
  [
    'event retries',
    'WITH due AS ( SELECT handler FROM inbox WHERE state = $4 AND ready_at <= now() AND handler = ANY($1) ) SELECT $2',
  ],
  ['event retries', 'UPDATE inbox SET state = $5, tries = inbox.tries - $7::int WHERE event_day = $1::date'],
  [
    'housekeeping',
    'WITH c AS ( SELECT id FROM housekeeping WHERE greatest(ready_at, lease_until) <= now() FOR UPDATE SKIP LOCKED) UPDATE housekeeping l SET lease_epoch = lease_epoch + $4 FROM c',
  ],
  ['housekeeping', 'SELECT maintain_partitions()'],
  [
    'housekeeping',
    'DELETE FROM inbox WHERE (handler, event_id) IN (SELECT handler, event_id FROM inbox WHERE received_at < now() - make_interval(days => $1) LIMIT $3 FOR UPDATE SKIP LOCKED)',
  ],
  [
    'housekeeping',
    'DELETE FROM upload_intents i USING ( SELECT business_id FROM upload_intents WHERE expires_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED) c WHERE true',
  ],
  [
    'housekeeping',
    'SELECT count(*)::int AS ready, extract($1 FROM now() - min(since))::float8 AS oldest FROM ( SELECT greatest(ready_at, lease_until) AS since FROM lanes) waiting',
  ],
  [
    'claims',
    'SELECT id FROM post_targets WHERE state = $2 AND due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED',
  ],
  ['claims', 'UPDATE lanes l SET lease_until = $1, tries = $2 WHERE id = $3 AND lease_epoch = $4'],
  [
    'rest',
    'INSERT INTO inbox (event_day, handler, event_id) VALUES ($1::date, $2, $3::uuid) ON CONFLICT DO NOTHING RETURNING event_id',
  ],
  ['rest', 'DELETE FROM oauth_flows WHERE pick_hash = $1 AND expires_at > now() RETURNING id'],
  [
    'rest',
    'UPDATE lanes SET ready_at = CASE WHEN lease_until > now() THEN $2 ELSE least(ready_at, now()) END WHERE id = $1',
  ],
];

describe('database time', () => {
  it.each(samples)('counts as %s: %s', (purpose, statement) => {
    expect(purposeOf(statement)).toBe(purpose);
  });

  it('is divided without the waits for locks', () => {
    const rows = [
      { role: 'scheduling', calls: 4, ms: 900, statement: 'UPDATE posts SET status = $1' },
      { role: 'scheduling', calls: 2, ms: 100, statement: 'UPDATE feed_cursors c SET position = $1' },
    ];
    const { ms, purposes } = divided(rows, new Map([['rest', 600]]));
    expect(ms).toBe(400);
    expect(purposes['rest']).toEqual({ calls: 4, ms: 300, lockedMs: 600, share: 0.75 });
    expect(purposes['event feed']).toEqual({ calls: 2, ms: 100, lockedMs: 0, share: 0.25 });
  });
});

describe('processor time', () => {
  it('is that of the process so far', () => {
    const before = secondsOf(process.pid);
    const from = process.cpuUsage();
    let spent = 0;
    while (spent < 50_000) {
      const { user, system } = process.cpuUsage(from);
      spent = user + system;
    }
    // Where there is no /proc nothing is measured.
    expect(secondsOf(process.pid) - before).toBeGreaterThan(process.platform === 'linux' ? 0.02 : -1);
  });

  it('of a part that was started again counts from its start', () => {
    const before = new Map([
      ['gateway', 4],
      ['media', 9],
    ]);
    const after = new Map([
      ['gateway', 6.5],
      ['media', 1],
    ]);
    expect(secondsBetween(before, after)).toEqual({ gateway: 2.5, media: 1 });
  });
});
