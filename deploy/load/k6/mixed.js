import { day } from './lib/day.js';

export { browse, caption, draft, publish, upload } from './lib/actions.js';

/** An ordinary day. */
export const options = day;
