import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { platformRules, platforms } from '@postloom/contracts';
import type { PlatformRules } from '@postloom/contracts';
import {
  AdapterWorld,
  codeChallenge,
  go,
  problemOf,
  redirectUri,
  sha256,
  verifier,
  words,
} from './testing/adapter-world.ts';
import type { Journey } from './testing/adapter-world.ts';
import { mannerOf, subjectNames } from './testing/subjects.ts';
import { NotSent } from './platform.port.ts';
import type { ConnectableAccount, SavedSteps, SocialPlatform } from './platform.port.ts';

/** What every adapter must do: connect, prepare and resume, publish once, delete. Failures are in conformance-faults.int-spec.ts. */
const world = new AdapterWorld();

beforeAll(() => world.start());
afterAll(() => world.stop());

it('every platform of the contract is a subject', () => {
  expect(new Set(subjectNames.map((subject) => mannerOf(subject).platform))).toEqual(new Set(platforms));
});

describe.each(subjectNames)('%s', (subject) => {
  const manner = mannerOf(subject);
  const rules: PlatformRules = platformRules[manner.platform];
  let platform: SocialPlatform;
  let account: ConnectableAccount;
  /** Pictures enough for the smallest post that the platform takes. */
  const some = async (count: number): Promise<Awaited<ReturnType<typeof world.photo>>[]> => {
    const photos = [];
    for (let n = 0; n < count; n += 1) {
      photos.push(await world.photo({ size: { width: 640 + 8 * n, height: 640 } }));
    }
    return photos;
  };
  const journey = async (caption = words(), count = 1): Promise<Journey> =>
    world.journey(account, caption, await some(count));

  beforeAll(async () => {
    platform = world.platform(subject);
    account = await world.connect(subject);
  });

  it('connects an account with its name, id and tokens', () => {
    expect(account).toMatchObject({ name: expect.stringMatching(/^Shop /), unusable: null });
    expect(account.remoteId.length).toBeGreaterThan(4);
    expect(account.tokens.accessToken.length).toBeGreaterThan(10);
    expect(Date.parse(account.tokens.issuedAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('brings the state back, asks for what it needs, and uses PKCE where the platform takes it', () => {
    const url = new URL(platform.signIn.authorizeUrl({ state: 'abc', redirectUri, codeChallenge }));
    expect(url.searchParams.get('state')).toBe('abc');
    expect(url.searchParams.get('redirect_uri')).toBe(redirectUri);
    const asked = (url.searchParams.get('scope') ?? '').split(/[ ,]/);
    expect(asked).toEqual(expect.arrayContaining([...platform.signIn.requiredScopes]));
    expect(url.searchParams.get('code_challenge')).toBe(platform.signIn.usesPkce ? codeChallenge : null);
    expect(url.origin).toBe(platform.signIn.issuer);
  });

  it('refuses a wrong code with a sentence', async () => {
    const problem = await problemOf(platform.signIn.exchangeCode({ code: 'wrong', redirectUri, verifier }));
    expect(problem.kind).toBe('refused');
    expect(problem.message).toMatch(/connect again|refused/);
  });

  it('publishes one picture with its text: once, with id and permalink', async () => {
    const one = await journey();
    const remoteId = await world.publish(platform, one);
    expect(await platform.permalink(one.job, remoteId)).toMatch(/^https?:\/\/.+/);
    const posts = await world.published(subject, account, one.job.caption);
    expect(posts).toMatchObject([{ kind: 'photo', remoteId }]);
    expect(posts[0]?.permalink).toBe(await platform.permalink(one.job, remoteId));
  });

  it('publishes several pictures as one post, in their order', async () => {
    const photos = await some(3);
    const many = world.journey(account, words(), photos);
    await world.publish(platform, many);
    const [post, ...more] = await world.published(subject, account, many.job.caption);
    expect(more).toEqual([]);
    expect(post?.kind).toBe('carousel');
    const wanted = await Promise.all(photos.map(async (photo) => sha256(await photo.load())));
    expect(post?.media.map((one) => one.sha256)).toEqual(wanted);
  });

  it(`publishes as many pictures as it takes (${rules.maxPhotos})`, async () => {
    const many = await journey(words(), rules.maxPhotos);
    await world.publish(platform, many);
    const [post] = await world.published(subject, account, many.job.caption);
    expect(post?.media).toHaveLength(rules.maxPhotos);
  });

  it('refuses one picture too many before any call', async () => {
    const many = await journey(words(), rules.maxPhotos + 1);
    const calls = await world.counting(subject);
    const problem = await problemOf(platform.prepare(many.job, {}, many.save));
    expect(problem).toEqual({
      kind: 'refused',
      code: 'too_many_photos',
      message: `${platform.label} takes at most ${rules.maxPhotos} pictures in one post. Remove 1, then retry.`,
    });
    expect(await calls()).toBe(0);
  });

  if (rules.textOnly) {
    it('publishes text alone', async () => {
      const text = await journey(words(), 0);
      await world.publish(platform, text);
      expect(await world.published(subject, account, text.job.caption)).toMatchObject([{ kind: 'text' }]);
    });
  } else {
    it('refuses text alone before any call', async () => {
      const text = await journey(words(), 0);
      const calls = await world.counting(subject);
      const problem = await problemOf(platform.prepare(text.job, {}, text.save));
      expect(problem).toMatchObject({ kind: 'refused', code: 'photo_needed' });
      expect(await calls()).toBe(0);
    });
  }

  it('takes the longest caption, and says when one is too long', async () => {
    const fits = await journey(manner.longest);
    await world.publish(platform, fits);
    expect(await world.published(subject, account, manner.longest)).toHaveLength(1);
    const over = await journey(manner.tooLong.text);
    const problem = await problemOf(
      world.prepare(platform, over).then(async () => {
        const outcome = await world.send(platform, over);
        if (outcome.kind === 'rejected') {
          throw world.asError(outcome.problem);
        }
        return outcome;
      }),
    );
    expect(problem.kind).toBe('refused');
    expect(problem.message).toMatch(manner.tooLong.message);
    expect(await world.published(subject, account, manner.tooLong.text)).toEqual([]);
  });

  it('makes nothing twice, from whatever saved step it goes on', async () => {
    class Crash extends Error {}
    const photos = await some(3);
    for (let crashAt = 1; ; crashAt += 1) {
      const one = world.journey(account, words(), photos);
      const calls = await world.counting(subject);
      let saves = 0;
      const crashing = async (steps: SavedSteps): Promise<void> => {
        await one.save(steps);
        saves += 1;
        if (saves === crashAt) {
          throw new Crash();
        }
      };
      const crashed = await platform.prepare(one.job, {}, crashing).then(
        () => false,
        (error: unknown) => {
          if (error instanceof Crash) {
            return true;
          }
          throw error;
        },
      );
      await world.prepare(platform, one);
      expect(await calls('writes')).toBe(manner.writesFor3);
      const ready = JSON.stringify(one.steps);
      await world.prepare(platform, one);
      expect(JSON.stringify(one.steps)).toBe(ready);
      expect(await calls('writes')).toBe(manner.writesFor3);
      if (!crashed || crashAt === 6) {
        break;
      }
    }
  });

  it('asks the guard once, immediately before the first byte, and sends nothing when it says no', async () => {
    const one = await journey();
    await world.prepare(platform, one);
    const calls = await world.counting(subject);
    let asked = 0;
    const refused = await world.send(platform, one, () => {
      asked += 1;
      throw new NotSent('too_late');
    });
    expect(refused).toEqual({ kind: 'not_sent', code: 'too_late' });
    expect(asked).toBe(1);
    expect(await calls()).toBe(0);
    const sent = await world.send(platform, one, () => {
      asked += 1;
    });
    expect(['published', 'accepted']).toContain(sent.kind);
    expect(asked).toBe(2);
    expect(await calls()).toBe(1);
  });

  it('sends nothing that was not prepared', async () => {
    const one = await journey();
    expect(await platform.send(one.job, {}, go, one.save)).toEqual({ kind: 'not_sent', code: 'nothing_prepared' });
    expect(await world.published(subject, account, one.job.caption)).toEqual([]);
  });

  it(manner.deletes ? 'deletes a post, and again without harm' : 'says that posts can’t be deleted', async () => {
    const one = await journey();
    const remoteId = await world.publish(platform, one);
    const removal = await platform.remove(one.job, remoteId);
    if (!manner.deletes) {
      expect(removal).toEqual({
        kind: 'not_offered',
        message: `${platform.label} lets no other app delete posts. Delete it in the ${platform.label} app.`,
      });
      return;
    }
    expect(removal).toEqual({ kind: 'removed' });
    const [post] = await world.published(subject, account, one.job.caption);
    expect(post).toMatchObject({ deletedAt: expect.any(String) });
    expect(['removed', 'gone_already']).toContain((await platform.remove(one.job, remoteId)).kind);
  });
});
