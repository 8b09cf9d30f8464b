import { optionsOf, steadily } from './lib/options.js';

export { publish } from './lib/actions.js';

/** A stream of posts, five a second, each due 15 s after it was made. */
export const options = optionsOf({ publish: steadily(5, 'publish') }, 'schedule');
