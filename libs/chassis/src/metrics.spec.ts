import { describe, expect, it } from '@jest/globals';
import { counter, defineMetrics, gauge, histogram, metricsText, metricsWithoutUnit } from './metrics.ts';

describe('metrics', () => {
  it('are named postloom_<service>_<thing>_<unit> and written in Prometheus text', () => {
    const metrics = defineMetrics('social-publisher', {
      dueLagSeconds: histogram('Lag', { buckets: [0.1, 1] }),
      published: counter('Posts published'),
      openAttemptsCount: gauge('Open attempts'),
    });
    metrics.dueLagSeconds.observe(0.05);
    metrics.dueLagSeconds.observe(0.5);
    metrics.dueLagSeconds.observe(5);
    metrics.published.add(2, { platform: 'x"y' });
    metrics.openAttemptsCount.set(3);
    const text = metricsText();
    expect(text).toContain('# TYPE postloom_social_publisher_due_lag_seconds histogram');
    expect(text).toContain('postloom_social_publisher_due_lag_seconds_bucket{le="0.1"} 1');
    expect(text).toContain('postloom_social_publisher_due_lag_seconds_bucket{le="1"} 2');
    expect(text).toContain('postloom_social_publisher_due_lag_seconds_bucket{le="+Inf"} 3');
    expect(text).toContain('postloom_social_publisher_due_lag_seconds_sum 5.55');
    expect(text).toContain('postloom_social_publisher_published_total{platform="x\\"y"} 2');
    expect(text).toContain('postloom_social_publisher_open_attempts_count 3');
  });

  it('gives the same instrument for the same name and refuses another kind', () => {
    const first = defineMetrics('same', { rows: gauge('Rows') });
    first.rows.set(7);
    expect(defineMetrics('same', { rows: gauge('Rows') }).rows.value()).toBe(7);
    expect(() => defineMetrics('same', { rows: histogram('Rows') })).toThrow(/twice/);
  });

  it('keeps the number of series bounded', () => {
    const metrics = defineMetrics('bounded', { calls: counter('Calls') });
    for (let index = 0; index < 2000; index += 1) {
      metrics.calls.add(1, { host: `h${index}` });
    }
    const lines = metricsText()
      .split('\n')
      .filter((line) => line.startsWith('postloom_bounded_calls_total{'));
    expect(lines.length).toBeLessThanOrEqual(501);
    expect(metrics.calls.value({ overflow: 'true' })).toBe(1500);
  });

  it('tells which names lack a unit', () => {
    const metrics = defineMetrics('unitless', { speed: gauge('Speed'), turnSeconds: histogram('Turns') });
    expect(metricsWithoutUnit(metrics)).toEqual(['postloom_unitless_speed']);
  });
});
