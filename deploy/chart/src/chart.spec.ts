import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { findHelm } from './helm.ts';
import { at, chart, rendered, release, scenarios, valuesOf } from './rendered.ts';
import type { KubeObject, Tree } from './rendered.ts';
import { rules } from './rules.ts';

describe.each(scenarios)('the chart, %s', (scenario) => {
  let objects: readonly KubeObject[] = [];
  beforeAll(async () => {
    objects = await rendered(scenario);
  });

  it.each(Object.entries(rules))('keeps the rule: %s', (_name, rule) => {
    expect(rule(objects, valuesOf(scenario))).toEqual([]);
  });

  it('has nothing that Helm itself finds wrong', async () => {
    const { status, stdout } = spawnSync(
      await findHelm(),
      ['lint', '--strict', '--quiet', '--kube-version', '1.36.0', '-f', join(chart, 'ci', `${scenario}.yaml`), chart],
      { encoding: 'utf8' },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});

describe('the chart', () => {
  const specOf = (objects: readonly KubeObject[], kind: string, part: string): Tree | undefined =>
    objects.find((one) => one.kind === kind && one.metadata.name === `${release}-${part}`)?.spec;

  it('leaves replicas to the autoscaler where there is one', async () => {
    const objects = await rendered('production');
    for (const part of ['gateway', 'scheduling', 'publisher', 'web']) {
      expect(specOf(objects, 'Deployment', part)).not.toHaveProperty('replicas');
    }
    expect(specOf(objects, 'HorizontalPodAutoscaler', 'gateway')).toMatchObject({ minReplicas: 2, maxReplicas: 40 });
    expect(specOf(objects, 'Deployment', 'identity')).toMatchObject({ replicas: 2 });
  });

  it('tells the web origin where browsers reach the product', async () => {
    const web = specOf(await rendered('production'), 'Deployment', 'web');
    expect(at(web, 'template', 'spec', 'containers', 0, 'env')).toContainEqual({
      name: 'PUBLIC_URL',
      value: 'https://app.example.com',
    });
  });

  it('tells media where a CDN answers, when there is one', async () => {
    const envOf = async (scenario: string) =>
      at(specOf(await rendered(scenario), 'Deployment', 'media'), 'template', 'spec', 'containers', 0, 'env');
    const cdn = { name: 'MEDIA_PUBLIC_URL', value: 'https://cdn.example.com' };
    expect(await envOf('production')).toContainEqual(cdn);
    expect(JSON.stringify(await envOf('multi-zone'))).not.toContain('MEDIA_PUBLIC_URL');
  });

  it('scales by what waits, as well as by the processor, with KEDA', async () => {
    const objects = await rendered('multi-zone');
    const triggers = specOf(objects, 'ScaledObject', 'publisher')?.['triggers'] as readonly Tree[];
    expect(triggers.map(({ type }) => type)).toEqual(['cpu', 'postgresql', ...Array(6).fill('nats-jetstream')]);
    expect(at(triggers, 1, 'metadata', 'query')).toMatch(/^SELECT count\(\*\) FROM publisher\.lanes /);
    const authentication = objects.find(
      ({ kind, metadata }) => kind === 'TriggerAuthentication' && metadata.name === `${release}-publisher`,
    );
    expect(authentication?.spec['secretTargetRef']).toEqual([
      { parameter: 'connection', name: `${release}-publisher`, key: 'WORKER_DATABASE_URL' },
    ]);
    // It owns no data and follows no stream.
    expect(specOf(objects, 'ScaledObject', 'gateway')).toBeUndefined();
    expect(specOf(objects, 'HorizontalPodAutoscaler', 'gateway')).toMatchObject({ minReplicas: 3 });
  });

  it('brings the sandbox and the test of the main job for try-outs alone', async () => {
    const objects = await rendered('try-out');
    const test = specOf(objects, 'Pod', 'test');
    expect(at(test, 'containers', 0, 'args', 0)).toBe('smoke.js');
    const publisher = JSON.stringify(specOf(objects, 'Deployment', 'publisher'));
    expect(publisher).toContain(`http://${release}-sandbox:3900/x`);
    expect(publisher).not.toMatch(/http:\/\/(SANDBOX|WEB)/);
    const others = scenarios.filter((one) => !valuesOf(one).sandbox.enabled);
    expect(others).toEqual(expect.arrayContaining(['small', 'production', 'multi-zone']));
    for (const scenario of others) {
      expect(JSON.stringify(await rendered(scenario))).not.toMatch(/sandbox|smoke/);
    }
  });

  it("has the sandbox's TikTok fetch pictures from the release: it takes them from proven addresses alone", async () => {
    const containers = at(specOf(await rendered('try-out'), 'Deployment', 'sandbox'), 'template', 'spec', 'containers');
    expect(at(containers, 0, 'env')).toContainEqual({
      name: 'SANDBOX_TIKTOK_URLS',
      value: `http://${release}-web:8080`,
    });
  });

  it.each([
    ['publicUrl=', 'publicUrl'],
    ['trustedProxies=', 'trustedProxies'],
    ['nats.url=', 'nats.url'],
    ['s3.bucket=', 's3.bucket'],
    ['ingress.namespace=', 'ingress.namespace'],
    ['services.publishr.replicas=1', 'publishr'],
    ['services.publisher.replica=1', 'replica'],
    ['networkPolicy=false', 'networkPolicy'],
    ['services.media.replicas=two', 'replicas'],
    ['publicUrl=https://shop.example/', 'publicUrl'],
    ['services.media.graceSeconds=20', 'graceSeconds'],
    ['load.enabled=true', 'sandbox.enabled'],
    ['load.scenario=anything', 'load'],
  ])('says what is missing or wrong: %s', async (set, said) => {
    await expect(rendered('small', { set: [set] })).rejects.toThrow(said);
  });
});
