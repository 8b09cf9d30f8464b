/**
 * Jest for libs, services and deploy. Real ESM (run node with --experimental-vm-modules), swc with the same
 * decorator options as the compiler, sources of the workspaces instead of their builds.
 */
const swc = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
};

export default {
  globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/jest/global-teardown.ts',
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['postloom-source', 'node', 'node-addons'] },
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/deploy', '<rootDir>/web/server'],
  testMatch: ['**/*.spec.ts', '**/*.int-spec.ts'],
  // These run against the whole running stack, with a configuration of their own (deploy/security/jest.config.mjs).
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/deploy/security/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.nx', '<rootDir>/.cache', '<rootDir>/.data'],
  testTimeout: 60_000,
};
