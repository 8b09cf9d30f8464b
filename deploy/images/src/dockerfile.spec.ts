import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { billFile } from './bill-of-materials.ts';

const root = join(import.meta.dirname, '../../..');

/** The instructions of each stage, by its name. */
const stagesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(/^FROM /m)
      .slice(1)
      .map((stage) => [/ AS (\S+)/.exec(stage)?.[1] ?? '', stage]),
  );
const dockerfile = readFileSync(join(root, 'deploy/images/Dockerfile'), 'utf8');
const stages = stagesOf(dockerfile);
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

  it('says where each image has its bill of materials', () => {
    expect(stage('runtime')).toContain(`com.postloom.sbom="/app/${billFile}"`);
    expect(stage('runtime')).toMatch(/^WORKDIR \/app$/m);
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

describe('the stand-ins', () => {
  const standIns = stagesOf(readFileSync(join(root, 'deploy/images/stand-ins/Dockerfile'), 'utf8'));
  const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, { healthcheck?: { test: string[] } }>;
  };

  it.each(['postgres', 'nats'])('%s has the program that docker-compose.yml asks whether it is ready', (name) => {
    const asks = services[name]?.healthcheck?.test[1] ?? '';
    expect(asks).not.toBe('');
    expect(standIns.get(name)).toMatch(new RegExp(`^COPY .*\\b${asks}\\b.* /usr/local/bin/$`, 'm'));
  });
});
