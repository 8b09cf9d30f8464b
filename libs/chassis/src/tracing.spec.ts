import http from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { requestContext } from './context.ts';
import {
  currentTraceparent,
  flushTracing,
  parseTraceparent,
  runWithTraceparent,
  spanEvents,
  startTracing,
  stopTracing,
  withSpan,
} from './tracing.ts';

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status?: { code?: number };
  events?: { name: string }[];
}

async function collector(): Promise<{ url: string; spans: SentSpan[]; close: () => void }> {
  const spans: SentSpan[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
      };
      for (const resource of body.resourceSpans) {
        for (const scope of resource.scopeSpans) {
          spans.push(...scope.spans);
        }
      }
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) {
    throw new Error('no address');
  }
  return { url: `http://127.0.0.1:${address.port}`, spans, close: () => server.close() };
}

describe('tracing without an exporter', () => {
  it('still carries one trace id through asynchronous work and into logs', async () => {
    await runWithTraceparent(parent, async () => {
      await Promise.resolve();
      await withSpan('step', () => {
        expect(currentTraceparent()).toContain('0af7651916cd43dd8448eb211c80319c');
        expect(requestContext.get().traceId).toBe('0af7651916cd43dd8448eb211c80319c');
      });
    });
    expect(currentTraceparent()).toBeUndefined();
  });

  it('starts a new trace where there is none, and when the given one is malformed', async () => {
    const first = await withSpan('root', () => currentTraceparent());
    const second = await withSpan('root', () => currentTraceparent());
    expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(first).not.toBe(second);
    expect(runWithTraceparent('00-xyz', () => currentTraceparent())).toMatch(/^00-[0-9a-f]{32}/);
    expect(parseTraceparent(`00-${'0'.repeat(32)}-b7ad6b7169203331-01`)).toBeUndefined();
  });
});

describe('tracing with an exporter', () => {
  afterEach(() => stopTracing());

  it('sends nested spans of one trace over OTLP, errors marked, and passes the error on', async () => {
    const { url, spans, close } = await collector();
    await startTracing({ service: 'scheduling', endpoint: url, ratio: 1 });
    const failure = new Error('broken');
    await withSpan('outer', { kind: 'server', parent }, async () => {
      await withSpan('inner', async () => {
        await Promise.resolve();
        spanEvents.add('halfway');
      });
      await expect(withSpan('bad', () => Promise.reject(failure))).rejects.toBe(failure);
    });
    await flushTracing();
    close();
    const named = (name: string): SentSpan => {
      const span = spans.find((candidate) => candidate.name === name);
      if (!span) {
        throw new Error(`no span ${name}`);
      }
      return span;
    };
    expect(spans.map((span) => span.name).sort()).toEqual(['bad', 'inner', 'outer']);
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set(['0af7651916cd43dd8448eb211c80319c']));
    expect(named('outer').parentSpanId).toBe('b7ad6b7169203331');
    expect(named('inner').parentSpanId).toBe(named('outer').spanId);
    expect(named('inner').events?.map((event) => event.name)).toEqual(['halfway']);
    expect(named('bad').status?.code).toBe(2);
  });

  it('follows the decision of the parent, and the ratio for new traces', async () => {
    const { url, spans, close } = await collector();
    await startTracing({ service: 'scheduling', endpoint: url, ratio: 0 });
    await withSpan('not kept', { kind: 'server' }, () => expect(currentTraceparent()).toMatch(/-00$/));
    await withSpan('kept', { parent }, () => expect(currentTraceparent()).toMatch(/-01$/));
    await withSpan('parent not sampled', { parent: parent.replace(/01$/, '00') }, () => undefined);
    await flushTracing();
    close();
    expect(spans.map((span) => span.name)).toEqual(['kept']);
  });

  it('begins no trace for background work', async () => {
    const { url, spans, close } = await collector();
    await startTracing({ service: 'scheduling', endpoint: url, ratio: 1 });
    await withSpan('a loop looks for work', () => expect(currentTraceparent()).toBeUndefined());
    await withSpan('an event is handled', { kind: 'consumer' }, () => withSpan('a step of it', () => undefined));
    await flushTracing();
    close();
    expect(spans.map((span) => span.name).toSorted()).toEqual(['a step of it', 'an event is handled']);
  });
});
