import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { findK6, scenarios, scenariosFolder } from './k6.ts';

const folder = mkdtempSync(join(tmpdir(), 'postloom-k6-'));
const program = (name: string, says: string): string => {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho '${says}'\n`);
  chmodSync(path, 0o755);
  return path;
};

describe('k6', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is the first one of the right version', () => {
    const old = program('old', 'k6 v0.52.0 (go1.22, linux/amd64)');
    const right = program('right', 'k6 v1.8.1 (go1.26.8, linux/amd64)');
    const places = [
      ['K6_BIN', undefined],
      ['PATH', old],
      ['cache', right],
    ] as const;
    expect(findK6(places)).toBe(right);
  });

  it('is asked for with what was tried, when there is none', () => {
    const old = program('older', 'k6 v0.49.0');
    const places = [
      ['K6_BIN', old],
      ['PATH', ''],
      ['cache', join(folder, 'missing')],
    ] as const;
    expect(() => findK6(places)).toThrow(
      /go install go\.k6\.io\/k6@v1\.[^]*K6_BIN: k6 v0\.49\.0\n[^]*PATH: not set[^]*cache: /,
    );
  });

  it('has a scenario for each use, which says in one sentence what it is', () => {
    expect(scenarios).toEqual(['browse', 'caption', 'mixed', 'publish', 'soak', 'storm', 'stress', 'upload']);
    for (const scenario of scenarios) {
      const source = readFileSync(join(scenariosFolder, `${scenario}.js`), 'utf8');
      expect([scenario, /\/\*\* [^*]+\. ?[^*]*\*\/\nexport const options = /.test(source)]).toEqual([scenario, true]);
    }
  });
});
