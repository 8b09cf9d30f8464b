import { optionsOf, steadily } from './lib/options.js';

export { browse } from './lib/actions.js';

/** People look around: ten pages a second, six calls each. */
export const options = optionsOf({ browse: steadily(10, 'browse') }, 'read');
