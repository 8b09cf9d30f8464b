/** Jest for libs, services and deploy, on the sources of the workspaces and on a runner of our own (ADR 22). */
export default {
  runner: '<rootDir>/libs/testing/src/jest/runner.ts',
  globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/jest/global-teardown.ts',
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/deploy', '<rootDir>/web/server'],
  testMatch: ['**/*.spec.ts', '**/*.int-spec.ts'],
  // These run against the whole running stack, with a configuration of their own (deploy/security/jest.config.mjs).
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/deploy/security/'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.nx', '<rootDir>/.cache', '<rootDir>/.data'],
  // Node itself loads the files.
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  testTimeout: 60_000,
};
