import { rmSync } from 'node:fs';
import { rolldown, type InputOptions } from 'rolldown';
import { inAscii } from './ascii.ts';

/** Native code, and what Nest, TypeORM (for migrations) and pg look for and do without. Anything else that is imported and missing fails the build. */
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
];
const isNotBundled = (id: string): boolean => notBundled.some((name) => id === name || id.startsWith(`${name}/`));

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
    await build.write({
      dir: into,
      format: 'esm',
      entryFileNames: '[name].js',
      // Nest finds providers and migrations are recorded by the classes' names; errors and logs show them.
      keepNames: true,
      comments: false,
      minify: false,
    });
  } catch (error) {
    // The files are written before the failure is told, and what lacks something must not be there to be started.
    rmSync(into, { recursive: true, force: true });
    throw error;
  } finally {
    await build.close();
  }
}
