import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { freePort, isPortFree } from './ports.ts';

describe('a free port', () => {
  it('is none that an outgoing connection could take before its owner listens', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
    expect(ports.filter((port) => port < 11_000 || port >= 32_768)).toEqual([]);
  });

  it('can be listened to, and is not free then', async () => {
    const port = await freePort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await isPortFree(port)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    expect(await isPortFree(port)).toBe(true);
  });
});
