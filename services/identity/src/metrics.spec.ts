import { describe, expect, it } from '@jest/globals';
import { metricsWithoutUnit } from '@postloom/chassis';
import { metrics } from './metrics.ts';

describe('metrics of identity', () => {
  it('are named by service, thing and unit', () => {
    expect(Object.values(metrics).map((metric) => metric.name)).toContain('postloom_identity_sign_ins_total');
    expect(metricsWithoutUnit(metrics)).toEqual([]);
  });
});
