import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { scenarios as loadScenarios, scenariosFolder, TRIED } from '../../load/src/k6.ts';
import { at, chart, release, rendered, scenarios, valuesOf } from './rendered.ts';
import type { KubeObject, Tree } from './rendered.ts';

/** The files that a pod finds, by their path from the folder where a volume is mounted. */
function filesOf(objects: readonly KubeObject[], volume: Tree): Readonly<Record<string, string | undefined>> {
  const map = objects.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === at<string>(volume, 'configMap', 'name'),
  );
  const items = at<readonly { readonly key: string; readonly path: string }[]>(volume, 'configMap', 'items');
  return Object.fromEntries(items.map(({ key, path }) => [path, map?.data?.[key]]));
}

const testRunOf = (objects: readonly KubeObject[]): KubeObject | undefined =>
  objects.find(({ kind }) => kind === 'TestRun');

describe('the load test of the chart', () => {
  it.each(['initializer', 'runner'])('gives its %s every scenario as it is here, in its folder', async (role) => {
    const objects = await rendered('load-test');
    const files = filesOf(objects, at(testRunOf(objects)?.spec, role, 'volumes', 0));
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([...loadScenarios.map((one) => `${one}.js`), 'lib/actions.js', 'lib/customers.js']),
    );
    for (const [path, content] of Object.entries(files)) {
      expect([path, content]).toEqual([path, readFileSync(join(scenariosFolder, path), 'utf8')]);
      const imports = [...(content ?? '').matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) => join(path, '..', from));
      expect([path, imports.filter((one) => files[one] === undefined)]).toEqual([path, []]);
    }
    const mounts = at<readonly Tree[]>(testRunOf(objects)?.spec, role, 'volumeMounts');
    expect(mounts).toContainEqual({ name: 'scenarios', mountPath: '/load/scenarios', readOnly: true });
    expect(at(testRunOf(objects)?.spec, 'script', 'localFile')).toBe('/load/scenarios/mixed.js');
  });

  it('tells the scenario what it reads', async () => {
    const spec = testRunOf(await rendered('load-test'))?.spec;
    const told = [...String(spec?.['arguments']).matchAll(/-e (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
    const env = at<readonly { readonly name: string; readonly value: string }[]>(spec, 'runner', 'env');
    expect(Object.fromEntries([...told, ...env.map(({ name, value }) => [name, value])])).toEqual({
      URL: `http://${release}-web:8080`,
      RUN: 'first',
      SECONDS: '600',
      SCALE: '2',
      CUSTOMERS: '/load/files/customers.json',
      PICTURE: '/load/files/picture.jpg',
      K6_NO_USAGE_REPORT: 'true',
    });
    const sources = ['lib/actions.js', 'lib/customers.js', 'lib/options.js'].map((file) =>
      readFileSync(join(scenariosFolder, file), 'utf8'),
    );
    const read = new Set([...sources.join().matchAll(/__ENV\.(\w+)/g)].map(([, name]) => name));
    expect([...read].toSorted()).toEqual(['CUSTOMERS', 'PICTURE', 'RUN', 'SCALE', 'SECONDS', 'URL']);
  });

  it('signs its customers up from the image of the sandbox, against the release', async () => {
    const container = at(testRunOf(await rendered('load-test'))?.spec, 'runner', 'initContainers', 0);
    expect(container['args']).toEqual([
      ...['load-customers.js', '--url', `http://${release}-web:8080`],
      ...['--sandbox-url', `http://${release}-sandbox:3900`, '--customers', '20', '--into', '/load/files'],
    ]);
    expect(container['volumeMounts']).toContainEqual({ name: 'files', mountPath: '/load/files' });
  });

  it('lifts the limits of requests with it, and nowhere else', async () => {
    const lifted = { name: 'RATE_LIMITS', value: 'off' };
    const services = ['gateway', 'identity', 'scheduling'];
    const envOf = (objects: readonly KubeObject[], part: string): unknown =>
      at(
        objects.find((one) => one.kind === 'Deployment' && one.metadata.name === `${release}-${part}`)?.spec,
        ...['template', 'spec', 'containers', 0, 'env'],
      );
    for (const scenario of scenarios) {
      const objects = await rendered(scenario);
      const are = services.filter((part) => JSON.stringify(envOf(objects, part)).includes(JSON.stringify(lifted)));
      expect([scenario, are]).toEqual([scenario, valuesOf(scenario).load.enabled ? services : []]);
    }
  });

  it('is another object for another run', async () => {
    const nameOf = async (run: string) =>
      testRunOf(await rendered('load-test', { set: [`load.run=${run}`] }))?.metadata.name;
    expect([await nameOf('first'), await nameOf('second')]).toEqual(['shop-load-first', 'shop-load-second']);
    await expect(rendered('load-test', { set: ['load.run='] })).rejects.toThrow('load.run');
  });

  it('offers the scenarios that there are, on the k6 that they were tried with', () => {
    const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as Tree;
    expect(at(schema, 'properties', 'load', 'properties', 'scenario', 'enum')).toEqual(loadScenarios);
    expect(valuesOf('load-test').load.image).toBe(`docker.io/grafana/k6:${TRIED.slice(1)}`);
  });
});
