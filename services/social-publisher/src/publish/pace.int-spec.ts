import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@postloom/testing';
import { PublisherWorld } from '../testing/publisher-world.ts';

const world = new PublisherWorld();
/** The window in which TikTok accepts six posts, in the sandbox and for us; really a minute. */
const WINDOW_SECONDS = 2;

beforeAll(() => world.start({ env: { TIKTOK_PACE_SECONDS: String(WINDOW_SECONDS) } }));
afterAll(() => world.stop());

describe('twenty posts of one account that are due at once', () => {
  it('go out at the pace that TikTok takes, and none is refused', async () => {
    await world.sandbox.settings({
      tiktokModerationMs: 0,
      tiktokPostsPerDay: 100,
      tiktokWindowMs: WINDOW_SECONDS * 1_000,
      quotas: 'documented',
    });
    const person = world.person();
    const account = await world.connect(person, 'tiktok');
    const photoIds = [(await world.media.add(person.businessId)).id];
    const targets: string[] = [];
    for (let number = 0; number < 20; number += 1) {
      targets.push((await world.due(person, account, { photoIds })).targetId);
    }
    await eventually(
      'all are public',
      async () =>
        expect(
          await world.count(
            `SELECT count(*) AS n FROM publisher.publish_jobs WHERE target_id = ANY ($1) AND state = 'published'`,
            [targets],
          ),
        ).toBe(targets.length),
      { timeoutMs: 60_000 },
    );
    const requests = await world.sandbox.requests('tiktok');
    const refused = requests.filter(({ status }) => status === 429);
    expect(refused).toEqual([]);
  }, 90_000);
});
