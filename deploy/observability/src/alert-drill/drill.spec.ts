import { describe, expect, it } from '@jest/globals';
import type { FiringAlert, Watching } from '../watching.ts';
import { drill } from './drill.ts';
import type { Fault } from './drill.ts';
import type { World } from './world.ts';

const alert = (alertname: string, severity: 'page' | 'ticket'): FiringAlert => ({
  labels: { alertname, severity },
  annotations: { summary: 'It is broken', description: '12 of it.' },
});

/** Prometheus as it answers time after time; the last answer stays. */
function watching(answers: readonly (readonly FiringAlert[])[]): Watching {
  let asked = 0;
  return {
    url: '',
    ask: () => Promise.resolve(0),
    firing: () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)] ?? []),
    stop: () => Promise.resolve(),
  };
}

const fault: Fault = {
  alerts: ['Wanted'],
  cause: 'somebody broke it',
  companions: ['Late'],
  play: (_world, alarm) => alarm.fires('Wanted'),
};
// No fault here touches it.
const world = undefined as unknown as World;

describe('a drill', () => {
  it('says what fired and resolved, and who would have been woken for no reason', async () => {
    const all = [alert('Wanted', 'page'), alert('Late', 'page'), alert('Other', 'page'), alert('Note', 'ticket')];
    const outcome = await drill(fault, world, watching([[], [], all, []]), 60);
    expect(outcome).toEqual({
      fired: [
        {
          alert: 'Wanted',
          cause: 'somebody broke it',
          firedAfter: expect.any(Number),
          resolvedAfter: expect.any(Number),
          text: 'It is broken. 12 of it.',
        },
      ],
      strangers: ['Other'],
      failure: null,
    });
  });

  it('begins when nothing fires that wakes somebody, and says why a fault could not be played', async () => {
    const played: string[] = [];
    const broken: Fault = {
      ...fault,
      play: () => {
        played.push('now');
        return Promise.reject(new Error('the table is not there'));
      },
    };
    const busy = [alert('Other', 'page')];
    const outcome = await drill(broken, world, watching([busy, [], []]), 60);
    expect(played).toEqual(['now']);
    expect(outcome.failure).toBe('the table is not there');
    expect(outcome.fired.map(({ firedAfter }) => firedAfter)).toEqual([null]);
    expect(outcome.strangers).toEqual([]);
  });
});
