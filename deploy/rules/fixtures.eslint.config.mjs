import { join } from 'node:path';
import { houseRules } from './eslint-rules.mjs';

export default houseRules({ tsconfigRootDir: join(import.meta.dirname, 'fixtures'), project: ['./tsconfig.json'] });
