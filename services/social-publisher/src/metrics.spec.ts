import { describe, expect, it } from '@jest/globals';
import { metricsWithoutUnit } from '@postloom/chassis';
import './metrics.ts';

describe('metrics', () => {
  it('all say their unit', () => {
    expect(metricsWithoutUnit()).toEqual([]);
  });
});
