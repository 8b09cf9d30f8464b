import { join } from 'node:path';
import base from '../../jest.config.mjs';

const { globalSetup: _setup, ...rest } = base;

/** Tests against the running stack: no servers of their own; `POSTLOOM_URL` and `POSTLOOM_SANDBOX_URL` say where it is. */
export default {
  ...rest,
  globalTeardown: '<rootDir>/libs/testing/src/jest/end-anyway.ts',
  rootDir: join(import.meta.dirname, '../..'),
  roots: ['<rootDir>/deploy/security'],
  testPathIgnorePatterns: ['/node_modules/'],
};
