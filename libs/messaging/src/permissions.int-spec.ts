import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { caller, eventually, testNats } from '@postloom/testing';
import type { TestNats, TestService } from '@postloom/testing';
import { brokerPermissions } from './permissions.ts';
import { emitThings } from './testing/effects.ts';
import { countingHandles, counts, startCounting, startTelling } from './testing/world.ts';

const passwords = Object.fromEntries(
  ['gateway', 'identity', 'media', 'captions', 'scheduling', 'publisher', 'analytics'].map((user) => [
    user,
    `${user}-secret`,
  ]),
) as NonNullable<TestNats['passwords']>;

describe('with users and the rights that follow from what they declare', () => {
  let nats: TestNats;
  let media: TestService;
  let scheduling: TestService;
  let intruder: NatsConnection;

  beforeAll(async () => {
    nats = await testNats({
      passwords,
      permissions: {
        media: brokerPermissions({ service: 'media', serves: [emitThings], handles: [], calls: [] }, ['media']),
        scheduling: brokerPermissions(
          { service: 'scheduling', serves: [], handles: countingHandles, calls: [emitThings] },
          ['media', 'scheduling'],
        ),
      },
    });
    media = await startTelling({ nats });
    scheduling = await startCounting({ nats });
    intruder = await connect({
      servers: nats.url,
      user: 'captions',
      pass: passwords.captions,
      inboxPrefix: '_INBOX.captions',
    });
  });

  afterAll(async () => {
    await intruder.close();
    await media.close();
    await scheduling.close();
    await nats.stop();
  });

  it('requests, events and feed work', async () => {
    const heard: string[] = [];
    const onPart = (part: Uint8Array): unknown => heard.push(new TextDecoder().decode(part));
    await scheduling.client.call(emitThings, { from: 0, count: 3, businessId: null }, caller(), { onPart });
    expect(heard).toEqual(['{"emitted":3}']);
    await eventually('the events have their effect', async () =>
      expect((await counts(scheduling, 'count')).rows).toBe(3),
    );
  });

  it('nobody emits for another, answers for another, receives the answers of another or deletes its stream', async () => {
    const refused = (work: Promise<unknown>): Promise<void> => expect(work).rejects.toThrow(/[Pp]ermission/);
    /** Without a refusal it never ends, and the test's own time does. */
    const next = (subject: string): Promise<unknown> =>
      new Promise((resolve, reject) => {
        intruder.subscribe(subject, {
          callback: (error, message) => (error === null ? resolve(message) : reject(error)),
        });
      });
    await refused(next('_INBOX.media.>'));
    await refused(next('_INBOX.>'));
    await refused(next('rpc.media.thing.tell.v1'));
    await refused(next('rpc.media.thing.tell.v1.parts.*'));
    await refused(next('media.>'));
    await refused(jetstream(intruder).publish('media.thing.happened.v1', '{}', { timeout: 15_000 }));
    await refused(intruder.request('$JS.API.STREAM.DELETE.MEDIA', '', { timeout: 15_000 }));
  });
});
