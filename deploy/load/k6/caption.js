import { optionsOf, steadily } from './lib/options.js';

export { caption } from './lib/actions.js';

/** Captions by the AI provider, two a second. */
export const options = optionsOf({ caption: steadily(2, 'caption') }, 'caption');
