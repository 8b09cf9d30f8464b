import { beforeAll, describe, expect, it } from '@jest/globals';
import { findKubeconform, kubeSchemas, kubeVersions, nonconforming } from './kubeconform.ts';
import { rendered, scenarios } from './rendered.ts';
import type { KubeObject, Tree } from './rendered.ts';

/** Long enough for a first run, which gets the program and the definitions. */
const GETTING_MS = 600_000;
beforeAll(async () => {
  await findKubeconform();
  await kubeSchemas();
}, GETTING_MS);

const newest = kubeVersions[1];

describe.each(kubeVersions)('by the definitions of Kubernetes %s', (version) => {
  it.each(scenarios)('every object is right: %s', async (scenario) => {
    expect(await nonconforming(await rendered(scenario), version)).toEqual([]);
  });
});

describe('the definitions', () => {
  const changed = async (
    scenario: string,
    kind: string,
    change: (spec: Record<string, unknown>) => Tree,
  ): Promise<readonly string[]> => {
    const objects = await rendered(scenario);
    const wrong = objects
      .filter((one) => one.kind === kind)
      .slice(0, 1)
      .map((one): KubeObject => ({ ...one, spec: change({ ...one.spec }) }));
    expect(wrong).toHaveLength(1);
    return nonconforming(wrong, newest);
  };

  it.each([
    ['small', 'Deployment', 'a field that there is not', (spec: Tree) => ({ ...spec, replica: 2 })],
    ['small', 'Deployment', 'a number as a text', (spec: Tree) => ({ ...spec, replicas: 'two' })],
    ['small', 'NetworkPolicy', 'no list', (spec: Tree) => ({ ...spec, policyTypes: 'Ingress' })],
    ['load-test', 'TestRun', 'a field that there is not', (spec: Tree) => ({ ...spec, parallel: 2 })],
    [
      ...(['load-test', 'TestRun', "a volume that is none of Kubernetes'"] as const),
      (spec: Tree) => ({ ...spec, runner: { volumes: [{ name: 'tmp', emptyDirectory: {} }] } }),
    ],
    ['multi-zone', 'ScaledObject', 'no triggers', ({ triggers: _none, ...spec }: Tree) => spec],
    [
      'production',
      'HTTPRoute',
      'a host with its scheme',
      (spec: Tree) => ({ ...spec, hostnames: ['https://a.example'] }),
    ],
  ])('refuse, in %s, a %s with %s', async (scenario, kind, _what, change) => {
    expect(await changed(scenario, kind, change)).toEqual([
      expect.stringMatching(new RegExp(`^${kind} (?!.*could not find schema)`)),
    ]);
  });

  it('refuse a kind that nobody has defined', async () => {
    const [one] = await rendered('small');
    expect(await nonconforming([{ ...(one as KubeObject), kind: 'Wish' }], newest)).toEqual([
      expect.stringContaining('could not find schema for Wish'),
    ]);
  });
});
