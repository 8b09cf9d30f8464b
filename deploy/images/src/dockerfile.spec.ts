import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const dockerfile = readFileSync(join(root, 'deploy/images/Dockerfile'), 'utf8');

/** The instructions of each stage, by its name. */
const stages = new Map(
  dockerfile
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => [/ AS (\S+)/.exec(stage)?.[1] ?? '', stage]),
);
const stage = (name: string): string => stages.get(name) ?? '';

describe('the Dockerfile', () => {
  it('gives npm the manifest of every workspace before it installs: the lock file names them all', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { link?: boolean; resolved?: string }>;
    };
    const workspaces = Object.values(packages).flatMap(({ link, resolved = '' }) => (link === true ? [resolved] : []));
    expect(workspaces.length).toBeGreaterThan(10);
    for (const folder of workspaces) {
      expect(stage('packages')).toContain(`COPY ${folder}/package.json ${folder}/\n`);
    }
  });

  it('installs what the lock file says and nothing newer', () => {
    expect(dockerfile).toContain('npm ci');
    expect(dockerfile).not.toMatch(/npm (i|install)\b/);
  });

  it.each(['service', 'web', 'sandbox', 'objects', 'setup'])(
    'runs %s without root, with nothing of the build but its program',
    (name) => {
      expect(stage(name)).toMatch(/^runtime AS/);
      expect(stage(name)).not.toMatch(/^USER /m);
      expect(stage('runtime')).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
      const copies = stage(name).match(/^COPY .*$/gm);
      expect(copies).toHaveLength(1);
      expect(copies?.[0]).toMatch(/^COPY --from=build \/out\//);
      expect(stage(name)).toMatch(/^CMD \["main\.js"\]$/m);
    },
  );
});
