import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { captionsRpc, identityRpc, mediaRpc, recurringEvents } from '@postloom/contracts';
import { eventually, stubRpc, tcpFaultProxy, testDatabase, testNats, testService } from '@postloom/testing';
import type { TcpFaultProxy, TestDatabase, TestNats, TestService } from '@postloom/testing';
import pg from 'pg';
import { migrations } from '../migrations/index.ts';
import { aBusiness } from '../testing/a-business.ts';
import { refusal } from '../testing/captions-under-test.ts';
import { startCaptionsProcess } from '../testing/captions-process.ts';
import type { CaptionsProcess } from '../testing/captions-process.ts';

jest.setTimeout(120_000);

/** A server whose answers wait until they are let go. */
class Held {
  private readonly waiting: ServerResponse[] = [];
  isHolding = false;
  asked = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly answer: (response: ServerResponse) => void,
  ) {}

  static async start(answer: (response: ServerResponse) => void): Promise<Held> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const held = new Held(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answer);
    server.on('request', held.take);
    return held;
  }

  private readonly take: RequestListener = (request, response) => {
    request.resume().on('end', () => {
      this.asked += 1;
      this.waiting.push(response);
      if (!this.isHolding) {
        this.letGo();
      }
    });
  };

  letGo(): void {
    this.isHolding = false;
    this.waiting.splice(0).forEach(this.answer);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const written = (response: ServerResponse): void => {
  const content = JSON.stringify({ caption: 'Fresh bread from our oven.', hashtags: ['bread'], analysis: 'A loaf.' });
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { content } }] }));
};

