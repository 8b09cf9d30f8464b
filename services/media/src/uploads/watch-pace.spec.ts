import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PACE, watchPace } from './watch-pace.ts';

const MB = 1_000_000;

type Sender = (second: number) => number;

const steady =
  (bytes: number): Sender =>
  () =>
    bytes;

/** After how many seconds a sender is given up that sends so many bytes in each; null when all has come. */
async function givenUpAfter(length: number | null, bytesIn: Sender): Promise<number | null> {
  const request = Object.assign(new EventEmitter(), {
    headers: length === null ? {} : { 'content-length': String(length) },
  }) as unknown as IncomingMessage;
  let isTooSlow = false;
  const { stop } = watchPace(request, PACE, () => (isTooSlow = true));
  let sent = 0;
  for (let second = 1; ; second += 1) {
    const bytes = bytesIn(second);
    request.emit('data', { length: bytes });
    sent += bytes;
    await jest.advanceTimersByTimeAsync(1_000);
    if (isTooSlow) {
      return second;
    }
    if (sent >= (length ?? Infinity)) {
      stop();
      return null;
    }
  }
}

describe('the pace of a sender', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['a byte a second', 3 * MB, steady(1)],
    ['nothing', 3 * MB, steady(0)],
    ['2 KB a second of 50 MB', 50 * MB, steady(2_000)],
    ['2 KB a second of who knows how much', null, steady(2_000)],
  ])('ends %s within seconds', async (_, length, bytesIn) => {
    expect(await givenUpAfter(length, bytesIn)).toBeLessThanOrEqual(25);
  });

  it('gives a quick sender a minute to stand still, as in a tunnel, and no more', async () => {
    const withTunnel = (seconds: number) => (second: number) => (second > 60 && second <= 60 + seconds ? 0 : 200_000);
    expect(await givenUpAfter(50 * MB, withTunnel(50))).toBeNull();
    expect(await givenUpAfter(50 * MB, withTunnel(90))).toBeLessThanOrEqual(60 + 70);
  });

  it.each([
    ['a photo of 3 MB at 5 KB a second', 3 * MB, steady(5_000)],
    ['50 MB at 60 KB a second', 50 * MB, steady(60_000)],
    [
      '50 MB at 100 KB a second with half a minute in a tunnel',
      50 * MB,
      (second: number) => (second > 60 && second <= 90 ? 0 : 100_000),
    ],
    ['a fast one that is slow at the end', 50 * MB, (second: number) => (second <= 80 ? 600_000 : 3_000)],
  ])('takes %s', async (_, length, bytesIn) => {
    expect(await givenUpAfter(length, bytesIn)).toBeNull();
  });
});
