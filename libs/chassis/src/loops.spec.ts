import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from './clock.ts';
import { createLogger } from './logger.ts';
import { Loops } from './loops.ts';
import { Random } from './random.ts';
import { ShutdownRegistry } from './shutdown.ts';

const quiet = createLogger('test', 'silent', new Writable({ write: (_chunk, _encoding, done) => done() }));

/** A clock whose pauses end only when the test says so. */
class HeldClock extends Clock {
  readonly pauses: { ms: number; end: () => void }[] = [];
  override now = (): Date => new Date(0);
  override monotonicMs = (): number => 0;
  override delay(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.pauses.push({ ms, end: resolve });
      signal?.addEventListener('abort', () => resolve());
    });
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('Loop', () => {
  let clock: HeldClock;
  let shutdown: ShutdownRegistry;
  let loops: Loops;

  beforeEach(() => {
    clock = new HeldClock();
    shutdown = new ShutdownRegistry(quiet);
    loops = new Loops(clock, new Random(), quiet, shutdown);
  });

  afterEach(async () => {
    await shutdown.run('stop-intake');
    await shutdown.run('drain');
  });

  it('starts with the application, not before', async () => {
    let rounds = 0;
    loops.start({ name: 'a', everyMs: 100, run: () => Promise.resolve(void (rounds += 1)) });
    await settled();
    expect(rounds).toBe(0);
    loops.begin();
    await settled();
    expect(rounds).toBe(1);
  });

  it('pauses when there is nothing to do, continues at once when there is more, and when woken', async () => {
    let rounds = 0;
    const loop = loops.start({ name: 'a', everyMs: 100, run: () => Promise.resolve((rounds += 1) < 3) });
    loops.begin();
    await settled();
    expect(rounds).toBe(3);
    expect(clock.pauses).toHaveLength(1);
    expect(clock.pauses[0]?.ms).toBeGreaterThanOrEqual(80);
    expect(clock.pauses[0]?.ms).toBeLessThanOrEqual(120);
    loop.wake();
    await settled();
    expect(rounds).toBe(4);
  });

  it('runs once more when it is woken while it runs', async () => {
    let rounds = 0;
    let finish: (() => void) | undefined;
    const loop = loops.start({
      name: 'a',
      everyMs: 100,
      run: () => {
        rounds += 1;
        return rounds === 1 ? new Promise<void>((resolve) => (finish = resolve)) : Promise.resolve();
      },
    });
    loops.begin();
    await settled();
    loop.wake();
    finish?.();
    await settled();
    expect(rounds).toBe(2);
  });

  it('serves the wakes of a busy moment together', async () => {
    const rounds: number[] = [];
    const loop = loops.start({
      name: 'a',
      everyMs: 60_000,
      restMs: 40,
      run: () => {
        rounds.push(performance.now());
        if (rounds.length === 1) {
          for (let wake = 0; wake < 5; wake += 1) {
            loop.wake();
          }
        }
        return Promise.resolve();
      },
    });
    loops.begin();
    await settled();
    expect(rounds).toHaveLength(1);
    while (rounds.length < 2) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((rounds[1] ?? 0) - (rounds[0] ?? 0)).toBeGreaterThan(35);
    await settled();
    expect(rounds).toHaveLength(2);
  });

  it('backs off after errors, and a wake does not shorten that', async () => {
    let rounds = 0;
    const loop = loops.start({
      name: 'a',
      everyMs: 10,
      jitter: 0,
      run: () => {
        rounds += 1;
        return rounds <= 8 ? Promise.reject(new Error('down')) : Promise.resolve();
      },
    });
    loops.begin();
    for (let turn = 0; turn < 8; turn += 1) {
      await settled();
      loop.wake();
      await settled();
      expect(rounds).toBe(turn + 1);
      clock.pauses.at(-1)?.end();
    }
    await settled();
    expect(clock.pauses.map((pause) => pause.ms).slice(0, 8)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
    expect(rounds).toBeGreaterThan(8);
  });

  it('stops the running round and waits for it', async () => {
    let ended = false;
    loops.start({
      name: 'a',
      everyMs: 10,
      run: (signal) =>
        new Promise<void>((resolve) =>
          signal.addEventListener('abort', () =>
            setImmediate(() => {
              ended = true;
              resolve();
            }),
          ),
        ),
    });
    loops.begin();
    await settled();
    await shutdown.run('stop-intake');
    await shutdown.run('drain');
    expect(ended).toBe(true);
  });
});
