/** A session that nobody used for this long is over. Measured by the database's clock. */
export const IDLE_DAYS = 7;
/** However much it is used, a session ends this long after sign-in. */
export const ABSOLUTE_DAYS = 30;
/** `last_seen_at` is written at most this often; idle time is that much coarse. */
export const SEEN_EVERY_SECONDS = 60;
