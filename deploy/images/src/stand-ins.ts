/**
 * `node deploy/images/src/stand-ins.ts <folder>`: what the images of `stand-ins/Dockerfile` are built from.
 *
 *   docker build --target postgres -t postloom/postgres-stand-in <folder>
 *   docker build --target nats     -t postloom/nats-stand-in <folder>
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findNatsServer } from '../../local/src/nats/binary.ts';
import { postgresBinaries } from '../../local/src/postgres/binaries.ts';

const into = process.argv[2];
if (into === undefined) {
  process.stderr.write('Say the folder: node deploy/images/src/stand-ins.ts <folder>\n');
  process.exit(64);
}
rmSync(into, { recursive: true, force: true });
mkdirSync(into, { recursive: true });
cpSync(join(import.meta.dirname, '../stand-ins'), into, { recursive: true });
// The libraries are links beside each other, which must stay what they are.
cpSync(dirname(postgresBinaries()), join(into, 'postgres'), { recursive: true, verbatimSymlinks: true });
cpSync((await findNatsServer()).path, join(into, 'nats-server'));
