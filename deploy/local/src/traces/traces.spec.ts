import { describe, expect, it } from '@jest/globals';
import { spansOf, type OtlpSpan } from './receiver.ts';
import { drawTrace, findTraces } from './tree.ts';

const span = (spanId: string, parentSpanId: string, name: string, startMs: number, ms: number, more = {}) => ({
  traceId: 't1',
  spanId,
  parentSpanId,
  name,
  kind: 2,
  startTimeUnixNano: `${BigInt(startMs) * 1_000_000n}`,
  endTimeUnixNano: `${BigInt(startMs + ms) * 1_000_000n}`,
  ...more,
});
const resource = (service: string, spans: OtlpSpan[]) => ({
  resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
  scopeSpans: [{ spans }],
});

describe('traces', () => {
  it('are drawn as a tree across services, found by request id', () => {
    const spans = spansOf({
      resourceSpans: [
        resource('postloom-publisher', [span('c', 'b', 'POST api.x.com', 1030, 12, { kind: 3, status: { code: 2 } })]),
        resource('postloom-gateway', [
          span('a', '', 'POST /api/posts', 1000, 20, {
            attributes: [{ key: 'postloom.request_id', value: { stringValue: 'r-7' } }],
          }),
        ]),
        resource('postloom-scheduling', [
          span('b', 'a', 'post.create', 1005, 10),
          { ...span('z', '', 'other', 1, 1), traceId: 't2' },
        ]),
      ],
    });
    const traces = findTraces(spans, 'r-7');
    expect([...traces.keys()]).toEqual(['t1']);
    expect(drawTrace(traces.get('t1') ?? []).map((line) => line.replace(/ +/g, ' ').trim())).toEqual([
      '+0.0 ms gateway server POST /api/posts 20.0 ms',
      '+5.0 ms scheduling server post.create 10.0 ms',
      '+30.0 ms publisher client POST api.x.com 12.0 ms ERROR',
    ]);
  });

  it('still show spans whose parent was not kept', () => {
    const lines = drawTrace(spansOf({ resourceSpans: [resource('media', [span('b', 'gone', 'orphan', 5, 1)])] }));
    expect(lines).toHaveLength(1);
  });
});
