import { beforeAll, describe, expect, it } from '@jest/globals';
import { at, facts, release, rendered, scenarios } from './rendered.ts';
import type { KubeObject, Tree } from './rendered.ts';

const parts = [...Object.keys(facts), 'web'];

/** Pods' templates of Deployments and Jobs. */
const podsOf = (objects: readonly KubeObject[]): readonly [string, Tree][] =>
  objects
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ metadata, spec }) => [metadata.name, at(spec, 'template', 'spec')]);
const containerOf = (pod: Tree): Tree => at(pod, 'containers', 0);
const named = (objects: readonly KubeObject[], kind: string, part: string): KubeObject | undefined =>
  objects.find((one) => one.kind === kind && one.metadata.name === `${release}-${part}`);

describe.each(scenarios)('the chart, %s', (scenario) => {
  let objects: readonly KubeObject[] = [];
  beforeAll(async () => {
    objects = await rendered(scenario);
  });

  it('runs every part, each behind a budget for disruptions that no sick pod can block', () => {
    for (const part of parts) {
      expect(named(objects, 'Deployment', part)).toBeDefined();
      expect(named(objects, 'Service', part)).toBeDefined();
      expect(named(objects, 'PodDisruptionBudget', part)?.spec).toMatchObject({
        minAvailable: 1,
        unhealthyPodEvictionPolicy: 'AlwaysAllow',
      });
    }
  });

  it('satisfies Pod Security "restricted" and gives no pod a token of the API', () => {
    const pods = podsOf(objects);
    expect(pods).toHaveLength(parts.length + 6);
    for (const [, pod] of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(containerOf(pod)['securityContext']).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    for (const account of objects.filter(({ kind }) => kind === 'ServiceAccount')) {
      expect(account.automountServiceAccountToken).toBe(false);
    }
  });

  it('loses no request when pods are replaced: none goes before another is ready, and it answers until all have heard', () => {
    for (const part of parts) {
      const deployment = at(named(objects, 'Deployment', part), 'spec');
      expect(deployment['strategy']).toEqual({ rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } });
      const pod = at(deployment, 'template', 'spec');
      const container = containerOf(pod);
      expect(container['lifecycle']).toEqual({ preStop: { sleep: { seconds: 5 } } });
      expect(at(container, 'readinessProbe', 'httpGet', 'path')).toBe('/health/ready');
      expect(at(container, 'livenessProbe', 'httpGet', 'path')).toBe('/health/live');
      expect(container['startupProbe']).toBeDefined();
      if (part !== 'web') {
        const seconds = Number(
          (container['env'] as unknown as { name: string; value: string }[]).find(
            ({ name }) => name === 'SHUTDOWN_SECONDS',
          )?.value,
        );
        // preStop's pause and the ordered stop fit into what Kubernetes waits before it kills.
        expect(seconds + 5).toBeLessThan(Number(pod['terminationGracePeriodSeconds']));
        expect(seconds).toBeGreaterThanOrEqual(25);
      }
    }
  });

  it('keeps secrets out of the environment: files, and only those that the pod needs', () => {
    for (const [part, { secrets, schema }] of Object.entries(facts)) {
      const pod = at(named(objects, 'Deployment', part), 'spec', 'template', 'spec');
      const env = containerOf(pod)['env'] as unknown as { name: string; value: string; valueFrom?: unknown }[];
      for (const secret of secrets) {
        expect(env).toContainEqual({ name: `${secret}_FILE`, value: `/run/secrets/postloom/${secret}` });
        expect(env.map(({ name }) => name)).not.toContain(secret);
      }
      expect(env.filter(({ valueFrom }) => valueFrom !== undefined)).toEqual([]);
      expect(JSON.stringify(pod)).not.toContain('MIGRATION_DATABASE_URL');
      expect(named(objects, 'Job', `${part}-migrate`) !== undefined).toBe(schema !== undefined);
    }
  });

  it('migrates before the pods of a release, once, and keeps the logs of a failure', () => {
    for (const job of objects.filter(({ kind }) => kind === 'Job')) {
      expect(job.metadata.annotations).toMatchObject({
        'helm.sh/hook': 'pre-install,pre-upgrade',
        'helm.sh/hook-delete-policy': 'before-hook-creation',
      });
      expect(job.spec).toMatchObject({ backoffLimit: 0, activeDeadlineSeconds: 600 });
      expect(containerOf(at(job, 'spec', 'template', 'spec'))['args']).toEqual(['main.js', 'migrate']);
    }
  });

  it('lets nobody talk to anybody but where a service calls another', () => {
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(named(objects, 'NetworkPolicy', 'deny')?.spec).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/instance': release } },
      policyTypes: ['Ingress', 'Egress'],
    });
    const component = (peer: Tree): string =>
      String(at(peer, 'podSelector', 'matchLabels', 'app.kubernetes.io/component'));
    const ways = (direction: 'ingress' | 'egress', side: 'from' | 'to'): string[] =>
      policies.flatMap(({ spec }) =>
        ((spec[direction] ?? []) as readonly Tree[])
          .filter(({ ports }) => JSON.stringify(ports) === '[{"port":8080}]')
          .flatMap((rule) => ((rule[side] ?? []) as readonly Tree[]).filter((peer) => component(peer) !== 'undefined'))
          .map((peer) =>
            direction === 'egress'
              ? `${component(spec)} > ${component(peer)}`
              : `${component(peer)} > ${component(spec)}`,
          ),
      );
    const wanted = [
      'web > gateway',
      ...Object.entries(facts).flatMap(([name, { calls = [] }]) => calls.map((called) => `${name} > ${called}`)),
    ].sort();
    expect(ways('egress', 'to').sort()).toEqual(wanted);
    expect(ways('ingress', 'from').sort()).toEqual(wanted);
    // Beside those: the broker for all, Postgres for those with a schema, the outside for those that call it.
    for (const [part, { schema, outside }] of Object.entries(facts)) {
      const egress = named(objects, 'NetworkPolicy', part)?.spec['egress'] as unknown as readonly Tree[];
      const ports = egress.flatMap((rule) => (rule['ports'] as unknown as { port: number }[]).map(({ port }) => port));
      expect(ports).toContain(4222);
      expect(ports.some((port) => port === 5432 || port === 6432)).toBe(schema !== undefined);
      expect(JSON.stringify(egress).includes('0.0.0.0/0')).toBe(outside === true);
    }
  });

  it('bounds the memory of every container, with room beside the heap', () => {
    for (const [name, pod] of podsOf(objects)) {
      const { limits, requests } = containerOf(pod)['resources'] as unknown as Record<string, Record<string, string>>;
      expect([name, limits?.['memory'] !== undefined, requests?.['cpu'] !== undefined]).toEqual([name, true, true]);
    }
  });
});

describe('the chart', () => {
  it('leaves replicas to the autoscaler where there is one', async () => {
    const objects = await rendered('production');
    for (const part of ['gateway', 'scheduling', 'publisher', 'web']) {
      expect(named(objects, 'Deployment', part)?.spec['replicas']).toBeUndefined();
    }
    expect(named(objects, 'HorizontalPodAutoscaler', 'gateway')?.spec).toMatchObject({
      minReplicas: 2,
      maxReplicas: 40,
    });
    expect(named(objects, 'ScaledObject', 'publisher')?.spec['triggers']).toHaveLength(2);
    expect(named(objects, 'Deployment', 'identity')?.spec['replicas']).toBe(2);
  });

  it.each([
    ['publicUrl=', 'publicUrl'],
    ['trustedProxies=', 'trustedProxies'],
    ['nats.url=', 'nats.url'],
    ['s3.bucket=', 's3.bucket'],
    ['services.publishr.replicas=1', 'there is no such service'],
  ])('says what is missing or wrong: %s', async (set, said) => {
    await expect(rendered('small', set)).rejects.toThrow(said);
  });
});
