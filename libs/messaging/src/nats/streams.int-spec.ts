import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamManager } from '@nats-io/jetstream';
import { testNats } from '@postloom/testing';
import type { TestNats } from '@postloom/testing';
import { ensureDurable, ensureStream } from './streams.ts';

const DAY_NANOS = 86_400_000_000_000;

describe('streams and durables', () => {
  let nats: TestNats;
  let manager: JetStreamManager;
  beforeAll(async () => {
    nats = await testNats();
    manager = await jetstreamManager(await nats.connection());
  });
  afterAll(() => nats.stop());

  it('are made as designed, and again without harm', async () => {
    await ensureStream(manager, 'media', 1);
    await ensureStream(manager, 'media', 1);
    const { config } = await manager.streams.info('MEDIA');
    expect(config).toMatchObject({
      subjects: ['media.>'],
      retention: 'limits',
      storage: 'file',
      max_age: 14 * DAY_NANOS,
      duplicate_window: 300_000_000_000,
      num_replicas: 1,
    });
  });

  it('an older stream is brought up to date', async () => {
    await manager.streams.add({ name: 'CAPTIONS', subjects: ['captions.>'], max_age: DAY_NANOS });
    await ensureStream(manager, 'captions', 1);
    expect((await manager.streams.info('CAPTIONS')).config.max_age).toBe(14 * DAY_NANOS);
  });

  it('a durable follows its handler’s concurrency, and keeps its place', async () => {
    const spec = {
      stream: 'MEDIA',
      durable: 'scheduling--media-x-v1',
      subject: 'media.x.v1',
      concurrency: 4,
      ackWaitMs: 60_000,
    };
    await ensureDurable(manager, spec);
    const first = await manager.consumers.info(spec.stream, spec.durable);
    expect(first.config).toMatchObject({
      deliver_policy: 'new',
      ack_policy: 'explicit',
      max_deliver: -1,
      max_ack_pending: 8,
    });
    await ensureDurable(manager, { ...spec, concurrency: 10 });
    const second = await manager.consumers.info(spec.stream, spec.durable);
    expect(second.config.max_ack_pending).toBe(20);
    expect(second.created).toBe(first.created);
  });
});
