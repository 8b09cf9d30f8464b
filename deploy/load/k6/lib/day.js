import { optionsOf, steadily } from './options.js';

/** An ordinary day: most look, some write, few upload, and posts go out all the time. */
export const day = optionsOf(
  {
    browse: steadily(5, 'browse'),
    draft: steadily(1, 'draft'),
    upload: steadily(0.1, 'upload'),
    caption: steadily(0.5, 'caption'),
    publish: steadily(2, 'publish'),
  },
  'read',
  'write',
  'upload',
  'caption',
  'schedule',
);
