import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { testNats } from '@postloom/testing';
import type { TestNats } from '@postloom/testing';
import { ensureDurable, ensureStream } from './streams.ts';

const DAY_MS = 86_400_000;
const settings = { replicas: 1, maxAgeMs: 2 * DAY_MS, maxBytes: 100_000_000 };

describe('streams and durables', () => {
  let nats: TestNats;
  let manager: JetStreamManager;
  beforeAll(async () => {
    nats = await testNats();
    manager = await jetstreamManager(await nats.connection());
  });
  afterAll(() => nats.stop());

  it('are made as designed, and again without harm', async () => {
    await ensureStream(manager, 'media', settings);
    await ensureStream(manager, 'media', settings);
    const { config } = await manager.streams.info('MEDIA');
    expect(config).toMatchObject({
      subjects: ['media.>'],
      retention: 'limits',
      storage: 'file',
      max_age: nanos(2 * DAY_MS),
      max_bytes: 100_000_000,
      discard: 'old',
      duplicate_window: 300_000_000_000,
      num_replicas: 1,
    });
  });

  it('an older stream is brought up to date', async () => {
    await manager.streams.add({ name: 'CAPTIONS', subjects: ['captions.>'], max_age: nanos(14 * DAY_MS) });
    await ensureStream(manager, 'captions', settings);
    expect((await manager.streams.info('CAPTIONS')).config.max_age).toBe(nanos(2 * DAY_MS));
  });

  it('a durable that is there already follows the setting, and keeps its place', async () => {
    const spec = {
      stream: 'MEDIA',
      durable: 'scheduling--media-x-v1',
      subject: 'media.x.v1',
      maxAckPending: 8,
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
    await ensureDurable(manager, { ...spec, maxAckPending: 1_000 });
    const second = await manager.consumers.info(spec.stream, spec.durable);
    expect(second.config.max_ack_pending).toBe(1_000);
    expect(second.created).toBe(first.created);
  });
});
