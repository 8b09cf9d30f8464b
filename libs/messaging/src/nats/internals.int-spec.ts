import { setImmediate as nextRound } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { testNats } from '@postloom/testing';
import type { TestNats } from '@postloom/testing';
import { gatherWrites, subscriptionOf } from './internals.ts';

interface Transport {
  send(frame: Uint8Array): void;
}

describe('writes to the broker', () => {
  let nats: TestNats;
  beforeAll(async () => {
    nats = await testNats();
  });
  afterAll(() => nats.stop());

  /** Ten messages, each in a task of its own, all in one round of the event loop. */
  const writesOfTen = async (connection: NatsConnection): Promise<number> => {
    const { transport } = (connection as unknown as { protocol: { transport: Transport } }).protocol;
    const send = transport.send.bind(transport);
    let writes = 0;
    transport.send = (frame) => {
      writes += 1;
      send(frame);
    };
    const received: string[] = [];
    const done = new Promise<void>((resolve) => {
      connection.subscribe('media.gathered', {
        callback: (_, message) => {
          if (received.push(message.string()) === 10) {
            resolve();
          }
        },
      });
    });
    await connection.flush();
    writes = 0;
    for (let n = 0; n < 10; n += 1) {
      connection.publish('media.gathered', `${n}`);
      await Promise.resolve();
      await Promise.resolve();
    }
    await nextRound();
    const seen = writes;
    await done;
    expect(received).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    return seen;
  };

  it('of one round of the event loop are one write, in their order', async () => {
    const connection = await connect({ servers: nats.url });
    gatherWrites(connection);
    expect(await writesOfTen(connection)).toBe(1);
    await connection.close();
  });

  it('are many without it', async () => {
    const connection = await connect({ servers: nats.url });
    expect(await writesOfTen(connection)).toBeGreaterThan(5);
    await connection.close();
  });
});

describe('a consumer that is stopped', () => {
  it('has a subscription to drain', async () => {
    const nats = await testNats();
    const connection = await connect({ servers: nats.url });
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'internals', subjects: ['internals.>'] });
    await manager.consumers.add('internals', { durable_name: 'one' });
    const consumer = await jetstream(connection).consumers.get('internals', 'one');
    const messages = await consumer.consume();
    const subscription = subscriptionOf(messages);
    expect(subscription?.isClosed()).toBe(false);
    await subscription?.drain();
    expect(subscription?.isClosed()).toBe(true);
    messages.stop();
    await connection.close();
    await nats.stop();
  });
});
