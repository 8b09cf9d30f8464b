import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../../local/src/paths.ts';
import { licenceFaults } from './licences.ts';
import type { LockFile } from './lock-file.ts';

const lock = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as LockFile;
const withPackage = (license?: string, dev = false): LockFile => ({
  packages: {
    ...lock.packages,
    'node_modules/new': { version: '1.0.0', dev, ...(license !== undefined && { license }) },
  },
});

describe('licences', () => {
  it('of all packages of the product are accepted, and none is judged in vain', () => {
    expect(licenceFaults(lock)).toEqual([]);
  });

  it('that nobody has accepted are named', () => {
    expect(licenceFaults(withPackage('AGPL-3.0-only'))).toEqual([
      'new: licence AGPL-3.0-only is not accepted; judge it in deploy/supply-chain/src/licences.ts',
    ]);
    expect(licenceFaults(withPackage())).toHaveLength(1);
    expect(licenceFaults(withPackage('AGPL-3.0-only', true))).toEqual([]);
  });

  it('judged for a package that is gone are named', () => {
    const { 'node_modules/pause': _, ...packages } = lock.packages;
    expect(licenceFaults({ packages })).toEqual([
      'pause is judged in deploy/supply-chain/src/licences.ts, and no package needs it',
    ]);
  });
});
