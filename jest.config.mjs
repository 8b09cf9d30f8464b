/** What both runners share. */
const shared = {
  globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/jest/global-teardown.ts',
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/deploy', '<rootDir>/web/server'],
  testMatch: ['**/*.spec.ts', '**/*.int-spec.ts'],
  // These run against the whole running stack, with a configuration of their own (deploy/security/jest.config.mjs).
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/deploy/security/'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.nx', '<rootDir>/.cache', '<rootDir>/.data'],
  extensionsToTreatAsEsm: ['.ts'],
  testTimeout: 60_000,
};

/** On a runner of our own (ADR 22): a worker loads modules once for all its files, and Node itself loads them. */
const quick = { ...shared, runner: '<rootDir>/libs/testing/src/jest/runner.ts', transform: {} };

/** On Jest's own runner: every file has modules of its own, so what one leaves behind no other finds. Three times as long. */
const isolated = {
  ...shared,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['postloom-source', 'node', 'node-addons'] },
  transform: { '^.+\\.ts$': '<rootDir>/libs/testing/src/jest/isolated-transform.mjs' },
};

const isIsolated = process.env.JEST_ISOLATED === '1';
if (isIsolated && !process.execArgv.includes('--experimental-vm-modules')) {
  throw new Error(
    "JEST_ISOLATED=1 needs Jest's support of ES modules: node --experimental-vm-modules node_modules/jest/bin/jest.js",
  );
}

export default isIsolated ? isolated : quick;
