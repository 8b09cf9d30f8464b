import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chart, rendered, valuesOf } from './rendered.ts';
import { rules } from './rules.ts';

interface Mutation {
  readonly rule: keyof typeof rules;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** What somebody might change in the chart without a thought, and the rule that must notice. */
const mutations: readonly Mutation[] = [
  { rule: 'disruptions', file: 'templates/services.yaml', from: 'minAvailable: 1', to: 'minAvailable: 0' },
  { rule: 'disruptions', file: 'templates/web.yaml', from: 'AlwaysAllow', to: 'IfHealthyBudget' },
  { rule: 'podSecurity', file: 'templates/_helpers.tpl', from: 'runAsNonRoot: true', to: 'runAsNonRoot: false' },
  { rule: 'podSecurity', file: 'templates/_helpers.tpl', from: 'drop: [ALL]', to: 'drop: []' },
  {
    rule: 'podSecurity',
    file: 'templates/_helpers.tpl',
    from: 'readOnlyRootFilesystem: true',
    to: 'readOnlyRootFilesystem: false',
  },
  { rule: 'podSecurity', file: 'templates/_helpers.tpl', from: 'RuntimeDefault', to: 'Unconfined' },
  {
    rule: 'podSecurity',
    file: 'templates/migrations.yaml',
    from: 'automountServiceAccountToken: false',
    to: 'automountServiceAccountToken: true',
  },
  { rule: 'replacement', file: 'templates/services.yaml', from: 'sleep: { seconds: 5 }', to: 'sleep: { seconds: 0 }' },
  { rule: 'replacement', file: 'templates/web.yaml', from: 'maxUnavailable: 0', to: 'maxUnavailable: 1' },
  { rule: 'probes', file: 'templates/services.yaml', from: '/health/live', to: '/health/ready' },
  { rule: 'probes', file: 'templates/services.yaml', from: 'startupProbe:', to: 'startup:' },
  { rule: 'probes', file: 'templates/web.yaml', from: 'readinessProbe:', to: 'readiness:' },
  { rule: 'grace', file: 'templates/_helpers.tpl', from: 'sub .own.graceSeconds 10', to: 'sub .own.graceSeconds 5' },
  {
    rule: 'secretFiles',
    file: 'templates/_helpers.tpl',
    from: '- name: {{ . }}_FILE',
    to: '- name: {{ . }}',
  },
  {
    rule: 'secretFiles',
    file: 'templates/services.yaml',
    from: '{{- range $keys }}',
    to: '{{- range rest $keys }}',
  },
  { rule: 'migrations', file: 'templates/migrations.yaml', from: 'pre-install,pre-upgrade', to: 'post-upgrade' },
  { rule: 'migrations', file: 'templates/migrations.yaml', from: 'before-hook-creation', to: 'hook-failed' },
  { rule: 'migrations', file: 'templates/migrations.yaml', from: 'backoffLimit: 0', to: 'backoffLimit: 6' },
  {
    rule: 'network',
    file: 'templates/network-policies.yaml',
    from: 'policyTypes: [Ingress, Egress]',
    to: 'policyTypes: [Ingress]',
  },
  {
    rule: 'network',
    file: 'templates/network-policies.yaml',
    from: '- from:\n        {{- $callers',
    to: '- x-from:\n        {{- $callers',
  },
  { rule: 'network', file: 'templates/_network.tpl', from: 'ports: [{ port: 8080 }]', to: 'ports: [{ port: 9090 }]' },
  {
    rule: 'network',
    file: 'templates/_network.tpl',
    from: 'except: {{- toYaml $values.egress.except',
    to: 'except: {{- toYaml list',
  },
  {
    rule: 'network',
    file: 'files/ways.json',
    from: '"analytics": ["broker", "postgres"]',
    to: '"analytics": ["broker", "outside"]',
  },
  { rule: 'memory', file: 'values.yaml', from: 'limits: { memory: 1536Mi }', to: 'limits: {}' },
  { rule: 'memory', file: 'values.yaml', from: 'heapMb: 192', to: 'heapMb: 300' },
  {
    rule: 'spread',
    file: 'templates/services.yaml',
    from: 'topology.kubernetes.io/zone',
    to: 'topology.kubernetes.io/region',
  },
];

describe('a chart with one thing changed', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-chart-'));
    cpSync(chart, folder, { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(mutations.map((one) => [`${one.file}: ${one.to}`, one] as const))('is found out: %s', async (_name, one) => {
    const path = join(folder, one.file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(one.from);
    writeFileSync(path, text.replace(one.from, one.to));
    try {
      const objects = await rendered('try-out', { folder });
      expect(rules[one.rule](objects, valuesOf('try-out'))).not.toEqual([]);
    } finally {
      writeFileSync(path, text);
    }
  });
});
