import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the checkout. */
export const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
