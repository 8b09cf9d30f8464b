import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../../local/src/paths.ts';
import { faults } from './alert-drill/faults.ts';
import { alertCases, wellSeries, type AlertCase } from './alert-cases.ts';
import { readRules, ruleFile } from './alert-rules.ts';
import type { Rule } from './alert-rules.ts';
import { definedMetrics, unknownMetrics } from './metric-names.ts';
import { findPromtool } from './prometheus.ts';

const { groups } = readRules();
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const alertNamed = (name: string): Rule => {
  const found = alerts.find(({ alert }) => alert === name);
  if (found === undefined) {
    throw new Error(`there is no alert ${name}`);
  }
  return found;
};
const inputOf = (series: AlertCase['series']): object[] =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }));

describe('the alerts', () => {
  let promtool = '';
  let work = '';
  beforeAll(async () => {
    promtool = await findPromtool();
    work = mkdtempSync(join(tmpdir(), 'postloom-alerts-'));
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  /** What `promtool test rules` makes of one test; JSON is YAML. */
  const tried = (
    test: { readonly interval: string } & Readonly<Record<string, unknown>>,
  ): { code: number | null; output: string } => {
    const path = join(work, 'test.yaml');
    const asked = {
      rule_files: [ruleFile],
      evaluation_interval: test.interval,
      // Unasked, promtool takes the groups in any order, and an alert may miss what is recorded for it at the same step.
      group_eval_order: groups.map(({ name }) => name),
      tests: [test],
    };
    writeFileSync(path, JSON.stringify(asked));
    const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', path], { encoding: 'utf8' });
    return { code: status, output: stdout + stderr };
  };

  it('are each tried below', () => {
    expect(alertCases.map(({ alert }) => alert)).toEqual(alerts.map(({ alert }) => alert));
  });

  it('have each a cause in the drill', () => {
    const drilled = faults.flatMap((fault) => fault.alerts);
    expect(drilled.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
    const pages = alerts.filter(({ labels }) => labels?.severity === 'page').map(({ alert }) => alert);
    expect(faults.flatMap(({ companions = [] }) => companions).filter((name) => !pages.includes(name))).toEqual([]);
  });

  it.each(alertCases.map((one) => [one.alert, one] as const))('fire: %s', (name, one) => {
    const { labels, annotations } = alertNamed(name);
    const answer = tried({
      interval: `${one.stepMinutes ?? 1}m`,
      input_series: inputOf(one.series),
      alert_rule_test: [
        {
          eval_time: `${one.atMinute}m`,
          alertname: name,
          exp_alerts: [
            {
              exp_labels: { ...labels, ...one.labels },
              exp_annotations: { ...annotations, description: one.description },
            },
          ],
        },
      ],
    });
    expect(answer).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') });
  });

  it('are silent while all is well', () => {
    const answer = tried({
      interval: '1m',
      input_series: inputOf(wellSeries),
      alert_rule_test: alerts.map(({ alert }) => ({ eval_time: '390m', alertname: alert, exp_alerts: [] })),
    });
    expect(answer).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') });
  });

  it('say how urgent they are and what to do, by a runbook that is there', () => {
    for (const { alert, labels, annotations } of alerts) {
      expect([alert, labels?.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
      const runbook = annotations?.runbook ?? 'none';
      expect([alert, runbook, existsSync(join(repositoryRoot, runbook))]).toEqual([alert, runbook, true]);
    }
  });

  it('are named by their runbook, which therefore speaks of them', () => {
    for (const { alert = '', annotations } of alerts) {
      const text = readFileSync(join(repositoryRoot, annotations?.runbook ?? ''), 'utf8');
      const names = [alert, `${alert.replace(/(?<=Burn).*/, '')}…`];
      expect([alert, names.some((name) => text.includes(`\`${name}\``))]).toEqual([alert, true]);
    }
  });

  it('ask only for series that there are', async () => {
    const known = new Set([...(await definedMetrics()), ...rules.flatMap(({ record }) => record ?? [])]);
    for (const { alert, record, expr } of rules) {
      expect([alert ?? record, unknownMetrics(expr, known)]).toEqual([alert ?? record, []]);
    }
  });
});
