import { createHash } from 'node:crypto';
import { transformSync } from '@swc/core';
import { swcOptions } from '../../../chassis/src/testing/swc-options.mjs';

/** Jest's own runner can't use Node's loader, so it gets the same transformation as a plugin. */
export default {
  process: (source, filename) => transformSync(source, { ...swcOptions, filename }),
  processAsync: (source, filename) => Promise.resolve(transformSync(source, { ...swcOptions, filename })),
  getCacheKey: (source, filename) =>
    createHash('sha1').update(JSON.stringify(swcOptions)).update(filename).update('\0').update(source).digest('hex'),
};
