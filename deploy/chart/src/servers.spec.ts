import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { at, chart, rendered, valuesOf } from './rendered.ts';
import type { KubeObject, Tree } from './rendered.ts';

const serverFile = (name: string): string => readFileSync(join(chart, '../servers', name), 'utf8');
const values = valuesOf('multi-zone');

describe('the servers of the example with three zones', () => {
  it('have Postgres where the policies let the services and their migrations reach it', () => {
    const [cluster, pooler] = parseAllDocuments(serverFile('cloudnative-pg.yaml')).map(
      (one) => one.toJS() as KubeObject,
    );
    // The operator labels the pods so.
    expect(values.postgres).toMatchObject({
      podLabels: { 'cnpg.io/poolerName': pooler?.metadata.name },
      namespace: at(pooler, 'metadata', 'namespace'),
      port: 5432,
      server: {
        podLabels: { 'cnpg.io/cluster': cluster?.metadata.name },
        namespace: at(cluster, 'metadata', 'namespace'),
        port: 5432,
      },
    });
    expect(at(pooler, 'spec', 'cluster', 'name')).toBe(cluster?.metadata.name);
    expect(at(pooler, 'spec', 'pgbouncer', 'poolMode')).toBe(values.postgres.pooler);
  });

  it('have as many brokers as the services know, each of which keeps every stream', async () => {
    const broker = parse(serverFile('nats.yaml')) as Tree;
    const brokers = at<number>(broker, 'config', 'cluster', 'replicas');
    const addresses = Array.from({ length: brokers }, (_, node) => `nats://nats-${node}.nats-headless.nats:4222`);
    const gateway = (await rendered('multi-zone')).find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'shop-gateway',
    );
    const env = at(gateway, 'spec', 'template', 'spec', 'containers', 0, 'env');
    expect(env).toContainEqual({ name: 'NATS_URL', value: addresses.join(',') });
    expect(env).toContainEqual({ name: 'NATS_REPLICAS', value: String(brokers) });
  });
});
