/** TEST_DATABASE_POOLER=transaction: services of this run reach their databases through PgBouncer in transaction mode. */
export function testPooler(): 'off' | 'transaction' {
  return process.env['TEST_DATABASE_POOLER'] === 'transaction' ? 'transaction' : 'off';
}
