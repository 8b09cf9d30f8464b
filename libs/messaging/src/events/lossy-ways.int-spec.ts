/** F23, F25, F26: events that come again, that never come, and that nobody can handle. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, nanos } from '@nats-io/transport-node';
import { eventually } from '@postloom/testing';
import { misbehaviour } from '../testing/effects.ts';
import { figure, scaled, Storm } from '../testing/storm.ts';
import { counts, unpublished } from '../testing/world.ts';
import { ParkedEvents } from './parked-events.ts';

jest.setTimeout(scaled(900_000, 240_000));
const SUBJECT = 'media.thing.happened.v1';
let storm: Storm;

afterEach(async () => {
  misbehaviour.handle = () => undefined;
  await storm.end();
});

const allPublished = (): Promise<void> =>
  eventually('everything is published', async () => expect(await unpublished(storm.media)).toBe(0), {
    timeoutMs: 120_000,
  });

async function messages(): Promise<number> {
  const manager = await jetstreamManager(await storm.nats.connection());
  return (await manager.streams.info('MEDIA')).state.messages;
}

describe('repeated events (F23)', () => {
  it('all three times, past the broker’s dedupe window, after its restart and after ours: counted once', async () => {
    storm = await Storm.start();
    const manager = await jetstreamManager(await storm.nats.connection());
    const events = scaled(5_000, 600);
    await storm.tell(events);
    await storm.allEffective(120_000);
    for (let again = 1; again <= 2; again += 1) {
      if (again === 2) {
        await storm.whileNobodyListens(() => storm.nats.restart());
      }
      // Every service that starts brings the streams' settings up to date, so the window is shortened each time.
      const { config } = await manager.streams.info('MEDIA');
      await manager.streams.update('MEDIA', { ...config, duplicate_window: nanos(100) });
      // The relay tells everything once more, with the same ids, as if it had never marked a row.
      await storm.sql('media', `UPDATE media.outbox SET published_at = NULL`);
      await allPublished();
      await eventually('the broker has taken the repetition', async () =>
        expect(await messages()).toBe(events * (again + 1)),
      );
    }
    // What a closing consumer had in its hands comes again after the ack wait of a minute; the rest is looked at right away.
    await eventually(
      'every copy was given out',
      async () => {
        const consumers = await manager.consumers.list('MEDIA').next();
        const waiting = consumers.map((one) => one.num_pending).reduce((sum, one) => sum + one, 0);
        const open = consumers.map((one) => one.num_ack_pending).reduce((sum, one) => sum + one, 0);
        expect({ waiting, areFew: open <= 32 }).toEqual({ waiting: 0, areFew: true });
      },
      { timeoutMs: 120_000 },
    );
    await storm.allEffective(60_000);
    figure(`F23: ${events} events told 3 times (window over, broker and consumer restarted): drift 0`);
  });
});

describe('lost events (F25)', () => {
  it('5 % lost in the relay and 5 % in the broker: all heal', async () => {
    const feedSeconds = scaled(20, 2);
    storm = await Storm.start({ FEED_EVERY_MS: String(feedSeconds * 1_000) });
    // Marked as published when they are written: the relay never sends them.
    await storm.sql(
      'media',
      `CREATE FUNCTION media.lose_some() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF (NEW.data ->> 'n')::int % 20 = 7 THEN NEW.published_at := now(); END IF; RETURN NEW; END $$;
       CREATE TRIGGER lose_some BEFORE INSERT ON media.outbox FOR EACH ROW EXECUTE FUNCTION media.lose_some();`,
    );
    const events = scaled(4_000, 600);
    await storm.tell(events / 2);
    await storm.whileNobodyListens(async () => {
      await storm.tell(events / 2);
      await allPublished();
      // Confirmed by the broker and gone all the same.
      const manager = await jetstreamManager(await storm.nats.connection());
      const { first_seq: first, last_seq: last } = (await manager.streams.info('MEDIA')).state;
      for (let seq = last - Math.floor(events / 4); seq <= last; seq += 20) {
        if (seq >= first) {
          await manager.streams.deleteMessage('MEDIA', seq);
        }
      }
    });
    await storm.allEffective(120_000);
    const lost = new Map(
      (
        await storm.sql<{ id: string; created_at: Date }>(
          'media',
          `SELECT id, created_at FROM media.outbox WHERE (data ->> 'n')::int % 20 = 7 AND (data ->> 'n')::int < $1`,
          [events / 2],
        )
      ).map(({ id, created_at }) => [id, created_at.getTime()]),
    );
    const healed = await storm.sql<{ event_id: string; received_at: Date }>(
      'scheduling',
      `SELECT event_id, received_at FROM scheduling.inbox WHERE event_id = ANY ($1)`,
      [[...lost.keys()]],
    );
    const seconds = healed
      .map(({ event_id, received_at }) => (received_at.getTime() - (lost.get(event_id) ?? 0)) / 1_000)
      .sort((a, b) => a - b);
    const p99 = seconds[Math.floor((seconds.length - 1) * 0.99)] ?? Number.NaN;
    figure(
      `F25: 5 % of ${events} events lost in the relay, some more in the broker: all healed; the feed every ${feedSeconds} s, ` +
        `heal p50 ${(seconds[Math.floor(seconds.length / 2)] ?? 0).toFixed(1)} s, p99 ${p99.toFixed(1)} s`,
    );
    expect(lost.size).toBe(events / 2 / 20);
    expect(seconds).toHaveLength(lost.size * 2);
    // Twice the feed's round and its grace; the aim at 20 s is a minute.
    expect(p99).toBeLessThanOrEqual(scaled(60, 20));
  });
});

describe('poison (F26)', () => {
  it('every hundredth event can’t be handled, some can’t be read: the others flow, these are parked', async () => {
    storm = await Storm.start();
    misbehaviour.handle = ({ data }) => {
      if (data.n % 100 === 99) {
        throw new Error('nobody can handle this');
      }
    };
    const events = scaled(10_000, 1_000);
    const bad = events / 100;
    const garbage = 5;
    const client = jetstream(await storm.nats.connection());
    const from = performance.now();
    await storm.tell(events);
    for (let n = 0; n < garbage; n += 1) {
      const head = headers();
      head.set('Nats-Msg-Id', randomUUID());
      await client.publish(SUBJECT, `{"n": ${n}, "cut off`, { headers: head });
    }
    await eventually(
      'all others have had their effect',
      async () => expect((await counts(storm.scheduling, 'count')).rows).toBeGreaterThanOrEqual(events - bad),
      { timeoutMs: 180_000, everyMs: 100 },
    );
    const flowed = (performance.now() - from) / 1_000;
    const parked = () => storm.scheduling.get(ParkedEvents).list(1_000);
    await eventually(
      'the poison is parked',
      async () =>
        expect((await parked()).filter(({ handler }) => !handler.endsWith('second'))).toHaveLength(bad + garbage),
      { timeoutMs: 180_000, everyMs: 250 },
    );
    // The second handler could handle them all, but not read the garbage.
    await eventually('the other handler was not held up', async () =>
      expect((await counts(storm.scheduling, 'second')).rows).toBe(events),
    );
    expect((await parked()).filter(({ handler }) => handler.endsWith('second'))).toHaveLength(garbage);
    figure(
      `F26: ${events} events, each 100th poison: the ${events - bad} others in ${flowed.toFixed(1)} s ` +
        `(${Math.round(events / flowed)}/s), parked ${bad} of ${bad}, unreadable ${garbage} of ${garbage}`,
    );
    expect(await counts(storm.scheduling, 'count')).toMatchObject({ rows: events - bad });
  });
});
