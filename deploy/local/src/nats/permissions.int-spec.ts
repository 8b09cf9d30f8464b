import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../eventually.ts';
import { freePort } from '../process/ports.ts';
import { natsUsers, startNats, type NatsPasswords, type NatsUser, type RunningNats } from './server.ts';

const passwords = Object.fromEntries(natsUsers.map((user) => [user, `${user}-password`])) as unknown as NatsPasswords;

describe('NATS users', () => {
  let folder: string;
  let server: RunningNats;
  const open: NatsConnection[] = [];
  const refused = new Map<NatsUser, string[]>();

  const as = async (user: NatsUser): Promise<NatsConnection> => {
    const connection = await connect({
      servers: server.url,
      user,
      pass: passwords[user],
      inboxPrefix: `_INBOX.${user}`,
    });
    open.push(connection);
    const list: string[] = [];
    refused.set(user, list);
    void (async () => {
      for await (const status of connection.status()) {
        if (status.type === 'error') {
          list.push(String(status.error));
        }
      }
    })();
    return connection;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-nats-'));
    server = await startNats({ dataDir: folder, port: await freePort(), passwords, systemPassword: 'system-password' });
  });
  afterAll(async () => {
    for (const connection of open) {
      await connection.close();
    }
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('let a service keep its own stream, read the stream of another, and answer requests', async () => {
    const media = await as('media');
    const scheduling = await as('scheduling');
    await (await jetstreamManager(media)).streams.add({ name: 'MEDIA', subjects: ['media.>'] });
    await jetstream(media).publish('media.photo.ready.v1', '{}', { msgID: '1' });
    const manager = await jetstreamManager(scheduling);
    await manager.consumers.add('MEDIA', {
      durable_name: 'scheduling--media-photo-ready-v1',
      filter_subject: 'media.photo.ready.v1',
      ack_policy: 'explicit',
    });
    const consumer = await jetstream(scheduling).consumers.get('MEDIA', 'scheduling--media-photo-ready-v1');
    const message = await consumer.next({ expires: 2000 });
    expect(message?.subject).toBe('media.photo.ready.v1');
    expect(await message?.ackAck()).toBe(true);

    media.subscribe('rpc.media.photo.get.v1', {
      queue: 'media',
      callback: (_, request) => void request.respond('answer'),
    });
    await media.flush();
    expect((await scheduling.request('rpc.media.photo.get.v1', '', { timeout: 2000 })).string()).toBe('answer');
    expect([refused.get('media'), refused.get('scheduling')]).toEqual([[], []]);
  });

  it('let the gateway hear every event, and answer none of them', async () => {
    const gateway = await as('gateway');
    const identity = await as('identity');
    gateway.subscribe('identity.>', { callback: (_, event) => void event.respond('forged') });
    await gateway.flush();
    await expect(identity.request('identity.person.changed.v1', '{}', { timeout: 1_000 })).rejects.toThrow(/timeout/i);
    await eventually('the answer is refused', () => refused.get('gateway')?.length === 1);
    expect(refused.get('gateway')?.join(' ')).toMatch(/publish.*_INBOX\.identity/i);
  });

  it('refuse to tell the events of others, to answer for them, and to delete a stream', async () => {
    const captions = await as('captions');
    captions.publish('media.photo.ready.v1', 'forged');
    captions.subscribe('rpc.identity.session.resolve.v1');
    await captions.flush();
    const complaints = refused.get('captions') ?? [];
    await eventually('both are refused', () => complaints.length >= 2);
    expect(complaints.join(' ')).toMatch(/publish.*media\.photo\.ready\.v1/i);
    expect(complaints.join(' ')).toMatch(/subscription.*rpc\.identity\.session\.resolve\.v1/i);
    const manager = await jetstreamManager(captions, { timeout: 500 });
    await expect(manager.streams.delete('MEDIA')).rejects.toThrow();
    await expect(manager.streams.purge('MEDIA')).rejects.toThrow();
    expect((await manager.streams.info('MEDIA')).state.messages).toBe(1);
  });

  it('let the gateway hear every event without a durable, and nobody in without a password', async () => {
    const gateway = await as('gateway');
    const media = await as('media');
    const heard = gateway.subscribe('media.>', { max: 1 });
    await gateway.flush();
    await jetstream(media).publish('media.photo.deleted.v1', '{}');
    for await (const message of heard) {
      expect(message.subject).toBe('media.photo.deleted.v1');
    }
    await expect(connect({ servers: server.url, reconnect: false })).rejects.toThrow();
    await expect(connect({ servers: server.url, user: 'media', pass: 'guess', reconnect: false })).rejects.toThrow();
  });
});
