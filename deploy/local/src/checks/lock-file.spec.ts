import { describe, expect, it } from '@jest/globals';
import { lockFileHoles } from './lock-file.ts';

describe('lock file check', () => {
  const packages = {
    '': {},
    'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-mac': '1' } },
    'node_modules/a-linux': {},
    'node_modules/x/node_modules/b': { optionalDependencies: { 'b-linux': '1', 'a-linux': '1' } },
    'node_modules/x/node_modules/b-linux': {},
  };
  it('names what is missing and finds what lies further up', () => {
    expect(lockFileHoles({ packages })).toEqual(['a-mac (needed by node_modules/a)']);
    expect(lockFileHoles({ packages: { ...packages, 'node_modules/a-mac': {} } })).toEqual([]);
  });
});
