import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown, type InputOptions } from 'rolldown';
import { inAscii } from './ascii.ts';

/** Native code, and what Nest, TypeORM (for migrations), pg and debug look for and do without. Anything else that is imported and missing fails the build. */
const notBundled = [
  'sharp',
  'class-validator',
  'class-transformer',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/view',
  '@grpc/grpc-js',
  '@grpc/proto-loader',
  'amqplib',
  'amqp-connection-manager',
  'ioredis',
  'kafkajs',
  'mqtt',
  'nats',
  'pg-native',
  'supports-color',
];
const isNotBundled = (id: string): boolean => notBundled.some((name) => id === name || id.startsWith(`${name}/`));

/** Beside the programs: the packages that are in them, as `name@version`. */
export const packagesFile = 'packages.json';

/** Whose modules they are. */
function packagesOf(modules: readonly string[]): readonly string[] {
  const folders = modules.flatMap((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  const names = [...new Set(folders)].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
    return `${name}@${version}`;
  });
  return [...new Set(names)].sort();
}

/**
 * Makes programs of modules and their packages, each as `<name>.js` in the folder `into`, which is emptied first.
 *
 * @param programs the first module of each program, by the program's name
 * @throws Error when something that is imported is missing; the folder is gone then
 */
export async function bundle(
  programs: Readonly<Record<string, string>>,
  into: string,
  reading: Pick<InputOptions, 'resolve' | 'tsconfig'> = {},
): Promise<void> {
  rmSync(into, { recursive: true, force: true });
  const build = await rolldown({
    ...reading,
    input: programs,
    platform: 'node',
    external: isNotBundled,
    plugins: [{ name: 'ascii', renderChunk: inAscii }],
    onLog: (_level, log) => {
      if (log.code === 'EVAL') {
        return;
      } // packages that look for an optional one so
      throw new Error(log.message);
    },
  });
  try {
    const { output } = await build.write({
      dir: into,
      format: 'esm',
      entryFileNames: '[name].js',
      // Nest finds providers and migrations are recorded by the classes' names; errors and logs show them.
      keepNames: true,
      comments: false,
      minify: false,
    });
    const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
    writeFileSync(join(into, packagesFile), `${JSON.stringify(packagesOf(modules), null, 2)}\n`);
  } catch (error) {
    // The files are written before the failure is told, and what lacks something must not be there to be started.
    rmSync(into, { recursive: true, force: true });
    throw error;
  } finally {
    await build.close();
  }
}
