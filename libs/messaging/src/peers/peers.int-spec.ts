import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, testNats, testService } from '@postloom/testing';
import type { TestNats, TestService } from '@postloom/testing';
import { Peers } from './peers.ts';

describe('peers', () => {
  let nats: TestNats;
  let processes: TestService[];
  beforeAll(async () => {
    nats = await testNats();
    processes = await Promise.all([1, 2, 3].map(() => testService({ service: 'gateway', nats, migrations: [] })));
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.close()));
    await nats.stop();
  });

  it('hear each other and not themselves, and stop hearing when asked to', async () => {
    const heard: unknown[][] = [[], [], []];
    const stops = processes.map((process, index) =>
      process.get(Peers).subscribe('topic', (message) => heard[index]?.push(message)),
    );
    const [first] = processes;
    await eventually('the others hear it', () => {
      first?.get(Peers).publish('topic', { from: 'the first' });
      expect(heard[1]?.[0]).toEqual({ from: 'the first' });
      expect(heard[2]?.[0]).toEqual({ from: 'the first' });
    });
    expect(heard[0]).toEqual([]);
    stops[1]?.();
    const before = heard[1]?.length;
    processes[2]?.get(Peers).publish('topic', 'the last');
    await eventually('the first hears the last', () => expect(heard[0]).toEqual(['the last']));
    expect(heard[1]).toHaveLength(before ?? -1);
  });

  it('what is no message of ours is left out, and listening goes on', async () => {
    const heard: unknown[] = [];
    processes[0]?.get(Peers).subscribe('noise', (message) => heard.push(message));
    const connection = await nats.connection();
    await eventually('the good one is heard', () => {
      connection.publish('peers.gateway.noise', 'no JSON');
      connection.publish('peers.gateway.noise', 'null');
      processes[1]?.get(Peers).publish('noise', 'good');
      expect(heard).toContain('good');
    });
    expect(new Set(heard)).toEqual(new Set(['good']));
  });
});
