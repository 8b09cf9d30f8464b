/** An export that has been under way for so long has failed: its person is told, and may ask again. */
export const GIVE_UP_HOURS = 48;
