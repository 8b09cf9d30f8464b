import { expect, it } from '@jest/globals';
import { createLogger, SystemClock } from '@postloom/chassis';
import { onIpv6, testNats } from '@postloom/testing';
import { Broker } from './broker.ts';

it('reaches the broker by its IPv6 address', async () => {
  const nats = await testNats();
  const way = await onIpv6(nats.port);
  const login = () => ({ user: undefined, password: undefined });
  const url = `nats://[::1]:${way.port}`;
  const broker = new Broker({ service: 'media', url, login }, new SystemClock(), createLogger('test', 'silent'));
  try {
    await broker.connect();
    await expect(broker.check()).resolves.toBeUndefined();
  } finally {
    await broker.close();
    way.close();
    await nats.stop();
  }
});
