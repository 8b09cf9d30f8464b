import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'deploy/docs/retention.md'), 'utf8');
const migrations = globSync(['services/*/src/migrations/*.ts', 'libs/persistence/src/migrations/infrastructure/*.ts'], {
  cwd: root,
});
const tables = [
  ...new Set(
    migrations.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/CREATE TABLE (?:IF NOT EXISTS )?([a-z_]+)/g)].map(
        ([, name = '']) => name,
      ),
    ),
  ),
].toSorted();

describe('the page about what is kept for how long', () => {
  it('is about every table of every service', () => {
    expect(tables).toEqual(expect.arrayContaining(['audit_log', 'outbox', 'photos', 'publish_jobs']));
    expect(tables.filter((table) => !page.includes(`\`${table}\``))).toEqual([]);
  });
});
