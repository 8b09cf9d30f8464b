import { describe, expect, it } from '@jest/globals';
import { metricsWithoutUnit } from '@postloom/chassis';
import { metrics } from './metrics.ts';

describe('the metrics of scheduling', () => {
  it('carry the service and a unit in their names', () => {
    const names = Object.values(metrics).map((metric) => metric.name);
    expect(names.every((name) => name.startsWith('postloom_scheduling_'))).toBe(true);
    expect(metricsWithoutUnit(metrics)).toEqual([]);
  });
});
