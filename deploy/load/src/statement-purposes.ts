/** What the database's time is spent on. */
export const PURPOSES = [
  'event feed',
  'event relay',
  'event retries',
  'housekeeping',
  'claims',
  'transactions',
  'rest',
] as const;
export type Purpose = (typeof PURPOSES)[number];

/**
 * How a statement is recognised, as pg_stat_statements shows it, with `$n` for constants, and as it was written. The first line that fits counts, so the narrow
 * ones stand first. A new statement that none knows counts as `rest`, and is seen there: the result lists the dearest statements.
 */
const table: readonly (readonly [Purpose, RegExp])[] = [
  // Begin, end and settings of every transaction, whatever it was for. COMMIT waits for the disk.
  ['transactions', /^(BEGIN|COMMIT|ROLLBACK|START TRANSACTION|SET )|^SELECT set_config\(/],
  // The consumer's leases and cursors, its comparison with the inbox, and the producer's answers.
  ['event feed', /\bfeed_(cursors|rounds)\b/],
  ['event feed', /FROM inbox i JOIN unnest/],
  ['event feed', /FROM outbox WHERE (subject|id) = ANY/],
  ['event feed', /^SELECT to_char\(clock_timestamp\(\)/],
  ['event relay', /FROM outbox WHERE published_at IS NULL|UPDATE outbox SET published_at/],
  // Looking for what is due again, and writing down a failed run.
  ['event retries', /FROM inbox WHERE state = (\$\d+|'retrying') AND ready_at <= now\(\)/],
  ['event retries', /(UPDATE|INTO) inbox\b.*\b(tries|ready_at)\b/],
  // Whose turn it is, what is removed with age, partitions, and the gauges of the queues.
  ['housekeeping', /\bhousekeeping\b|maintain_partitions\(\)/],
  ['housekeeping', /^DELETE FROM (?<table>\w+) (\w+ )?(WHERE|USING) .*SELECT .*FROM \k<table>\b.* < (now\(\)|\$\d)/],
  ['housekeeping', /^DELETE FROM \w+ WHERE \w+ < now\(\) - /],
  ['housekeeping', /DELETE FROM reservations WHERE id IN/],
  ['housekeeping', /AS oldest FROM \( ?SELECT/],
  ['housekeeping', /sum\(secrets\)|FROM zone_data/],
  // Taking work under a lease or lock, keeping it and giving it back.
  ['claims', /SKIP LOCKED/],
  ['claims', /^UPDATE \w+( \w+)? SET lease_until\b/],
  ['claims', /\blease_epoch = lease_epoch \+/],
];

export function purposeOf(statement: string): Purpose {
  const text = statement.replaceAll(/\s+/g, ' ').trim();
  return table.find(([, pattern]) => pattern.test(text))?.[0] ?? 'rest';
}
