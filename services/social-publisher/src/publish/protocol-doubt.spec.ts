import { describe, expect, it } from '@jest/globals';
import type { Finding } from '../platforms/index.ts';
import { at, open, rules, sent, start } from '../testing/job-views.ts';
import { afterVerify } from './after-steps.ts';

const verified = (verifications: number) => sent({ attempt: { ...open, verifications } });

describe('a post that the platform calls ours, under an id that another job holds', () => {
  const sightings = [{ remoteId: '7', at: start, permalink: null }];
  const own: Finding = { kind: 'seen', sightings, ownId: 'publish:p1' };
  const claimed = (): boolean => true;

  it('is never absent: after a few looks it is published under a name of our own', () => {
    expect(afterVerify(verified(1), own, at(900), rules, claimed)).toMatchObject({ state: 'verifying', attempt: null });
    expect(afterVerify(verified(3), own, at(900), rules, claimed)).toMatchObject({
      attempt: { outcome: 'published' },
      published: { remoteId: 'publish:p1' },
    });
  });

  it('takes its id while nobody holds it', () => {
    expect(afterVerify(verified(1), own, at(5), rules, () => false)).toMatchObject({ published: { remoteId: '7' } });
  });

  it('found by its text alone it is somebody else’s', () => {
    const alike: Finding = { kind: 'seen', sightings };
    expect(afterVerify(verified(3), alike, at(900), rules, claimed)).toMatchObject({ attempt: { outcome: 'absent' } });
  });
});
