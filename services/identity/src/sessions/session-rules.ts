/** A session unused for this long has ended. Measured by the database's clock. */
export const IDLE_DAYS = 7;
/** However much it is used, a session ends this long after sign-in. */
export const ABSOLUTE_DAYS = 30;
/** `last_seen_at` is written at most this often, which is the precision of idle times. */
export const SEEN_EVERY_SECONDS = 60;
