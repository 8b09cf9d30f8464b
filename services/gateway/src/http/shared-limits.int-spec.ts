import { afterEach, describe, expect, it } from '@jest/globals';
import { mediaRpc, schedulingRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Answer, Person } from '../testing/gateway-under-test.ts';

/** Next to nothing comes back during a test, however slow its machine is. */
const LIMITS = {
  ...{ RATE_LIMITS: 'on', LIMIT_SESSION_REQUESTS: '100/50000', LIMIT_ADDRESS_REQUESTS: '100000/3' },
  ...{ LIMIT_SESSION_PICTURES: '100/50000', LIMIT_ADDRESS_PICTURES: '100000/3' },
};
const CALL = '/api/posts/scheduled';

describe('limits over several processes', () => {
  const gateways: GatewayUnderTest[] = [];
  afterEach(async () => {
    for (const gateway of gateways.splice(0).toReversed()) {
      await gateway.close();
    }
  });

  const ask = (gateway: GatewayUnderTest, person: Person, path = CALL): Promise<Answer> =>
    gateway.ask('GET', path, { person });
  /** A process whose request was answered has its subscriptions at the broker: they went out before, on the same connection. */
  const connected = (gateway: GatewayUnderTest): Promise<void> =>
    eventually('requests are answered', async () =>
      expect((await ask(gateway, (gateways[0] ?? gateway).person())).status).toBe(200),
    );
  const start = async (count: number): Promise<GatewayUnderTest> => {
    const first = await GatewayUnderTest.start(LIMITS);
    gateways.push(first);
    await first.stub(schedulingRpc.postScheduled, []);
    await first.stub(mediaRpc.objectOpen, { path: '/internal/objects', ticket: 'ticket' });
    while (gateways.length < count) {
      gateways.push(await GatewayUnderTest.start(LIMITS, first));
    }
    for (const gateway of gateways) {
      gateway.media = (_request, response) => response.end('RIFF');
    }
    await Promise.all(gateways.map(connected));
    return first;
  };
  /** So many requests one after another at each of the processes, all processes at once; how many got which status. */
  const flood = async (person: Person, each: number, path = CALL): Promise<Record<number, number>> => {
    const counts: Record<number, number> = {};
    await Promise.all(
      gateways.map(async (gateway) => {
        for (let index = 0; index < each; index += 1) {
          const { status } = await ask(gateway, person, path);
          counts[status] = (counts[status] ?? 0) + 1;
        }
      }),
    );
    return counts;
  };

  it.each([2, 4])(
    '%d processes together allow a client that asks four times its limit what one would',
    async (count) => {
      const first = await start(count);
      const counts = await flood(first.person(), 400 / count);
      process.stdout.write(`Gateway limit of 100 over ${count} processes, 400 requests: ${counts[200]} allowed\n`);
      // 4 of each other process may be unannounced, and one of each on its way.
      expect(counts[200]).toBeGreaterThanOrEqual(100);
      expect(counts[200]).toBeLessThanOrEqual(100 + (count - 1) * 5);
      expect(counts[429]).toBe(400 - (counts[200] ?? 0));
      // Nobody else is counted with it.
      expect((await ask(first, first.person())).status).toBe(200);
    },
  );

  it('processes count pictures together as well, and apart from calls', async () => {
    const first = await start(2);
    const person = first.person();
    const counts = await flood(person, 200, `/objects/${person.businessIds[0]}/0/400.webp`);
    expect(counts[200]).toBeGreaterThanOrEqual(100);
    expect(counts[200]).toBeLessThanOrEqual(105);
    expect(counts[429]).toBe(400 - (counts[200] ?? 0));
    expect((await ask(first, person)).status).toBe(200);
  });

  it('a process that hears of no other counts alone, and with the others again when the broker is back', async () => {
    const first = await start(2);
    const [early, late] = [first.person(), first.person()];
    await first.service.nats.kill();
    await eventually('the broker is away', async () => expect((await ask(first, first.person())).status).toBe(503));
    // Counted in memory, before anything is asked of anybody.
    const alone = await Promise.all(Array.from({ length: 110 }, () => ask(first, early)));
    expect(alone.filter(({ status }) => status === 429)).toHaveLength(10);
    await first.service.nats.restart();
    await Promise.all(gateways.map(connected));
    const counts = await flood(late, 100);
    expect(counts[200]).toBeLessThanOrEqual(105);
    expect(counts[429]).toBeGreaterThanOrEqual(95);
  });
});
