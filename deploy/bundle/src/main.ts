/**
 * The last step of a service's build: its compiled modules and their packages become one program, `dist/bundle/main.js`
 * (ADR 21). Started in the service's folder, after the compiler.
 */
import { globSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { inAscii } from './ascii.ts';

const compiled = join(process.cwd(), 'dist');
const bundle = join(compiled, 'bundle');

/** Native code, and what Nest, TypeORM and pg look for and do without. Anything else that is imported and missing fails the build. */
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

/** The service, and every program that it starts as a process of its own. */
const programs = ['main.js', ...globSync('**/*-process.js', { cwd: compiled, exclude: ['bundle/**'] })];

const byName = Map.groupBy(programs, (program) => basename(program, '.js'));
for (const [name, same] of byName)
  if (same.length > 1) throw new Error(`${same.join(' and ')} would both become ${name}.js`);

rmSync(bundle, { recursive: true, force: true });
const build = await rolldown({
  input: Object.fromEntries(programs.map((program) => [basename(program, '.js'), join(compiled, program)])),
  platform: 'node',
  external: isNotBundled,
  plugins: [{ name: 'ascii', renderChunk: inAscii }],
  onLog: (_level, log) => {
    if (log.code === 'EVAL') return; // packages that look for an optional one so
    throw new Error(log.message);
  },
});
try {
  await build.write({
    dir: bundle,
    format: 'esm',
    entryFileNames: '[name].js',
    // Nest finds providers and TypeORM names its tables by the classes' names; errors and logs show them.
    keepNames: true,
    comments: false,
    minify: false,
  });
} catch (error) {
  // The files are written before the failure is told, and what lacks something must not be there to be started.
  rmSync(bundle, { recursive: true, force: true });
  throw error;
} finally {
  await build.close();
}
