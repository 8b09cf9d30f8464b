import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, PermissionViolationError } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { freePort } from '../../local/src/process/ports.ts';
import { natsUsers, startNats } from '../../local/src/nats/server.ts';
import type { NatsPasswords, NatsUser, RunningNats } from '../../local/src/nats/server.ts';
import { forbiddenToHear, forbiddenToPublish } from './forbidden.ts';
import { allPermissions } from './services.ts';

const passwords = Object.fromEntries(natsUsers.map((user) => [user, `${user}-password`])) as unknown as NatsPasswords;
const permissions = allPermissions();
const allowed = (user: string): readonly string[] => permissions[user]?.publish ?? [];

describe('with its own credentials', () => {
  let folder: string;
  let server: RunningNats;
  const open: NatsConnection[] = [];
  let tries = 0;

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
    process.stdout.write(`Rights at the broker: ${tries} tries beyond them, ${tries} refused\n`);
  });

  const as = async (user: NatsUser): Promise<{ connection: NatsConnection; refused: Set<string> }> => {
    const connection = await connect({
      ...{ servers: server.url, user, pass: passwords[user], inboxPrefix: `_INBOX.${user}` },
    });
    open.push(connection);
    const refused = new Set<string>();
    void (async () => {
      for await (const status of connection.status()) {
        if (status.type === 'error' && status.error instanceof PermissionViolationError) {
          refused.add(`${status.error.operation} ${status.error.subject}`);
        }
      }
    })();
    return { connection, refused };
  };
  /** Everything sent so far has been checked by the server once it has answered twice. */
  const settled = async (connection: NatsConnection): Promise<void> => {
    await connection.flush();
    await connection.flush();
  };

  it.each(natsUsers)('%s publishes nothing and hears nothing that is another’s', async (user) => {
    const { connection, refused } = await as(user);
    const [publishing, hearing] = [forbiddenToPublish(user), forbiddenToHear(user)];
    for (const subject of publishing) {
      connection.publish(subject, '{}');
    }
    for (const subject of hearing) {
      connection.subscribe(subject, { callback: () => undefined });
    }
    await settled(connection);
    const expected = [
      ...publishing.map((subject) => `publish ${subject}`),
      ...hearing.map((subject) => `subscription ${subject}`),
    ];
    expect([...refused].toSorted()).toEqual([...new Set(expected)].toSorted());
    tries += refused.size;
  });

  it.each(natsUsers)('%s is refused nothing that it needs', async (user) => {
    const { connection, refused } = await as(user);
    for (const subject of allowed(user).map((one) => one.replace(/>$/, 'x'))) {
      connection.publish(subject, '{}');
    }
    for (const subject of permissions[user]?.subscribe ?? []) {
      connection.subscribe(subject, { callback: () => undefined });
    }
    await settled(connection);
    expect([...refused]).toEqual([]);
  });

  it('a service makes its stream, another reads it through its own durable, and requests are answered', async () => {
    const [media, scheduling] = [await as('media'), await as('scheduling')];
    await (
      await jetstreamManager(media.connection, { checkAPI: false })
    ).streams.add({ name: 'MEDIA', subjects: ['media.>'] });
    const manager = await jetstreamManager(scheduling.connection, { checkAPI: false });
    await manager.consumers.add('MEDIA', {
      ...{ durable_name: 'scheduling--media-photo-deleted-v1', filter_subject: 'media.photo.deleted.v1' },
      ack_policy: 'explicit',
    });
    await jetstream(media.connection).publish('media.photo.deleted.v1', '{}', { msgID: '1' });
    const consumer = await manager.jetstream().consumers.get('MEDIA', 'scheduling--media-photo-deleted-v1');
    const message = await consumer.next({ expires: 2_000 });
    expect([message?.subject, await message?.ackAck()]).toEqual(['media.photo.deleted.v1', true]);

    media.connection.subscribe('rpc.media.photo.list.v1', {
      queue: 'media',
      callback: (_, request) => void request.respond('answer'),
    });
    await media.connection.flush();
    const answer = await scheduling.connection.request('rpc.media.photo.list.v1', '', { timeout: 2_000 });
    expect(answer.string()).toBe('answer');
    expect([...media.refused, ...scheduling.refused]).toEqual([]);
  });

  it('the gateway hears every event and answers none', async () => {
    const [gateway, identity] = [await as('gateway'), await as('identity')];
    gateway.connection.subscribe('identity.>', { callback: (_, event) => void event.respond('forged') });
    await gateway.connection.flush();
    await expect(identity.connection.request('identity.person.changed.v1', '{}', { timeout: 1_000 })).rejects.toThrow(
      /timeout/i,
    );
    await settled(gateway.connection);
    expect([...gateway.refused].join()).toMatch(/^publish _INBOX\.identity/);
  });

  it('nobody gets in without a password', async () => {
    await expect(connect({ servers: server.url, reconnect: false })).rejects.toThrow();
    await expect(connect({ servers: server.url, user: 'media', pass: 'guess', reconnect: false })).rejects.toThrow();
  });
});
