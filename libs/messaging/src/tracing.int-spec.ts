import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { flushTracing, startTracing, stopTracing, withSpan } from '@postloom/chassis';
import { caller, eventually, testNats } from '@postloom/testing';
import type { TestNats, TestService } from '@postloom/testing';
import { emitThings, thingHappened, traces } from './testing/effects.ts';
import { counts, startCounting, startTelling } from './testing/world.ts';

interface SpanData {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

/** A collector that keeps what it is sent (OTLP over HTTP, JSON). */
class Collector {
  readonly spans: SpanData[] = [];
  private server: Server | undefined;

  start(): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as {
          resourceSpans: { scopeSpans: { spans: SpanData[] }[] }[];
        };
        this.spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    this.server = server;
    return new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
      });
    });
  }

  stop(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}

const OTLP_KIND = { server: 2, client: 3, producer: 4, consumer: 5 };

describe('one trace spans request, outbox and handler', () => {
  const collector = new Collector();
  let nats: TestNats;
  let media: TestService;
  let scheduling: TestService;

  beforeAll(async () => {
    nats = await testNats();
    await startTracing({ service: 'test', endpoint: await collector.start(), ratio: 1 });
    media = await startTelling({ nats });
    scheduling = await startCounting({ nats });
  });

  afterAll(async () => {
    await media.close();
    await scheduling.close();
    await nats.stop();
    await stopTracing();
    collector.stop();
  });

  it('with the right parent at every edge', async () => {
    traces.handled = [];
    await withSpan('GET /things', { kind: 'server' }, () =>
      media.rpc(emitThings, { from: 1, count: 1, businessId: null }, caller()),
    );
    await eventually('both handlers have run', async () => {
      expect((await counts(scheduling, 'second')).rows).toBe(1);
      expect(traces.handled).not.toHaveLength(0);
    });
    const of = (name: string, kind: number): SpanData => {
      const found = collector.spans.find((span) => span.name === name && span.kind === kind);
      if (found === undefined) {
        throw new Error(`no span ${name}; there are ${collector.spans.map((span) => span.name).join(', ')}`);
      }
      return found;
    };
    const { gateway, client, server, publish, handle } = await eventually('all spans have arrived', async () => {
      await flushTracing();
      return {
        gateway: of('GET /things', OTLP_KIND.server),
        client: of(emitThings.subject, OTLP_KIND.client),
        server: of(emitThings.subject, OTLP_KIND.server),
        publish: of(`publish ${thingHappened.subject}`, OTLP_KIND.producer),
        handle: of(`handle ${thingHappened.subject}`, OTLP_KIND.consumer),
      };
    });
    expect(new Set([gateway, client, server, publish, handle].map((span) => span.traceId)).size).toBe(1);
    expect(client.parentSpanId).toBe(gateway.spanId);
    expect(server.parentSpanId).toBe(client.spanId);
    // Publisher and handler continue the step that told the event: the transaction inside the request.
    const transaction = collector.spans.find((span) => span.spanId === handle.parentSpanId);
    expect(publish.parentSpanId).toBe(handle.parentSpanId);
    expect([transaction?.spanId, transaction?.parentSpanId]).toContain(server.spanId);
    expect(traces.handled[0]).toContain(gateway.traceId);
  });
});
