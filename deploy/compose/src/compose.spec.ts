import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentName, overrideEnvironment, requireConfig } from '@postloom/chassis';
import { facts, ways } from '../../chart/src/rendered.ts';
import { serviceConfigs } from '../../chart/src/service-configs.ts';
import { repositoryRoot } from '../../local/src/paths.ts';
import { schemas } from '../../local/src/postgres/roles.ts';
import { services } from '../../local/src/stack/services.ts';
import { readProject, type Container, type Project } from './project.ts';
import { sandboxFiles } from './sandbox-settings.ts';
import { messagingConfig } from '../../../libs/messaging/src/messaging.config.ts';

const oneShots = ['setup', 'database', ...schemas.map((schema) => `${schema}-migration`)];
/** Their images hold one program that cannot ask itself, and nothing waits for them. */
const unasked = ['collector', 'tempo', 'loki'];

let project: Project;
let secretsDir = '';
const container = (name: string): Container => {
  const found = project.services[name];
  if (found === undefined) {
    throw new Error(`docker-compose.yml has no ${name}`);
  }
  return found;
};
const runSetup = (): void => {
  execFileSync(process.execPath, [join(import.meta.dirname, 'setup.ts'), 'secrets'], {
    env: {
      SETUP_STATE_DIR: join(secretsDir, 'state'),
      SETUP_SECRETS_DIR: secretsDir,
      NATS_PERMISSIONS_FILE: join(repositoryRoot, 'deploy/nats/permissions.json'),
    },
  });
};
const volumesOf = (name: string): readonly string[] =>
  (container(name).volumes ?? []).filter(({ type }) => type === 'volume').map(({ source }) => source);
/** The folder that the setup filled, of the volume that a container has at `target`. */
const secretsAt = (name: string, target: string): string => {
  const volume = container(name).volumes?.find((one) => one.target === target)?.source ?? 'none';
  return join(secretsDir, volume.replace(/^secrets-/, ''));
};
/** A container's settings, with the addresses of its files on this machine. */
const settingsOf = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(container(name).environment ?? {}).map(([key, value]) => {
      const [, target, file] = /^(\/run\/secrets\/\w+)\/(\w+)$/.exec(value) ?? [];
      return [key, target === undefined ? value : join(secretsAt(name, target), file ?? '')];
    }),
  );
/** What the image of every service sets. */
const imageSettings = { SERVICE_HOST: 'any', SERVICE_PORT: '8080', SERVICE_INTERNAL_PORT: '9090' };

beforeAll(async () => {
  secretsDir = mkdtempSync(join(tmpdir(), 'postloom-compose-'));
  mkdirSync(join(secretsDir, 'state'));
  project = await readProject();
  runSetup();
});
afterAll(() => {
  overrideEnvironment();
  rmSync(secretsDir, { recursive: true, force: true });
});

