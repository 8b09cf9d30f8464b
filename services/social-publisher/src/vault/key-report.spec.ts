import { describe, expect, it } from '@jest/globals';
import { keyReport } from './key-report.ts';

describe('what may become of each key', () => {
  it('the first is current, an old one goes when no row names it', () => {
    expect(
      keyReport(
        ['k3', 'k2', 'k1'],
        [
          { kid: 'k3', secrets: 4, signIns: 1 },
          { kid: 'k2', secrets: 0, signIns: 1 },
        ],
      ),
    ).toEqual([
      { kid: 'k3', secrets: 4, signIns: 1, state: 'current' },
      { kid: 'k2', secrets: 0, signIns: 1, state: 'needed' },
      { kid: 'k1', secrets: 0, signIns: 0, state: 'removable' },
    ]);
  });

  it('a key that rows name and nobody has is missing', () => {
    expect(keyReport(['k2'], [{ kid: 'k1', secrets: 2, signIns: 0 }])).toEqual([
      { kid: 'k2', secrets: 0, signIns: 0, state: 'current' },
      { kid: 'k1', secrets: 2, signIns: 0, state: 'missing' },
    ]);
  });
});
