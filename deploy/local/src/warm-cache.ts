import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from './paths.ts';
import { nodeFlags, objectFlags, webFlags } from './stack/services.ts';

/** The programs that run from their TypeScript sources, and a setting that ends them right after they were loaded. */
const programs: readonly (readonly [readonly string[], string, Record<string, string>])[] = [
  [objectFlags, 'deploy/local/object-store/src/main.ts', { S3_BUCKET: '' }],
  [nodeFlags, 'deploy/sandbox/src/main.ts', { SANDBOX_PORT: 'none' }],
  [webFlags, 'web/server/src/main.ts', { PORT: 'none' }],
  [[], 'deploy/local/src/main.ts', { POSTLOOM_PORT: 'none' }],
];

/**
 * Loads every such program once, so that their stripped sources are in the compile cache. A process that has to strip
 * types itself keeps the stripper in memory for its whole life: 21 MB each, measured.
 */
export const warmCompileCache = async (): Promise<void> => {
  await Promise.all(
    programs.map(
      ([flags, program, setting]) =>
        new Promise<void>((resolve) => {
          const child = spawn(
            process.execPath,
            ['--disable-warning=ExperimentalWarning', ...flags, join(repositoryRoot, program)],
            {
              env: {
                PATH: process.env['PATH'],
                NODE_COMPILE_CACHE: join(repositoryRoot, '.cache', 'compile'),
                ...setting,
              },
              stdio: 'ignore',
              timeout: 10_000,
            },
          );
          // It is meant to fail; a cold cache costs memory, nothing else.
          child.once('error', () => resolve());
          child.once('exit', () => resolve());
        }),
    ),
  );
};
