import pg from 'pg';
import type { Order } from './orders.ts';

/** Carries out an order on the publisher's tables, as its workers' role or an administrator, and gives what to print, line by line. */
export async function carryOut(databaseUrl: string, order: Order): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query(`SELECT set_config('search_path', 'publisher', false)`);
    switch (order.kind) {
      case 'status':
        break;
      case 'stop':
        // changed_at counts the hours of a stop without an end; stopping again with another reason does not restart it.
        await client.query(
          `INSERT INTO switches AS s (subject, is_stopped, reason, expected_until) VALUES ($1, true, $2, $3)
          ON CONFLICT (subject) DO UPDATE SET is_stopped = true, reason = excluded.reason, expected_until = excluded.expected_until,
            changed_at = CASE WHEN s.is_stopped THEN s.changed_at ELSE now() END`,
          [order.subject, order.reason, order.until],
        );
        break;
      case 'resume':
        await client.query(
          `UPDATE switches SET is_stopped = false, reason = NULL, expected_until = NULL, changed_at = now() WHERE subject = $1`,
          [order.subject],
        );
        break;
      case 'recovered-to':
        await client.query(
          `INSERT INTO switches (subject, recovered_to) VALUES ('all', CASE WHEN $1 = 'now' THEN now() ELSE $1::timestamptz END)
          ON CONFLICT (subject) DO UPDATE SET recovered_to = excluded.recovered_to`,
          [order.at],
        );
        break;
    }
    return await status(client);
  } finally {
    await client.end();
  }
}

async function status(client: pg.Client): Promise<string[]> {
  const switches = await client.query<{ line: string }>(
    `SELECT concat_ws(' ', CASE WHEN is_stopped THEN 'STOPPED' END, CASE WHEN is_stopped OR subject = 'all' THEN subject END,
        CASE WHEN is_stopped THEN 'since ' || to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI"Z"') END,
        'expected until ' || to_char(expected_until AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI"Z"'), '(' || reason || ')',
        'recovered to ' || to_char(recovered_to AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS"Z"') ||
          ': what was due before is looked for before it is sent') AS line
    FROM switches WHERE is_stopped OR recovered_to IS NOT NULL ORDER BY subject`,
  );
  const limits = await client.query<{ line: string }>(
    `SELECT 'paused ' || platform || ' until ' || to_char(blocked_until AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS"Z"')
      || coalesce(' (' || message || ')', '') AS line FROM budgets WHERE blocked_until > now() ORDER BY platform`,
  );
  const waiting = await client.query<{
    platform: string;
    waiting: string;
    open: string;
    late: string;
    to_verify: string;
  }>(
    `SELECT platform, count(*) FILTER (WHERE state IN ('queued', 'prepared')) AS waiting,
      count(*) FILTER (WHERE state = 'verifying') AS open,
      count(*) FILTER (WHERE state IN ('queued', 'prepared') AND due_at < now() - interval '1 minute') AS late,
      count(*) FILTER (WHERE looked_at IS NULL AND state IN ('queued', 'prepared')
        AND due_at < (SELECT recovered_to FROM switches WHERE subject = 'all')) AS to_verify
    FROM publish_jobs WHERE state IN ('queued', 'prepared', 'verifying') GROUP BY platform ORDER BY platform`,
  );
  const blocked = await client.query<{ n: string }>('SELECT count(*) AS n FROM lanes WHERE blocked_until > now()');
  return [
    ...(switches.rows.length === 0 && limits.rows.length === 0 ? ['Nothing is stopped.'] : []),
    ...switches.rows.map((row) => row.line),
    ...limits.rows.map((row) => row.line),
    ...(Number(blocked.rows[0]?.n) > 0 ? [`${blocked.rows[0]?.n} accounts wait out a limit of their own`] : []),
    ...waiting.rows.map(
      (row) =>
        `${row.platform}: ${row.waiting} waiting (${row.late} over a minute late, ${row.to_verify} to be looked for first), ${row.open} with an open outcome`,
    ),
  ];
}
