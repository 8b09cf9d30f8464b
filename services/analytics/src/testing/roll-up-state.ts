/** What `rebuild` makes again. */
export const ROLL_UPS = ['target_figures', 'follower_days', 'account_days', 'day_figures', 'day_tops'] as const;

type Query = (sql: string, parameters: unknown[]) => Promise<object[]>;

/** Every row of every roll-up of a business, in an order of their own: two states that are equal hold the same figures. */
export async function rollUpState(
  query: Query,
  businessId: string,
): Promise<Record<(typeof ROLL_UPS)[number], object[]>> {
  const state = {} as Record<(typeof ROLL_UPS)[number], object[]>;
  for (const table of ROLL_UPS) {
    state[table] = await query(
      `SELECT * FROM analytics.${table} t WHERE business_id = $1 ORDER BY t::text COLLATE "C"`,
      [businessId],
    );
  }
  return state;
}
