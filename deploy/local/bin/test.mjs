import { run } from './bootstrap.mjs';

run('deploy/local/src/checks/main.ts');
