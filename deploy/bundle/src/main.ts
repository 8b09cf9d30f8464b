/**
 * The last step of a service's build: its compiled modules and their packages become one program, `dist/bundle/main.js`
 * (ADR 21). Started in the service's folder, after the compiler.
 */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundle } from './bundle.ts';

const compiled = join(process.cwd(), 'dist');

/** The service, and every program that it starts as a process of its own. */
const programs = ['main.js', ...globSync('**/*-process.js', { cwd: compiled, exclude: ['bundle/**'] })];

const byName = Map.groupBy(programs, (program) => basename(program, '.js'));
for (const [name, same] of byName) {
  if (same.length > 1) {
    throw new Error(`${same.join(' and ')} would both become ${name}.js`);
  }
}

await bundle(
  Object.fromEntries(programs.map((program) => [basename(program, '.js'), join(compiled, program)])),
  join(compiled, 'bundle'),
);
