/** F21, F22: the broker killed and wiped again and again. `MESSAGING_FAULTS=full` for the numbers of the fault matrix. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { figure, isFull, scaled, Storm } from '../testing/storm.ts';

jest.setTimeout(scaled(1_800_000, 240_000));

describe('a broker that is killed or loses its store over and over', () => {
  let storm: Storm;
  afterEach(() => storm.end());

  async function breakIt(how: 'kill' | 'wipe', times: number, events: number): Promise<void> {
    storm = await Storm.start();
    const perRound = events / times;
    for (let round = 0; round < times; round += 1) {
      // The blow falls while events are on their way, at another moment each time.
      const telling = storm.emitSlowly(perRound, 50, 20);
      await wait(20 + ((round * 37) % 160));
      await storm.nats[how]();
      await wait(50 + ((round * 61) % 250));
      await storm.nats.restart();
      await telling;
    }
    const seconds = await storm.allEffective(scaled(600_000, 120_000));
    figure(
      `${how === 'kill' ? 'F21' : 'F22'}: ${times} x ${how === 'kill' ? 'kill -9' : 'store wiped'} during ${events} events: ` +
        `lost 0, doubled 0, last effect ${seconds.toFixed(1)} s after the last return${isFull ? ' (full)' : ''}`,
    );
    expect(storm.told).toBe(events);
  }

  it('kill -9: no effect is lost or doubled, the backlog drains (F21)', () =>
    breakIt('kill', scaled(100, 4), scaled(20_000, 800)));
  it('store wiped: the same (F22)', () => breakIt('wipe', scaled(20, 3), scaled(6_000, 600)));
});
