import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { repositoryRoot } from '../../local/src/paths.ts';
import { dashboardModel } from './dashboard.ts';
import { dashboardQueries } from './dashboard-queries.ts';
import { dashboards } from './dashboards.ts';
import { definedMetrics, unknownMetrics } from './metric-names.ts';
import { findPromtool } from './prometheus.ts';

const folder = join(repositoryRoot, 'helm/postloom/files/dashboards');
const alerts = parse(readFileSync(join(folder, '../alerts.yaml'), 'utf8')) as {
  groups: { rules: { record?: string }[] }[];
};
const recorded = alerts.groups.flatMap(({ rules }) => rules.flatMap(({ record }) => record ?? []));

const queries = dashboardQueries('media');

describe('the dashboards', () => {
  it.each(dashboards.map((dashboard) => [dashboard.id, dashboard] as const))(
    'in the chart: %s is current',
    (id, dashboard) => {
      const file = join(folder, `${id}.json`);
      const model = dashboardModel(dashboard);
      if (process.env['UPDATE_DASHBOARDS'] === 'on') {
        writeFileSync(file, `${JSON.stringify(model, null, 2)}\n`);
      }
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(model);
    },
  );

  it('in the chart are these and no others', () => {
    expect(readdirSync(folder).sort()).toEqual(dashboards.map(({ id }) => `${id}.json`).sort());
  });

  it('ask what Prometheus understands', async () => {
    const work = mkdtempSync(join(tmpdir(), 'postloom-dashboards-'));
    try {
      const file = join(work, 'rules.yaml');
      const rules = queries.map(({ expr }, index) => ({ record: `panel:query:${index}`, expr }));
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
      const { status, stdout, stderr } = spawnSync(await findPromtool(), ['check', 'rules', file], {
        encoding: 'utf8',
      });
      expect({ status, output: stdout + stderr }).toEqual({
        status: 0,
        output: expect.stringContaining(`${queries.length} rules found`),
      });
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });

  it('ask only for series that there are', async () => {
    const known = new Set([...(await definedMetrics()), ...recorded]);
    expect(queries.length).toBeGreaterThan(40);
    expect(queries.filter(({ expr }) => unknownMetrics(expr, known).length > 0)).toEqual([]);
  });
});
