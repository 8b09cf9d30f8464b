import { describe, expect, it } from '@jest/globals';
import { runWithTracePoint } from './context.ts';
import {
  collectProcessMetrics,
  counter,
  defineMetrics,
  gauge,
  histogram,
  metricsText,
  metricsWithoutUnit,
} from './metrics.ts';

describe('metrics', () => {
  it('are named postloom_<service>_<thing>_<unit> and written as OpenMetrics', async () => {
    const metrics = defineMetrics('social-publisher', {
      dueLagSeconds: histogram('Lag', { buckets: [0.1, 1] }),
      published: counter('Posts published', ['platform']),
      openAttemptsCount: gauge('Open attempts'),
    });
    metrics.dueLagSeconds.observe(0.05);
    metrics.dueLagSeconds.observe(0.5);
    metrics.dueLagSeconds.observe(5);
    metrics.published.add(2, { platform: 'x"y' });
    metrics.openAttemptsCount.set(3);
    const text = await metricsText();
    expect(text).toContain('# TYPE postloom_social_publisher_due_lag_seconds histogram');
    expect(text).toContain('postloom_social_publisher_due_lag_seconds_bucket{le="0.1"} 1');
    expect(text).toContain('postloom_social_publisher_due_lag_seconds_bucket{le="1"} 2');
    expect(text).toContain('postloom_social_publisher_due_lag_seconds_bucket{le="+Inf"} 3');
    expect(text).toContain('postloom_social_publisher_due_lag_seconds_sum 5.55');
    expect(text).toContain('postloom_social_publisher_published_total{platform="x\\"y"} 2');
    expect(text).toContain('postloom_social_publisher_open_attempts_count 3');
  });

  it('gives the same instrument for the same name and refuses another kind', async () => {
    const first = defineMetrics('same', { rows: gauge('Rows') });
    first.rows.set(7);
    expect(await defineMetrics('same', { rows: gauge('Rows') }).rows.value()).toBe(7);
    expect(() => defineMetrics('same', { rows: histogram('Rows') })).toThrow(/twice/);
  });

  it('shows a count from its beginning, at 0', async () => {
    const { begunTotal } = defineMetrics('sample', { begunTotal: counter('Begun', ['kind']) });
    begunTotal.begin({ kind: 'a' });
    expect(await metricsText()).toContain('postloom_sample_begun_total{kind="a"} 0');
    begunTotal.add(2, { kind: 'a' });
    begunTotal.begin({ kind: 'a' });
    expect(await begunTotal.value({ kind: 'a' })).toBe(2);
  });

  it('shows a histogram from its beginning, and forgets nothing by beginning again', async () => {
    const { begunSeconds } = defineMetrics('sample', { begunSeconds: histogram('Begun', { labels: ['kind'] }) });
    begunSeconds.begin({ kind: 'a' });
    expect(await metricsText()).toContain('postloom_sample_begun_seconds_count{kind="a"} 0');
    begunSeconds.observe(2, { kind: 'a' });
    begunSeconds.begin({ kind: 'a' });
    expect(await metricsText()).toContain('postloom_sample_begun_seconds_count{kind="a"} 1');
  });

  it('keeps the number of series bounded', async () => {
    const metrics = defineMetrics('bounded', { calls: counter('Calls', ['host']) });
    for (let index = 0; index < 2000; index += 1) {
      metrics.calls.add(1, { host: `h${index}` });
    }
    const lines = (await metricsText()).split('\n').filter((line) => line.startsWith('postloom_bounded_calls_total{'));
    expect(lines.length).toBeLessThanOrEqual(501);
    expect(await metrics.calls.value({ host: 'overflow' })).toBe(1500);
  });

  it('reads an observed gauge at each scrape', async () => {
    let waiting = 3;
    const { waitingRows } = defineMetrics('observed', { waitingRows: gauge('Rows that wait') });
    waitingRows.observe(() => waiting);
    waiting = 5;
    expect(await metricsText()).toContain('postloom_observed_waiting_rows 5');
  });

  it('adds to a gauge what several count together', async () => {
    const { heldCount } = defineMetrics('together', { heldCount: gauge('Held', ['kind']) });
    heldCount.add(5, { kind: 'a' });
    heldCount.add(-2, { kind: 'a' });
    expect(await heldCount.value({ kind: 'a' })).toBe(3);
  });

  it('gives a histogram the trace of a sampled observation as its exemplar, and none of an unsampled one', async () => {
    const { turnSeconds } = defineMetrics('exemplars', { turnSeconds: histogram('Turns', { buckets: [1, 2] }) });
    const traceId = 'a'.repeat(32);
    runWithTracePoint({ traceId, spanId: 'b'.repeat(16), sampled: true }, () => turnSeconds.observe(0.5));
    runWithTracePoint({ traceId: 'c'.repeat(32), spanId: 'd'.repeat(16), sampled: false }, () =>
      turnSeconds.observe(1.5),
    );
    const text = await metricsText();
    expect(text).toMatch(new RegExp(`exemplars_turn_seconds_bucket\\{le="1"\\} 1 # \\{trace_id="${traceId}"`));
    expect(text).not.toContain('c'.repeat(32));
  });

  it('shows lag of the event loop, garbage collection, heap spaces and handles', async () => {
    collectProcessMetrics();
    collectProcessMetrics();
    const text = await metricsText();
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_gc_duration_seconds',
      'nodejs_heap_space_size_used_bytes',
      'nodejs_active_handles',
      'process_resident_memory_bytes',
    ]) {
      expect(text).toContain(`# TYPE ${name} `);
    }
  });

  it('lists the names that lack a unit', () => {
    const metrics = defineMetrics('unitless', { speed: gauge('Speed'), turnSeconds: histogram('Turns') });
    expect(metricsWithoutUnit(metrics)).toEqual(['postloom_unitless_speed']);
  });
});
