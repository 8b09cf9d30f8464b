import { describe, expect, it } from '@jest/globals';
import { services } from '../../local/src/stack/services.ts';
import { loadSecrets } from '../../local/src/stack/state.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { valuesOf } from './cluster.ts';
import { nodeFiles } from './node-files.ts';
import { secretObjects, serverObjects } from './servers.ts';

const chart = join(import.meta.dirname, '../../../helm/postloom');

describe('what the chart is told', () => {
  it('sets the pods of every part', () => {
    const { services: told, web } = valuesOf({ replicas: 8 }) as {
      services: Record<string, { replicas: number }>;
      web: { replicas: number };
    };
    expect(Object.keys(told)).toEqual(services.map(({ name }) => name));
    expect([...Object.values(told), web].map(({ replicas }) => replicas)).toEqual(Array(8).fill(8));
  });

  it('changes something in the pods of services and of web with each round', () => {
    const [one, two] = [valuesOf({ round: 1 }), valuesOf({ round: 2 })];
    expect(one['telemetry']).not.toEqual(two['telemetry']);
    expect(one['web']).not.toEqual(two['web']);
    expect(one['services']).toEqual(two['services']);
  });
});

describe('the installation', () => {
  it('has a Secret with every key that the chart mounts, and the owner of a schema in none of those', () => {
    const state = mkdtempSync(join(tmpdir(), 'postloom-cluster-'));
    try {
      const secrets = new Map(
        secretObjects(loadSecrets(state)).map(({ metadata, stringData }) => [
          metadata.name,
          Object.keys(stringData as object),
        ]),
      );
      const facts = parse(readFileSync(join(chart, 'files/services.yaml'), 'utf8')) as Record<
        string,
        { secrets: string[]; schema?: string }
      >;
      expect(Object.keys(facts).length).toBe(7);
      for (const [name, { secrets: keys, schema }] of Object.entries(facts)) {
        // The chart takes identity's keys for its vault and for pushes where there are some.
        const welcome = name === 'identity' ? ['VAPID_KEYS', 'VAULT_KEYS'] : [];
        expect(secrets.get(`shop-${name}`)?.toSorted()).toEqual([...keys, ...welcome].toSorted());
        expect(secrets.get(`shop-${name}-migration`)).toEqual(
          schema === undefined ? undefined : ['MIGRATION_DATABASE_URL'],
        );
      }
    } finally {
      rmSync(state, { recursive: true, force: true });
    }
  });

  it('has the servers by the names and labels of ci/try-out.yaml', () => {
    const values = parse(readFileSync(join(chart, 'ci/try-out.yaml'), 'utf8')) as {
      nats: { url: string; podLabels: { app: string } };
      postgres: { podLabels: { app: string } };
      s3: { endpoint: string; podLabels: { app: string } };
    };
    const ports = new Map(
      serverObjects((name) => `/volumes/${name}`)
        .filter(({ kind }) => kind === 'Service')
        .map(({ metadata, spec }) => [metadata.name, (spec as { ports: { port: number }[] }).ports[0]?.port]),
    );
    expect(ports).toEqual(new Map(Object.entries({ postgres: 5432, nats: 4222, storage: 8333 })));
    expect(values.nats).toMatchObject({ url: 'nats://nats:4222', podLabels: { app: 'nats' } });
    expect(values.postgres.podLabels.app).toBe('postgres');
    expect(values.s3).toMatchObject({ endpoint: 'http://storage:8333', podLabels: { app: 'storage' } });
  });
});

describe("the node's files", () => {
  const files = nodeFiles('/node', '/kubelet.sh');

  it('name nothing outside its folder but programs and fixed places of the system', () => {
    const paths = Object.values(files).flatMap((content) => content.match(/(?<=[\s="'/:])\/[\w./-]+/g) ?? []);
    expect(paths.length).toBeGreaterThan(20);
    const outside = paths.filter((path) => !path.startsWith('/node/') && !path.startsWith('//'));
    expect([...new Set(outside)].toSorted()).toEqual(['/kubelet.sh', '/usr/lib/cni']);
  });

  it('hold a command line for each of its programs', () => {
    const programs = Object.keys(files).flatMap((name) => /^args\/(.+)/.exec(name)?.[1] ?? []);
    expect(programs.toSorted()).toEqual([
      ...['containerd', 'etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-proxy', 'kube-scheduler', 'kubelet'],
    ]);
  });
});
