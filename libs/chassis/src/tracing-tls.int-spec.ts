import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { testAuthority, trusting } from '@postloom/testing';
import { flushTracing, startTracing, stopTracing, withSpan } from './tracing.ts';

let server: https.Server;
afterEach(async () => {
  await stopTracing();
  server.closeAllConnections();
  server.close();
});

it('spans go to a collector of the installation’s own authority, and to no other', async () => {
  const authority = testAuthority();
  const spans: string[] = [];
  server = https.createServer(authority.certify('DNS:localhost'), (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      spans.push(Buffer.concat(parts).toString());
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `https://localhost:${(server.address() as AddressInfo).port}`;
  const send = async (name: string): Promise<void> => {
    await startTracing({ service: 'sample', endpoint, ratio: 1 });
    await withSpan(name, { kind: 'server' }, () => undefined);
    await flushTracing().catch(() => undefined); // a collector that is refused costs spans and nothing else
    await stopTracing();
  };
  await send('kept back');
  expect(spans).toEqual([]);
  await trusting([authority.certificate], () => send('told'));
  expect(spans).toHaveLength(1);
  expect(spans[0]).toContain('"told"');
});
