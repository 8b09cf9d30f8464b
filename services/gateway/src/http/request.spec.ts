import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { whenLeft } from './request.ts';

describe('whenLeft', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
  });

  /** A request as the server has it, and the leaving of who asked. */
  const asked = async () => {
    const arrived = once(server, 'request');
    const outgoing = httpRequest({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
    outgoing.on('error', () => undefined);
    outgoing.end();
    const [, raw] = (await arrived) as [unknown, ServerResponse];
    return { raw, leave: () => outgoing.destroy() };
  };

  it('is aborted when the caller leaves, not before', async () => {
    const { raw, leave } = await asked();
    const left = whenLeft({ raw });
    expect(left.aborted).toBe(false);
    leave();
    await once(raw, 'close');
    expect(left.aborted).toBe(true);
  });

  it('is aborted from the start for a caller who left before', async () => {
    const { raw, leave } = await asked();
    leave();
    await once(raw, 'close');
    expect(whenLeft({ raw }).aborted).toBe(true);
  });
});
