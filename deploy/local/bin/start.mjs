import { run } from './bootstrap.mjs';

run('deploy/local/src/main.ts');
