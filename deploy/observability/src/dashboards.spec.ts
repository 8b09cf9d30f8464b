import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../../local/src/paths.ts';
import { readRules } from './alert-rules.ts';
import { dashboardModel } from './dashboard.ts';
import { dashboardQueries } from './dashboard-queries.ts';
import { dashboards } from './dashboards.ts';
import { definedMetrics, unknownMetrics } from './metric-names.ts';
import { findPromtool } from './prometheus.ts';

const folder = join(repositoryRoot, 'helm/postloom/files/dashboards');
const recorded = readRules().groups.flatMap(({ rules }) => rules.flatMap(({ record }) => record ?? []));

const queries = dashboardQueries('media');
const range = (from: number, length: number): number[] => Array.from({ length }, (_, step) => from + step);

describe('the dashboards', () => {
  it.each(dashboards.map((dashboard) => [dashboard.id, dashboard] as const))(
    'in the chart: %s is current',
    (id, dashboard) => {
      const file = join(folder, `${id}.json`);
      const text = `${JSON.stringify(dashboardModel(dashboard), null, 2)}\n`;
      if (process.env['UPDATE_DASHBOARDS'] === 'on') {
        writeFileSync(file, text);
      }
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text));
    },
  );

  it('in the chart are these and no others', () => {
    expect(readdirSync(folder).sort()).toEqual(dashboards.map(({ id }) => `${id}.json`).sort());
  });

  it.each(dashboards.map((dashboard) => [dashboard.id, dashboard] as const))(
    'number and place their panels: %s',
    (_id, dashboard) => {
      const panels = dashboardModel(dashboard).panels ?? [];
      expect(panels.map(({ id }) => id)).toEqual(panels.map((_panel, index) => index + 1));
      const cells = panels.flatMap(({ gridPos: at }) =>
        at === undefined ? [] : range(at.y, at.h).flatMap((y) => range(at.x, at.w).map((x) => `${x} ${y}`)),
      );
      expect(new Set(cells).size).toBe(cells.length);
      expect(Math.max(...cells.map((cell) => Number(cell.split(' ')[0])))).toBeLessThan(24);
      expect(panels.filter(({ gridPos }) => gridPos === undefined)).toEqual([]);
    },
  );

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
