import { describe, expect, it } from '@jest/globals';
import type { Account } from './accounts.ts';
import { accountFigures, daysOf, followersAt, postFigures } from './insights.ts';
import type { PostFigure } from './insights.ts';

const hour = 3_600_000;
const at = '2026-06-10T18:30:00.000Z';
const t0 = Date.parse(at);
const post = { remoteId: '17900000000000001', at, kind: 'photo' };
const account: Account = {
  platform: 'instagram',
  id: '1',
  scopedId: '1',
  username: 'a',
  name: 'A',
  category: '',
  kind: 'business',
  followers: 2000,
  following: 1,
  createdAt: at,
};

describe('figures of posts', () => {
  it('start at nothing, grow with age, flatten, and never fall', () => {
    const names = Object.keys(postFigures(post, 2000, t0)) as PostFigure[];
    let last = postFigures(post, 2000, t0);
    expect(names.map((name) => last[name])).toEqual(names.map(() => 0));
    for (let h = 1; h <= 24 * 30; h += 1) {
      const next = postFigures(post, 2000, t0 + h * hour);
      for (const name of names) {
        expect(next[name]).toBeGreaterThanOrEqual(last[name]);
      }
      last = next;
    }
    const reach = (hours: number): number => postFigures(post, 2000, t0 + hours * hour).reach;
    expect(reach(24)).toBeGreaterThan(100);
    expect(reach(24) - reach(0)).toBeGreaterThan(3 * (reach(72) - reach(48)));
    expect(reach(24 * 30)).toBe(reach(24 * 60));
    expect(last.views).toBeGreaterThan(last.reach);
    expect(last.reach).toBeGreaterThan(last.likes);
  });

  it('are the same for the same post and others for another', () => {
    expect(postFigures(post, 2000, t0 + 9 * hour)).toEqual(postFigures({ ...post }, 2000, t0 + 9 * hour));
    expect(postFigures({ ...post, remoteId: '2' }, 2000, t0 + 9 * hour)).not.toEqual(
      postFigures(post, 2000, t0 + 9 * hour),
    );
    expect(postFigures(post, 4000, t0 + 90 * hour).reach).toBeGreaterThan(
      1.9 * postFigures(post, 2000, t0 + 90 * hour).reach,
    );
    const mean = (hourOfDay: number): number => {
      let sum = 0;
      for (let n = 0; n < 200; n += 1) {
        const then = `2026-06-10T${hourOfDay < 10 ? '0' : ''}${hourOfDay}:30:00.000Z`;
        sum += postFigures({ remoteId: String(n), at: then, kind: 'photo' }, 2000, t0 + 900 * hour).reach;
      }
      return sum;
    };
    expect(mean(18)).toBeGreaterThan(1.4 * mean(3));
  });
});

describe('figures of accounts', () => {
  it('add up over days, and followers only grow', () => {
    expect(followersAt(account, t0)).toBe(2000);
    expect(followersAt(account, t0 - 30 * 24 * hour)).toBeLessThan(2000);
    expect(followersAt(account, t0 + 30 * 24 * hour)).toBeGreaterThan(2000);
    const days = daysOf(t0 - 24 * hour, t0 + 5 * 24 * hour, 90);
    const posts = [post, { ...post, remoteId: '3' }];
    const likes = days.map((day) => accountFigures(account, posts, day.from, day.to).likes);
    const whole =
      postFigures(post, 2000, days.at(-1)?.to ?? 0).likes +
      postFigures({ ...post, remoteId: '3' }, 2000, days.at(-1)?.to ?? 0).likes;
    expect(likes.reduce((sum, one) => sum + one, 0)).toBe(whole);
    expect(days).toHaveLength(7);
  });
});
