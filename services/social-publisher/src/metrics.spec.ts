import { describe, expect, it } from '@jest/globals';
import { metricsWithoutUnit } from '@postloom/chassis';
import { metrics } from './metrics.ts';

describe('metrics', () => {
  it('all say their unit', () => {
    expect(metricsWithoutUnit(metrics)).toEqual([]);
  });
});
