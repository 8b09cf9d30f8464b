/**
 * One program of the TypeScript sources as they are now, for tests that start a service as a process of its own:
 * `node from-sources.ts <first module> <folder>` makes `<folder>/main.js`. It starts four times as fast as from its modules.
 */
import { join } from 'node:path';
import { bundle } from './bundle.ts';

const [main, into] = process.argv.slice(2);
if (main === undefined || into === undefined) {
  throw new Error('Say the first module and the folder for the program.');
}

await bundle({ main }, into, {
  tsconfig: join(import.meta.dirname, '../../../tsconfig.base.json'),
  resolve: { conditionNames: ['postloom-source', 'node', 'module-sync', 'default'] },
});
