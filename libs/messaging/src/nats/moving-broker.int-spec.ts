import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, Random, SystemClock } from '@postloom/chassis';
import { defineRpc } from '@postloom/contracts';
import { caller, eventually, testNats } from '@postloom/testing';
import type { TestNats } from '@postloom/testing';
import { z } from 'zod';
import { messagingMetrics } from '../messaging.metrics.ts';
import { CallerVerifier } from '../rpc/caller-assertion.ts';
import { RpcClient } from '../rpc/rpc.client.ts';
import { RpcServer } from '../rpc/rpc.server.ts';
import { Broker } from './broker.ts';
import type { BrokerLogin } from './broker.ts';
import { listen } from './listen.ts';

const work = defineRpc('rpc.media.work.v1', {
  input: z.object({ number: z.number() }),
  output: z.object({ number: z.number() }),
  caller: 'service',
  deadlineMs: 2_000,
  errors: [],
});
const lookUp = defineRpc('rpc.media.look-up.v1', {
  input: z.object({ number: z.number() }),
  output: z.object({ number: z.number() }),
  caller: 'service',
  retryable: true,
  deadlineMs: 5_000,
  errors: [],
});
const users = ['gateway', 'identity', 'media', 'captions', 'scheduling', 'publisher', 'analytics'] as const;
const passwords = Object.fromEntries(users.map((user) => [user, `${user}-old`])) as Record<
  (typeof users)[number],
  string
>;
const rights = { publish: ['>'], subscribe: ['>'], answers: true };
const clock = new SystemClock();
const logger = createLogger('test', 'silent');

