import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../../local/src/paths.ts';
import { lockFileFaults, lockFileHoles } from './lock-file.ts';
import type { LockFile } from './lock-file.ts';

const read = <T>(file: string): T => JSON.parse(readFileSync(join(repositoryRoot, file), 'utf8')) as T;
const fine = { version: '1.0.0', integrity: 'sha512-AA==' };

describe('the lock file', () => {
  it('of the project is complete and lets nothing else in', () => {
    const lock = read<LockFile>('package-lock.json');
    const { allowScripts } = read<{ allowScripts: Record<string, boolean> }>('package.json');
    expect(lockFileHoles(lock)).toEqual([]);
    expect(lockFileFaults(lock, allowScripts)).toEqual([]);
  });

  it('is at fault without a hash, with an address, with an install script nobody decided on', () => {
    const faults = lockFileFaults(
      {
        packages: {
          '': {},
          'node_modules/fine': fine,
          'node_modules/@postloom/web': { link: true, resolved: 'web' },
          'node_modules/bare': { version: '1.0.0' },
          'node_modules/git': { ...fine, resolved: 'git+ssh://git@example.com/git.git#0' },
          'node_modules/x/node_modules/@a/script': { ...fine, hasInstallScript: true },
          'node_modules/known': { ...fine, hasInstallScript: true },
        },
      },
      { known: false },
    );
    expect(faults).toEqual([
      'node_modules/bare has no integrity',
      'node_modules/git comes from git+ssh://git@example.com/git.git#0, not from the registry',
      'node_modules/x/node_modules/@a/script has an install script; say yes or no to it in package.json, allowScripts',
    ]);
  });

  const packages = {
    '': {},
    'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-mac': '1' } },
    'node_modules/a-linux': {},
    'node_modules/x/node_modules/b': { optionalDependencies: { 'b-linux': '1', 'a-linux': '1' } },
    'node_modules/x/node_modules/b-linux': {},
  };
  it('has a hole where an optional package is named and missing, here and further up', () => {
    expect(lockFileHoles({ packages })).toEqual(['a-mac (needed by node_modules/a)']);
    expect(lockFileHoles({ packages: { ...packages, 'node_modules/a-mac': {} } })).toEqual([]);
  });
});
