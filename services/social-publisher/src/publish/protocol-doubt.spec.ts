import { describe, expect, it } from '@jest/globals';
import type { Finding } from '../platforms/index.ts';
import { at, open, rules, sent, start } from '../testing/job-views.ts';
import { afterVerify } from './after-steps.ts';

const looked = (looks: number) => sent({ attempt: { ...open, looks } });

describe('a post that the platform calls ours, under an id that another job holds', () => {
  const sightings = [{ remoteId: '7', at: start, permalink: null }];
  const own: Finding = { kind: 'seen', sightings, ownId: 'publish:p1' };
  const held = (): boolean => true;

  it('is never absent: after a few looks it is published under a name of our own', () => {
    expect(afterVerify(looked(1), own, at(900), rules, held)).toMatchObject({ state: 'verifying', attempt: null });
    expect(afterVerify(looked(3), own, at(900), rules, held)).toMatchObject({
      attempt: { outcome: 'published' },
      published: { remoteId: 'publish:p1' },
    });
  });

  it('takes its id while nobody holds it', () => {
    expect(afterVerify(looked(1), own, at(5), rules, () => false)).toMatchObject({ published: { remoteId: '7' } });
  });

  it('found by its text alone it is somebody else’s', () => {
    const alike: Finding = { kind: 'seen', sightings };
    expect(afterVerify(looked(3), alike, at(900), rules, held)).toMatchObject({ attempt: { outcome: 'absent' } });
  });
});
