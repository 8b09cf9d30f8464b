import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at, chart, release, rendered } from './rendered.ts';
import type { KubeObject } from './rendered.ts';

const alert =
  "groups:\n  - name: promise\n    rules:\n      - alert: Late\n        annotations: { summary: '{{ $value }} s' }\n";
const dashboard = '{ "title": "One \\"service\\"", "legend": "{{service}}" }';

describe('alerts and dashboards in the chart', () => {
  let folder = '';
  let objects: readonly KubeObject[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-chart-'));
    cpSync(chart, folder, { recursive: true });
    mkdirSync(join(folder, 'files/dashboards'), { recursive: true });
    writeFileSync(join(folder, 'files/alerts.yaml'), alert);
    writeFileSync(join(folder, 'files/dashboards/tried.json'), dashboard);
    objects = await rendered('production', { folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are taken word for word: what is a placeholder to Prometheus and Grafana stays one', () => {
    const rule = objects.find(({ kind }) => kind === 'PrometheusRule');
    expect(at(rule, 'spec', 'groups', 0, 'rules', 0, 'annotations', 'summary')).toBe('{{ $value }} s');
    const map = objects.find(({ metadata }) => metadata.name === `${release}-dashboard-tried`);
    expect(map?.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    expect(at(map, 'data', 'tried.json')).toBe(dashboard);
  });

  it('find the series under the short name of the service', () => {
    const monitor = objects.find(({ kind }) => kind === 'ServiceMonitor');
    expect(at(monitor, 'spec', 'endpoints', 0, 'relabelings')).toEqual([
      { sourceLabels: ['__meta_kubernetes_pod_label_app_kubernetes_io_component'], targetLabel: 'service' },
    ]);
  });

  it('come only where they are asked for', async () => {
    const kinds = (await rendered('small', { folder })).map(({ kind }) => kind);
    expect(kinds).not.toContain('PrometheusRule');
    expect(kinds).not.toContain('ConfigMap');
  });
});
