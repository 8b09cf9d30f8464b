import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Person } from '../../harness/src/client.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { smallPicture } from '../../harness/src/picture.ts';

const origin = process.env['POSTLOOM_URL'] ?? 'http://localhost:3000';
const ledger = new Ledger(process.env['POSTLOOM_SANDBOX_URL'] ?? 'http://localhost:3900');
const PLATFORMS = ['instagram', 'facebook', 'twitter'] as const;
const ROUNDS = 5;

/** How often each platform made this text public. */
async function published(text: string): Promise<Record<string, number>> {
  const rows = await ledger.publications();
  return Object.fromEntries(
    PLATFORMS.map((platform) => [
      platform,
      rows.filter((row) => row.platform === platform && row.text === text).length,
    ]),
  );
}

/** F44: one platform refuses, the others have it; what is published is never sent again. */
describe('a post that one platform refuses', () => {
  let person: Person;
  let photo: string;
  beforeAll(async () => {
    person = await Person.signUp(origin, { tier: 'agency', name: 'Bakery' });
    for (const platform of PLATFORMS) {
      await person.connect(platform);
    }
    ({ id: photo } = await person.upload(await smallPicture(44)));
    await person.photosReady();
  }, 60_000);
  afterAll(() => ledger.fault('twitter', { mode: 'none' }));

  const settled = (id: string, status: string) =>
    eventually(`the post is ${status}`, async () => {
      const shown = await person.post(id);
      return shown.status === status ? shown : undefined;
    });

  it(`${ROUNDS} times: each platform reports its own end, only the refused one is retried, nothing is published twice`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await ledger.fault('twitter', { mode: 'media_rejected' });
      const text = `Round ${round} ${randomUUID()}`;
      const { id } = await person.createPost({ caption: text, platforms: [...PLATFORMS], photoId: photo });
      await person.expect(200, 'POST', `/api/posts/${id}/publish`);
      const failed = await settled(id, 'failed');
      expect(failed.targets.map(({ platform, status }) => [platform, status])).toEqual([
        ['instagram', 'published'],
        ['facebook', 'published'],
        ['twitter', 'failed'],
      ]);
      expect(failed.targets[2]?.error?.message).toBeTruthy();
      expect(await published(text)).toEqual({ instagram: 1, facebook: 1, twitter: 0 });
      await ledger.fault('twitter', { mode: 'none' });
      // The button pressed many times: one retry.
      await Promise.all(Array.from({ length: 5 }, () => person.request('POST', `/api/posts/${id}/retry`)));
      const done = await settled(id, 'published');
      expect(done.targets.every(({ status }) => status === 'published')).toBe(true);
      expect(await published(text)).toEqual({ instagram: 1, facebook: 1, twitter: 1 });
    }
  }, 240_000);
});
