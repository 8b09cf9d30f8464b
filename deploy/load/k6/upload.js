import { optionsOf, steadily } from './lib/options.js';

export { upload } from './lib/actions.js';

/** Photos of 12 megapixels, one every other second. */
export const options = optionsOf({ upload: steadily(0.5, 'upload') }, 'upload');