/** The same users again under a second name and with new passwords. */
const withSecondUsers = (config: string): string =>
  config.replaceAll(
    /^ *\{ user: "(\w+)", password: "\w+-old"(.*)$/gm,
    (line, user: string, rest: string) => `${line}\n      { user: "${user}-2", password: "${user}-new"${rest}`,
  );
const withoutFirstUsers = (config: string): string =>
  config.replaceAll(/^ *\{ user: "\w+", password: "\w+-old".*\n/gm, '');

const serverOfMedia = (): RpcServer =>
  new RpcServer({
    ...{ service: 'media', clock, logger, isOutputChecked: true },
    callers: new CallerVerifier(
      () => new Map(),
      () => Date.now(),
    ),
  });
const clientOf = (broker: Broker): RpcClient =>
  new RpcClient({
    ...{ broker, clock, random: new Random(), metrics: messagingMetrics('gateway') },
    ...{ isOutputChecked: true, calls: null, signer: null },
  });

describe('a service whose login at the broker is changed', () => {
  let nats: TestNats;
  const logins = new Map<string, BrokerLogin>();
  const brokers: Broker[] = [];

  beforeAll(async () => {
    nats = await testNats({ passwords, permissions: Object.fromEntries(users.map((user) => [user, rights])) });
  });
  afterAll(() => nats.stop());
  afterEach(async () => {
    await Promise.all(brokers.splice(0).map((broker) => broker.close()));
  });

  const brokerOf = (service: 'gateway' | 'media'): Broker => {
    logins.set(service, { user: service, password: passwords[service] });
    const login = () => logins.get(service) ?? { user: undefined, password: undefined };
    const broker = new Broker({ service, url: nats.url, login, farewellMs: 500 }, clock, logger);
    brokers.push(broker);
    return broker;
  };

  it('answers and asks all the time, and is gone from the old login before that is removed', async () => {
    const [asking, answering] = [brokerOf('gateway'), brokerOf('media')];
    const server = serverOfMedia();
    const handler = async (input: unknown): Promise<unknown> => {
      await clock.delay(40);
      return input;
    };
    server.serve(await answering.connect(), work, handler as never);
    answering.whenMoved((connection) => {
      void server.move(async () => {
        server.serve(connection, work, handler as never);
        await connection.flush();
      });
    });
    const client = clientOf(asking);
    const hints: string[] = [];
    listen(asking, logger, ['media.told'], (payload) => hints.push(Buffer.from(payload).toString()));
    await asking.connect();

    const failures: unknown[] = [];
    const answers: number[] = [];
    const ended = new AbortController();
    const askers = Array.from({ length: 8 }, async (_, first) => {
      for (let number = first; !ended.signal.aborted; number += 8) {
        const answer = await client.call(work, { number }, caller()).catch((error: unknown) => failures.push(error));
        if (typeof answer === 'object') {
          answers.push(answer.number);
        }
      }
    });

    // Nobody has the new login yet: they stay as they are.
    logins.set('media', { user: 'media-2', password: 'media-new' });
    const before = await answering.connect();
    const moved = answering.refresh();
    const [beforeMove] = [answers.length];
    await eventually('answers go on with the old users', () => {
      expect(answers.length).toBeGreaterThan(beforeMove + 100);
    });
    expect(await answering.connect()).toBe(before);

    nats.reload(withSecondUsers);
    await moved;
    expect(await answering.connect()).not.toBe(before);
    logins.set('gateway', { user: 'gateway-2', password: 'gateway-new' });
    const former = await asking.connect();
    await asking.refresh();
    expect(await asking.connect()).not.toBe(former);
    await eventually('the former connections are left', () => {
      expect([before, former].map((connection) => connection.isClosed())).toEqual([true, true]);
    });

    const [afterMove] = [answers.length];
    nats.reload(withoutFirstUsers);
    await eventually('answers go on without the old users', () => {
      expect(answers.length).toBeGreaterThan(afterMove + 100);
    });
    ended.abort();
    await Promise.all(askers);
    expect(failures).toEqual([]);
    expect(asking.isConnected && answering.isConnected).toBe(true);

    // Subscriptions of their own have moved along.
    (await answering.connect()).publish('media.told', 'after the move');
    await eventually('the hint is heard, once', () => {
      expect(hints).toEqual(['after the move']);
    });
  });

  it('that is cut off comes back with the login of now', async () => {
    const broker = brokerOf('media');
    nats.reload(withSecondUsers);
    logins.set('media', { user: 'media-2', password: 'media-new' });
    const connection = await broker.connect();
    logins.set('media', { user: 'media-3', password: 'media-newest' });
    nats.reload((config) =>
      config.replaceAll('"media-2", password: "media-new"', '"media-3", password: "media-newest"'),
    );
    await eventually('it is back', async () => {
      await connection.flush();
      expect(connection.isClosed()).toBe(false);
      expect(broker.isConnected).toBe(true);
    });
    expect(await broker.connect()).toBe(connection);
  });
});

describe('a broker that reads its users again while a request is answered', () => {
  let nats: TestNats;
  const brokers: Broker[] = [];
  const brokerOf = (service: 'gateway' | 'media'): Broker => {
    const login = () => ({ user: service, password: passwords[service] });
    const broker = new Broker({ service, url: nats.url, login, farewellMs: 500 }, clock, logger);
    brokers.push(broker);
    return broker;
  };

  beforeAll(async () => {
    const none = { publish: [], subscribe: [], answers: false };
    nats = await testNats({
      passwords,
      permissions: {
        ...Object.fromEntries(users.map((user) => [user, none])),
        gateway: { publish: ['rpc.media.>'], subscribe: ['_INBOX.gateway.>'], answers: false },
        // As in production: it may answer what it was asked, and write into no inbox otherwise.
        media: { publish: [], subscribe: ['rpc.media.>'], answers: true },
      },
    });
  });
  afterAll(async () => {
    await Promise.all(brokers.map((broker) => broker.close()));
    await nats.stop();
  });

  it('forgets that it may be answered: a read is asked again, a write ends as one whose outcome nobody knows', async () => {
    const [asking, answering] = [brokerOf('gateway'), brokerOf('media')];
    const server = serverOfMedia();
    const asked: string[] = [];
    let generation = 1;
    /** The first request of a subject is answered once the server knows one more user, and so has read its users again. */
    const answeredAfterReload = (subject: string) => async (input: unknown) => {
      asked.push(subject);
      if (asked.filter((one) => one === subject).length === 1) {
        generation += 1;
        const login = { user: `media-${generation}`, pass: 'new' };
        const line = `      { user: "${login.user}", password: "${login.pass}" }\n`;
        nats.reload((config) => config.replace(/(?=^ *\{ user: "gateway")/m, line));
        await eventually('the server knows the new user', async () =>
          (await connect({ servers: nats.url, ...login })).close(),
        );
      }
      return input;
    };
    const connection = await answering.connect();
    for (const contract of [lookUp, work]) {
      server.serve(connection, contract, answeredAfterReload(contract.subject) as never);
    }
    await connection.flush();
    await asking.connect();
    const client = clientOf(asking);

    expect(await client.call(lookUp, { number: 7 }, caller())).toEqual({ number: 7 });
    await expect(client.call(work, { number: 8 }, caller())).rejects.toMatchObject({ code: 'deadline' });
    expect(asked).toEqual([lookUp.subject, lookUp.subject, work.subject]);
  });
});
