import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chart, rendered, valuesOf } from './rendered.ts';
import { rules } from './rules.ts';

/** What somebody might change in the chart without a thought, from and to, and the rule that must notice. */
const mutations: readonly (readonly [
  rule: keyof typeof rules,
  file: string,
  from: string,
  to: string,
  scenario?: string,
])[] = [
  ['disruptions', 'templates/services.yaml', 'minAvailable: 1', 'minAvailable: 0'],
  ['disruptions', 'templates/web.yaml', 'AlwaysAllow', 'IfHealthyBudget'],
  ['podSecurity', 'templates/_helpers.tpl', 'runAsNonRoot: true', 'runAsNonRoot: false'],
  ['podSecurity', 'templates/_helpers.tpl', 'drop: [ALL]', 'drop: []'],
  ['podSecurity', 'templates/_helpers.tpl', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
  ['podSecurity', 'templates/_helpers.tpl', 'RuntimeDefault', 'Unconfined'],
  [
    'podSecurity',
    'templates/migrations.yaml',
    'automountServiceAccountToken: false',
    'automountServiceAccountToken: true',
  ],
  ['replacement', 'templates/services.yaml', 'sleep: { seconds: 5 }', 'sleep: { seconds: 0 }'],
  ['replacement', 'templates/web.yaml', 'maxUnavailable: 0', 'maxUnavailable: 1'],
  ['probes', 'templates/services.yaml', '/health/live', '/health/ready'],
  ['probes', 'templates/services.yaml', 'startupProbe:', 'startup:'],
  ['probes', 'templates/web.yaml', 'readinessProbe:', 'readiness:'],
  ['grace', 'templates/_helpers.tpl', 'sub .own.graceSeconds 10', 'sub .own.graceSeconds 5'],
  ['secretFiles', 'templates/_helpers.tpl', '- name: {{ . }}_FILE', '- name: {{ . }}'],
  ['secretFiles', 'templates/services.yaml', '{{- range $keys }}', '{{- range rest $keys }}'],
  ['migrations', 'templates/migrations.yaml', 'pre-install,pre-upgrade', 'post-upgrade'],
  ['migrations', 'templates/migrations.yaml', 'before-hook-creation', 'hook-failed'],
  ['migrations', 'templates/migrations.yaml', 'backoffLimit: 0', 'backoffLimit: 6'],
  ['network', 'templates/network-policies.yaml', 'policyTypes: [Ingress, Egress]', 'policyTypes: [Ingress]'],
  ['network', 'templates/network-policies.yaml', '- from:\n        {{- $callers', '- x-from:\n        {{- $callers'],
  ['network', 'templates/_network.tpl', 'ports: [{ port: 8080 }]', 'ports: [{ port: 9090 }]'],
  ['network', 'templates/_network.tpl', 'except: {{- toYaml $values.egress.except', 'except: {{- toYaml list'],
  ['network', 'templates/_network.tpl', 'concat $ports $values.egress.linkPorts', 'concat $ports list'],
  ['network', 'templates/_network.tpl', 'if eq .part "media"', 'if ne .part "web"'],
  ['network', 'files/ways.json', '"analytics": ["broker", "postgres"]', '"analytics": ["broker", "outside"]'],
  [
    'network',
    'templates/network-policies.yaml',
    'ternary $.Values.postgres $.Values.postgres.server',
    'ternary $.Values.postgres $.Values.postgres',
    'multi-zone',
  ],
  ['network', 'templates/_network.tpl', '{{- $ports = list }}', '', 'production'],
  [
    'network',
    'templates/_network.tpl',
    'include "postloom.peerRule" (dict "peer" $values.egress)',
    'print ""',
    'production',
  ],
  ['podSecurity', 'templates/_load.tpl', "automountServiceAccountToken: 'false'", '', 'load-test'],
  ['podSecurity', 'templates/_load.tpl', 'containerSecurityContext:', 'containerSecurity:', 'load-test'],
  ['network', 'templates/load.yaml', 'port: 6565', 'port: 8080', 'load-test'],
  ['network', 'templates/network-policies.yaml', 'ternary (list "load") list', 'ternary list list', 'load-test'],
  ['memory', 'values.yaml', 'limits: { memory: 1024Mi }', 'limits: {}', 'load-test'],
  ['memory', 'values.yaml', 'limits: { memory: 2048Mi }', 'limits: {}'],
  ['memory', 'values.yaml', 'heapMb: 128', 'heapMb: 300'],
  ['disk', 'templates/services.yaml', 'emptyDir: { sizeLimit: {{ int $own.tmpMb }}Mi }', 'emptyDir: {}'],
  ['disk', 'templates/_helpers.tpl', 'div (mul .own.tmpMb 7) 8', '.own.tmpMb'],
  ['disk', 'templates/_helpers.tpl', 'set $env "DISK_ROOM_MB"', 'set $env "NO_ROOM_MB"'],
  ['spread', 'templates/services.yaml', 'topology.kubernetes.io/zone', 'topology.kubernetes.io/region'],
];

describe('a chart with one thing changed', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-chart-'));
    cpSync(chart, folder, { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(mutations)(
    'is found out by the rule of %s, in %s: %j to %j',
    async (rule, file, from, to, scenario = 'try-out') => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      expect(text).toContain(from);
      writeFileSync(path, text.replace(from, to));
      try {
        const objects = await rendered(scenario, { folder });
        expect(rules[rule](objects, valuesOf(scenario))).not.toEqual([]);
      } finally {
        writeFileSync(path, text);
      }
    },
  );
});
