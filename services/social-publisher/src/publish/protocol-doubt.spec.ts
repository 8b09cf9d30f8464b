import { describe, expect, it } from '@jest/globals';
import type { Finding } from '../platforms/index.ts';
import { afterVerify } from './after-steps.ts';
import type { JobView, Rules } from './protocol.ts';

const rules: Rules = { label: 'TikTok', retrySeconds: [60], boundMs: 1_800_000 };
const start = new Date('2026-11-20T10:00:00Z');
const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);
const sent = (looks = 1): JobView => ({
  state: 'verifying',
  failures: 0,
  notSent: 0,
  processingSince: null,
  giveUpAt: at(21_600),
  mustLook: false,
  attempt: { intentAt: start, quarantineUntil: at(90), looks, isDuplicate: false },
  parked: null,
  isHeld: false,
  word: null,
});

describe('a post that the platform calls ours, under an id that another job holds', () => {
  const sightings = [{ remoteId: '7', at: start, permalink: null }];
  const own: Finding = { kind: 'seen', sightings, ownId: 'publish:p1' };
  const held = (): boolean => true;

  it('is never absent: after a few looks it is published under a name of our own', () => {
    expect(afterVerify(sent(1), own, at(900), rules, held)).toMatchObject({ state: 'verifying', attempt: null });
    expect(afterVerify(sent(3), own, at(900), rules, held)).toMatchObject({
      attempt: { outcome: 'published' },
      published: { remoteId: 'publish:p1' },
    });
  });

  it('takes its id while nobody holds it', () => {
    expect(afterVerify(sent(), own, at(5), rules, () => false)).toMatchObject({ published: { remoteId: '7' } });
  });

  it('found by its text alone it is somebody else’s', () => {
    const alike: Finding = { kind: 'seen', sightings };
    expect(afterVerify(sent(3), alike, at(900), rules, held)).toMatchObject({ attempt: { outcome: 'absent' } });
  });
});
