import { run } from './bootstrap.mjs';

run('deploy/local/src/traces/main.ts');
