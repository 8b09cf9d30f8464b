import { houseRules } from './deploy/rules/eslint-rules.mjs';

export default houseRules({
  tsconfigRootDir: import.meta.dirname,
  project: ['./tsconfig.json', './web/tsconfig.json'],
  ignores: [
    '**/dist/**',
    '**/node_modules/**',
    '.nx/**',
    '.data/**',
    '.cache/**',
    'deploy/rules/fixtures/**',
    'libs/contracts/published/**',
    'web/public/**',
    'coverage/**',
  ],
});