/** The service is a process here and dies as in a power cut, at each step of a caption. */
describe('a caption whose process is killed (F34, S45)', () => {
  let nats: TestNats;
  let line: TcpFaultProxy;
  let database: TestDatabase;
  let gateway: TestService;
  let provider: Held;
  let media: Held;
  let captions: CaptionsProcess;
  let admin: pg.Client;
  let watcher: pg.Client;
  const start = () =>
    startCaptionsProcess(`nats://127.0.0.1:${line.port}`, database, {
      ...{ MEDIA_INTERNAL_URL: media.url, RATE_LIMITS: 'off', OPENAI_API_KEY: 'x', OPENAI_BASE_URL: provider.url },
    });
  beforeAll(async () => {
    nats = await testNats();
    line = await tcpFaultProxy({ port: Number(new URL(nats.url).port) });
    database = await testDatabase('captions', migrations);
    provider = await Held.start(written);
    media = await Held.start((response) => response.end('a picture'));
    gateway = await testService({ service: 'gateway', migrations: [], nats });
    await stubRpc(nats, identityRpc.businessGet, ({ id }) => aBusiness(id));
    await stubRpc(nats, identityRpc.planGet, (input) => ({
      ...{ payerId: 'payerId' in input ? input.payerId : '', tier: 'free' as const },
      ...{ periodAnchor: '2026-01-31T10:00:00.000Z', version: 1 },
    }));
    await stubRpc(nats, mediaRpc.photoSource, ({ photoId }) => ({
      ...{ photoId, sha256: '0'.repeat(64), mimeType: 'image/jpeg', width: 320, height: 240 },
      ...{ bytes: 9, altText: null, publicPath: '/x', internalPath: `/${photoId}` },
    }));
    admin = new pg.Client({ connectionString: database.adminUrl });
    watcher = new pg.Client({ connectionString: database.adminUrl });
    await Promise.all([admin.connect(), watcher.connect()]);
    captions = await start();
  });
  afterEach(async () => {
    await admin.query('ROLLBACK');
    line.heal();
    provider.letGo();
    media.letGo();
  });
  afterAll(async () => {
    await captions.kill();
    await Promise.all([admin.end(), watcher.end()]);
    await gateway.close();
    provider.close();
    media.close();
    await line.close();
    await database.drop();
    await nats.stop();
  });

  const rows = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> =>
    (await watcher.query<R>(text, values)).rows;
  const aPerson = () => ({
    ...{ businessId: randomUUID(), userId: randomUUID(), payerId: randomUUID(), role: 'owner' as const },
  });
  type Person = ReturnType<typeof aPerson>;
  const stateOf = async ({ businessId }: Person) =>
    (await rows<{ state: string }>('SELECT state FROM captions.generations WHERE business_id = $1', [businessId])).map(
      ({ state }) => state,
    );
  const countsOf = async ({ payerId }: Person) => {
    const [row = { used: 0, reserved: 0 }] = await rows<{ used: number; reserved: number }>(
      `SELECT used::int, reserved::int FROM captions.usage WHERE payer_id = $1 AND metric = 'captions'`,
      [payerId],
    );
    return row;
  };
  const source = { photoId: randomUUID() };
  const ask = (person: Person, signal?: AbortSignal) =>
    refusal(
      gateway.client.call(
        captionsRpc.captionGenerate,
        { source, options: {} },
        { ...person, requestId: 'killed', idempotencyKey: 'once' },
        signal && { signal },
      ),
    );
  /** Holds up whoever writes into the table, in the middle of a transaction. */
  const lock = async (): Promise<void> => {
    await admin.query('BEGIN');
    await admin.query('LOCK TABLE captions.generations IN SHARE MODE');
  };
  const isLocked = () =>
    eventually('it is about to write', async () =>
      expect(
        await rows(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'captions.generations'::regclass`),
      ).toHaveLength(1),
    );
  const killNow = async (): Promise<void> => {
    await captions.kill();
    await admin.query('ROLLBACK');
    line.cut(); // what it had sent and nobody received is lost with it
    line.heal();
    provider.letGo();
    media.letGo();
    captions = await start();
  };
  /** As long as a reservation and a key live, and a lease. */
  const timePasses = async (): Promise<void> => {
    await admin.query(`UPDATE captions.generations SET created_at = created_at - interval '61 seconds'`);
    await admin.query(`UPDATE captions.reservations SET expires_at = now() - interval '1 second'`);
    await admin.query(`UPDATE captions.occurrence_captions SET lease_until = now(), ready_at = now()
      WHERE ready_at < 'infinity'`);
    // The process may have died in the middle of its housekeeping.
    await admin.query(`UPDATE captions.housekeeping SET lease_until = now()`);
    await eventually(
      'what was reserved is given back',
      async () => {
        await admin.query('UPDATE captions.housekeeping SET ready_at = now()');
        expect(await rows('SELECT 1 FROM captions.reservations')).toEqual([]);
      },
      { timeoutMs: 30_000 },
    );
  };

  interface Step {
    readonly name: string;
    /** What it leaves of the caption: nothing, one that is reserved, or one that is written and counted. */
    readonly leaves: 'nothing' | 'reserved' | 'done';
    /** Before the caption is asked for. */
    prepare(): Promise<void> | void;
    /** Resolves when the process is there. */
    arrive(person: Person): Promise<unknown>;
  }
  const providerIsAsked = () => {
    const before = provider.asked;
    return eventually('the provider is asked', () => expect(provider.asked).toBeGreaterThan(before));
  };
  const steps: readonly Step[] = [
    { name: 'while it reserves', leaves: 'nothing', prepare: lock, arrive: isLocked },
    {
      name: 'while it reads the picture',
      leaves: 'reserved',
      prepare: () => {
        media.isHolding = true;
      },
      arrive: () => {
        const before = media.asked;
        return eventually('the picture is asked for', () => expect(media.asked).toBeGreaterThan(before));
      },
    },
    {
      name: 'while the provider writes',
      leaves: 'reserved',
      prepare: () => {
        provider.isHolding = true;
      },
      arrive: providerIsAsked,
    },
    {
      name: 'with the caption in hand, while it counts it',
      leaves: 'reserved',
      prepare: () => {
        provider.isHolding = true;
      },
      arrive: async () => {
        await providerIsAsked();
        await lock();
        provider.letGo();
        await isLocked();
      },
    },
    {
      name: 'with the caption counted and nobody told',
      leaves: 'done',
      prepare: () => {
        provider.isHolding = true;
      },
      arrive: async (person) => {
        await providerIsAsked();
        line.freeze();
        provider.letGo();
        await eventually('it is counted', async () => expect(await stateOf(person)).toEqual(['done']));
      },
    },
  ];

  it.each(steps)('$name costs one at most, and what was asked for can be asked for again', async (step) => {
    const person = aPerson();
    const gone = new AbortController();
    await step.prepare();
    const arrived = step.arrive(person);
    const first = ask(person, gone.signal);
    await arrived;
    await killNow();
    gone.abort();
    expect(await first).not.toHaveProperty('answered');

    const askedSoFar = provider.asked;
    const found = { nothing: [], reserved: ['running'], done: ['done'] }[step.leaves];
    expect(await stateOf(person)).toEqual(found);
    expect(await countsOf(person)).toEqual({
      used: Number(step.leaves === 'done'),
      reserved: Number(step.leaves === 'reserved'),
    });
    if (step.leaves === 'reserved') {
      expect(await ask(person)).toMatchObject({ code: 'conflict' });
      await timePasses();
      expect(await countsOf(person)).toEqual({ used: 0, reserved: 0 });
    }
    const caption = { caption: 'Fresh bread from our oven.', provider: 'openai' };
    expect(await ask(person)).toMatchObject({ answered: caption });
    expect(await countsOf(person)).toEqual({ used: 1, reserved: 0 });
    expect(await stateOf(person)).toContain('done');
    // The answer that nobody was told is the answer; no provider is paid for it twice.
    expect(provider.asked - askedSoFar).toBe(Number(step.leaves !== 'done'));
  });

  it('that holds the last one of the plan gives it back: never one more, and never one less', async () => {
    const person = aPerson();
    await ask({ ...person, userId: randomUUID() });
    await admin.query(`UPDATE captions.usage SET used = 19 WHERE payer_id = $1 AND metric = 'captions'`, [
      person.payerId,
    ]);
    const gone = new AbortController();
    provider.isHolding = true;
    const asked = providerIsAsked();
    const first = ask(person, gone.signal);
    await asked;
    await killNow();
    gone.abort();
    await first;
    const others = () => Promise.all(Array.from({ length: 100 }, () => ask({ ...person, userId: randomUUID() })));
    const answered = (all: unknown[]) => all.filter((one) => 'answered' in (one as object)).length;
    expect(answered(await others())).toBe(0);
    await timePasses();
    expect(answered(await others())).toBe(1);
    expect(await countsOf(person)).toEqual({ used: 20, reserved: 0 });
  });

  it('that was held up for longer than its reservation lives is counted all the same', async () => {
    const person = aPerson();
    provider.isHolding = true;
    const asked = providerIsAsked();
    const first = ask(person);
    await asked;
    await timePasses();
    expect(await countsOf(person)).toEqual({ used: 0, reserved: 0 });
    provider.letGo();
    expect(await first).toHaveProperty('answered');
    expect(await countsOf(person)).toEqual({ used: 1, reserved: 0 });
  });

  it.each(steps.slice(1, 4))('of a recurring post, $name, is written by the next one and costs one', async (step) => {
    const person = aPerson();
    const occurrenceId = randomUUID();
    const neededBy = new Date(Date.now() + 3_600_000).toISOString();
    await step.prepare();
    const arrived = step.arrive(person);
    await gateway.emitFrom(recurringEvents.occurrenceStarted, {
      ...{ businessId: person.businessId, entityId: occurrenceId },
      data: {
        ...{ occurrenceId, scheduleId: randomUUID(), localSlot: '2027-01-01T09:00', dueAt: neededBy, neededBy },
        ...{ ...source, platforms: ['instagram'], userId: person.userId, payerId: person.payerId },
      },
    });
    await arrived;
    await killNow();
    expect(await countsOf(person)).toEqual({ used: 0, reserved: 1 });
    await timePasses();
    await eventually('it is written', async () => expect(await stateOf(person)).toEqual(['done']), {
      timeoutMs: 30_000,
    });
    expect(await countsOf(person)).toEqual({ used: 1, reserved: 0 });
    const told = await rows<{ subject: string }>(
      `SELECT subject FROM captions.outbox WHERE data->>'occurrenceId' = $1`,
      [occurrenceId],
    );
    expect(told).toHaveLength(1);
  });
});