describe('docker-compose.yml', () => {
  it.each(services.map((service) => [service.name, service] as const))(
    'gives %s the settings it needs and none that it does not know',
    (name, { schema }) => {
      const config = serviceConfigs[name];
      for (const process of schema === undefined ? [name] : [name, `${name}-migration`]) {
        const settings = settingsOf(process);
        overrideEnvironment({ ...imageSettings, ...settings });
        expect(() => requireConfig(config)).not.toThrow();
        const known = Object.keys({ ...config, ...messagingConfig }).map(environmentName);
        expect(Object.keys(settings).filter((key) => !known.includes(key.replace(/_FILE$/, '')))).toEqual([]);
      }
    },
  );

  // Secrets that an installation may leave out, and offers less without.
  const welcome: Readonly<Record<string, readonly string[]>> = { identity: ['VAPID_KEYS', 'VAULT_KEYS'] };
  it.each(services.map(({ name }) => name))('gives %s the secrets it needs as files, and no others', (name) => {
    const files = Object.keys(container(name).environment ?? {}).filter((key) => key.endsWith('_FILE'));
    expect(files.map((key) => key.replace(/_FILE$/, '')).sort()).toEqual(
      // Mail goes to whom the settings of the outside world name.
      [...(facts[name]?.secrets ?? []), ...(welcome[name] ?? [])].filter((secret) => secret !== 'SMTP_URL').sort(),
    );
    expect(readdirSync(secretsAt(name, '/run/secrets/postloom')).sort()).toEqual(
      files.map((key) => key.replace(/_FILE$/, '')).sort(),
    );
  });

  it('lets nobody read the secrets of another', () => {
    for (const [name, { volumes = [] }] of Object.entries(project.services)) {
      const secret = volumesOf(name).filter((volume) => volume.startsWith('secrets'));
      if (name === 'database') {
        expect(secret).toEqual(['secrets']);
      } else if (name !== 'setup') {
        const own = name.replace(/-migration$/, '');
        const allowed = name === own ? [`secrets-${own}`] : [`secrets-${own}`, `secrets-${own}-migration`];
        expect(allowed).toEqual(expect.arrayContaining(secret));
      }
      if (name !== 'setup') {
        expect(volumes.filter(({ source, read_only }) => source.startsWith('secrets') && read_only !== true)).toEqual(
          [],
        );
      }
    }
  });

  it('makes the secrets once: the second start keeps them', () => {
    const before = readFileSync(join(secretsDir, 'publisher/VAULT_KEYS'), 'utf8');
    runSetup();
    expect(readFileSync(join(secretsDir, 'publisher/VAULT_KEYS'), 'utf8')).toBe(before);
  });

  it('migrates each schema before its service starts, as the schema’s owner and nobody else', () => {
    for (const schema of schemas) {
      expect(container(`${schema}-migration`)).toMatchObject({
        command: ['main.js', 'migrate'],
        restart: 'no',
        depends_on: {
          database: { condition: 'service_completed_successfully' },
          nats: { condition: 'service_healthy' },
        },
      });
      expect(container(schema).depends_on).toMatchObject({
        [`${schema}-migration`]: { condition: 'service_completed_successfully' },
      });
      expect(container(schema).image).toBe(container(`${schema}-migration`).image);
    }
  });

  it('asks everything that runs whether it is ready, and waits for nothing that cannot say', () => {
    for (const [name, { healthcheck, depends_on = {} }] of Object.entries(project.services)) {
      const isAsked = healthcheck?.test !== undefined;
      expect([name, isAsked]).toEqual([name, !oneShots.includes(name) && !unasked.includes(name)]);
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        expect([name, needed, condition]).toEqual([
          name,
          needed,
          oneShots.includes(needed) ? 'service_completed_successfully' : 'service_healthy',
        ]);
        expect(unasked).not.toContain(needed);
      }
    }
  });

  it('builds its own images from the one Dockerfile and pins those of others by tag and digest', () => {
    const dockerfile = readFileSync(join(repositoryRoot, 'deploy/images/Dockerfile'), 'utf8');
    for (const { image, build } of Object.values(project.services)) {
      if (build === undefined) {
        expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/);
      } else {
        expect(build.dockerfile).toBe('deploy/images/Dockerfile');
        expect(dockerfile).toContain(` AS ${build.target}\n`);
        expect(image).toBe(`postloom/${build.args?.['SERVICE'] ?? build.target}:dev`);
      }
    }
  });

  it('opens only the web origin to the network', () => {
    const open = Object.entries(project.services).flatMap(([name, { ports = [] }]) =>
      ports.filter(({ host_ip }) => host_ip !== '127.0.0.1').map(({ target }) => `${name}:${target}`),
    );
    expect(open).toEqual(['web:8080']);
  });

  it('gives containers no root, nothing to write to and nothing to gain', () => {
    for (const [name, one] of Object.entries(project.services)) {
      expect([name, one.privileged ?? false, JSON.stringify(one).includes('docker.sock')]).toEqual([
        name,
        false,
        false,
      ]);
      // Postgres' image starts as root, takes over its data folder and steps down by itself.
      if (name !== 'postgres') {
        expect([name, one.read_only, one.cap_drop, one.security_opt]).toEqual([
          name,
          true,
          ['ALL'],
          ['no-new-privileges:true'],
        ]);
      }
      // They write into volumes and read files that belong to root, then end.
      expect([name, one.user]).toEqual([name, ['setup', 'database'].includes(name) ? '0:0' : undefined]);
    }
  });

  it('lets only those call the world outside who must', () => {
    expect(project.networks['inside']?.internal).toBe(true);
    for (const { name } of services) {
      const isOutside = Object.keys(container(name).networks ?? {}).includes('outside');
      expect([name, isOutside]).toEqual([name, ways[name]?.includes('outside')]);
    }
    for (const name of ['postgres', 'nats', 'objects', 'tempo', 'loki']) {
      expect(Object.keys(container(name).networks ?? {})).toEqual(['inside']);
    }
  });

  it('mounts only files that are there', () => {
    const bound = Object.values(project.services).flatMap(({ volumes = [] }) =>
      volumes.filter(({ type }) => type === 'bind').map(({ source }) => source),
    );
    expect(bound.length).toBeGreaterThan(4);
    expect(bound.filter((source) => !existsSync(source))).toEqual([]);
  });

  it('keeps the sandbox out unless it is asked for', async () => {
    expect(Object.keys(project.services)).toContain('sandbox');
    expect(Object.keys((await readProject([])).services)).not.toContain('sandbox');
  });

  it.each(Object.entries(sandboxFiles()))('has the sandbox’s settings of %s as they are', (service, content) => {
    const file = join(import.meta.dirname, '../sandbox', `${service}.env`);
    if (process.env['UPDATE_COMPOSE'] === 'on') {
      writeFileSync(file, content);
    }
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});
