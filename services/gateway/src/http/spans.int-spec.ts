import { createServer, request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { flushTracing, startTracing, stopTracing } from '@postloom/chassis';
import { AppError, mediaRpc, schedulingRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { LiveStreams } from '../live/live-streams.ts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

/** Every request's span is exported, however the request ends: a span that is never ended is never exported. */
describe('the span of a request', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  let collector: Server;
  const names: string[] = [];
  beforeAll(async () => {
    collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        names.push(...[...text.matchAll(/"name":"((?:GET|POST) [^"]*)"/g)].map(([, name]) => name ?? ''));
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const address = collector.address();
    const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    await startTracing({ service: 'gateway', endpoint, ratio: 1 });
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
  });
  afterAll(async () => {
    await gateway.close();
    await stopTracing();
    collector.closeAllConnections();
    collector.close();
  });

  const ended = (name: string) =>
    eventually(`${name} ended`, async () => {
      await flushTracing();
      expect(names).toContain(name);
    });
  /** Sends a request and disconnects when `when` resolves. */
  const leave = async (path: string, when: () => Promise<unknown>) => {
    const outgoing = httpRequest(gateway.service.url + path, { headers: { cookie: person.cookie }, agent: false });
    outgoing.on('error', () => undefined);
    outgoing.on('response', (answer) => answer.on('error', () => undefined));
    outgoing.end();
    await when();
    outgoing.destroy();
  };

  it('ends with the answer, and with a refusal', async () => {
    await gateway.stub(schedulingRpc.postList, []);
    await gateway.ask('GET', '/api/posts', { person });
    await ended('GET /api/posts');
    await gateway.ask('GET', '/api/auth/sessions');
    await ended('GET /api/auth/sessions');
    await gateway.ask('POST', '/api/posts', { person, body: { caption: '' } });
    await ended('POST /api/posts');
  });

  it('ends when who asked goes away before the answer', async () => {
    const release = Promise.withResolvers<never>();
    release.promise.catch(() => undefined);
    const slow = await gateway.stub(schedulingRpc.postScheduled, () => release.promise);
    await leave('/api/posts/scheduled', () => eventually('it is asked', () => expect(slow.calls.length).toBe(1)));
    await ended('GET /api/posts/scheduled');
    release.reject(new AppError('unavailable'));
  });

  it('ends when who listens goes away', async () => {
    const streams = gateway.service.get(LiveStreams);
    await leave('/api/events', () => eventually('it listens', () => expect(streams.count).toBe(1)));
    await ended('GET /api/events');
  });

  it('ends when a download is broken off', async () => {
    await gateway.stub(mediaRpc.objectOpen, { path: '/internal/objects', ticket: 't' });
    let isUnderWay = false;
    gateway.media = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': '1000000' });
      response.write(Buffer.alloc(1_000));
      isUnderWay = true;
    };
    await leave(`/objects/${person.businessIds[0]}/x/y`, () =>
      eventually('it is under way', () => expect(isUnderWay).toBe(true)),
    );
    await ended('GET /objects/*');
  });
});
