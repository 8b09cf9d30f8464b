import { day } from './lib/day.js';

export { browse, caption, draft, publish, upload } from './lib/actions.js';

/** The ordinary day for hours: what leaks, grows or ages shows in its report as a slope. Say how long: `--seconds 28800`. */
export const options = day;
