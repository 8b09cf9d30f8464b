import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { HealthRegistry } from './health.ts';
import { createLogger } from './logger.ts';
import { ShutdownRegistry } from './shutdown.ts';

const quiet = createLogger('test', 'silent', new Writable({ write: (_chunk, _encoding, done) => done() }));

describe('ShutdownRegistry', () => {
  it('runs phases as asked, closes in registered order, each once, and goes on after a failure', async () => {
    const shutdown = new ShutdownRegistry(quiet);
    const done: string[] = [];
    shutdown.register('close', 'first', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push('close first');
    });
    shutdown.register('close', 'broken', () => Promise.reject(new Error('no')));
    shutdown.register('close', 'second', () => void done.push('close second'));
    shutdown.register('drain', 'work', () => void done.push('drain'));
    shutdown.register('stop-intake', 'loops', () => void done.push('stop'));
    await shutdown.run('stop-intake');
    await shutdown.run('drain');
    await Promise.all([shutdown.run('close'), shutdown.run('close')]);
    expect(done).toEqual(['stop', 'drain', 'close first', 'close second']);
  });
});

describe('HealthRegistry', () => {
  it('is ready only when started, every check passes in time, and it is not stopping', async () => {
    const health = new HealthRegistry();
    let broken = false;
    health.register('nats', () => (broken ? Promise.reject(new Error('no connection')) : Promise.resolve()));
    expect((await health.readiness()).problems).toEqual({ process: 'starting' });
    health.markReady();
    expect(await health.readiness()).toEqual({ ready: true, problems: {} });
    broken = true;
    expect((await health.readiness()).problems).toEqual({ nats: 'no connection' });
    broken = false;
    health.register('hanging', () => new Promise(() => undefined));
    expect((await health.readiness(20)).problems).toEqual({ hanging: 'no answer within 20 ms' });
    health.markStopping();
    health.markReady();
    expect((await health.readiness(20)).problems).toMatchObject({ process: 'stopping' });
  });
});
