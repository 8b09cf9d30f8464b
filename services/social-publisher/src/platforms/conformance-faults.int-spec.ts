import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { accountMessages } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { AdapterWorld, problemOf, words } from './testing/adapter-world.ts';
import type { Journey } from './testing/adapter-world.ts';
import { mannerOf, subjectNames } from './testing/subjects.ts';
import type { ConnectableAccount, Finding, SocialPlatform } from './platform.port.ts';

/** What every adapter must do when something goes wrong: never guess, never post twice, say why. */
const world = new AdapterWorld();

beforeAll(() => world.start());
afterAll(() => world.stop());

describe.each(subjectNames)('%s', (subject) => {
  const manner = mannerOf(subject);
  const target = manner.platform;
  let platform: SocialPlatform;
  let account: ConnectableAccount;
  const journey = async (caption = words()): Promise<Journey> => world.journey(account, caption, [await world.photo()]);
  const prepared = async (caption?: string): Promise<Journey> => {
    const one = await journey(caption);
    await world.prepare(platform, one);
    return one;
  };
  const fault = (mode: string, more: Record<string, unknown> = {}): Promise<void> =>
    world.sandbox.fault(target, { mode, count: 1, ...more });
  const idOf = async (one: Journey): Promise<string> =>
    eventually('the platform has published it', async () => {
      const posts = await world.published(subject, account, one.job.caption);
      expect(posts).toHaveLength(1);
      return posts[0]?.remoteId ?? '';
    });

  beforeAll(async () => {
    platform = world.platform(subject);
    account = await world.connect(subject);
  });
  afterEach(async () => {
    await world.sandbox.fault(target, { mode: 'none' });
  });

  it.each(['hang_after', 'garbage'])(
    'does not know after %s, and finds exactly that post, not a newer one',
    async (mode) => {
      const older = await prepared();
      await world.publish(platform, older);
      const lost = await prepared();
      await fault(mode, { calls: ['publish'] });
      expect((await world.send(platform, lost)).kind).toBe('unknown');
      const newer = await prepared();
      await world.publish(platform, newer);
      const ours = await idOf(lost);
      expect(await world.settled(platform, lost)).toBe(ours);
      expect(await world.published(subject, account, lost.job.caption)).toHaveLength(1);
    },
  );

  it.each([
    ['reset_before', {}],
    ['error', { status: 503 }],
    ['error', { status: 500 }],
  ])('does not know after %s %o, and a look shows that nothing went out', async (mode, more) => {
    const decoy = await prepared();
    await world.publish(platform, decoy);
    const one = await prepared();
    await fault(mode, { ...more, calls: ['publish'] });
    expect((await world.send(platform, one)).kind).toBe('unknown');
    const finding = await world.verify(platform, one);
    const posts = await world.published(subject, account, one.job.caption);
    switch (manner.absent) {
      case 'not_public':
        expect(finding).toEqual({ kind: 'not_public' });
        break;
      case 'seen nothing':
        expect(finding).toEqual({ kind: 'seen', sightings: [] });
        break;
      case 'unclear':
        expect(finding).toEqual({ kind: 'unclear', code: 'not_listed' });
        break;
      case 'resent':
        expect(finding).toMatchObject({ kind: 'seen', sightings: [{ remoteId: posts[0]?.remoteId }] });
    }
    expect(posts).toHaveLength(manner.absent === 'resent' ? 1 : 0);
  });

  it.each(['prepare', 'publish'])('reports a rate limit and its end (%s)', async (call) => {
    const one = await journey();
    if (call === 'publish') {
      await world.prepare(platform, one);
    }
    await fault('rate_limit', { retryAfter: 120, calls: [call] });
    const problem =
      call === 'publish'
        ? await world.rejection(world.send(platform, one))
        : await problemOf(world.prepare(platform, one));
    if (problem.kind !== 'wait') {
      throw new Error(JSON.stringify(problem));
    }
    expect(problem.seconds).toBeGreaterThanOrEqual(manner.wait[0]);
    expect(problem.seconds).toBeLessThanOrEqual(manner.wait[1]);
    expect(problem.message).toBe(`${platform.label} asks us to slow down.`);
  });

  it('calls a server error while preparing transient, and goes on afterwards', async () => {
    for (const [mode, more] of [
      ['error', { status: 502 }],
      ['reset_before', {}],
    ] as const) {
      const one = await journey();
      await fault(mode, { ...more, calls: ['prepare'] });
      expect(await problemOf(world.prepare(platform, one))).toMatchObject({ kind: 'transient' });
      await world.publish(platform, one);
      expect(await world.published(subject, account, one.job.caption)).toHaveLength(1);
    }
  });

  it('reports a refused picture in a sentence that says what to do', async () => {
    const one = await journey();
    await fault('media_rejected');
    const problem = await world.refusal(platform, one, manner.refusesPicture);
    expect(problem.kind).toBe('refused');
    expect(problem.message).toMatch(
      new RegExp(`^${platform.label} refused the picture: .*\\. ?.*(retry|try again)\\.$`),
    );
    expect(await world.published(subject, account, one.job.caption)).toEqual([]);
  });

  it('never calls endless processing ready or public', async () => {
    if (manner.endless === 'never') {
      // Photos are ready when their upload is answered: there is no such step, and the fault has no effect.
      await fault('processing_forever');
      await world.publish(platform, await journey());
      return;
    }
    const one = await journey();
    await fault('processing_forever');
    if (manner.endless === 'prepare') {
      for (let verification = 0; verification < 3; verification += 1) {
        const result = await platform.prepare(one.job, one.steps, one.save);
        expect(result).toMatchObject({ kind: 'processing', seconds: expect.any(Number) });
      }
      return;
    }
    await world.prepare(platform, one);
    if (manner.endless === 'send') {
      // A member's token may not read: the resent post decides, and what was refused is not public.
      expect(await world.rejection(world.send(platform, one))).toMatchObject({
        kind: 'transient',
        code: 'MEDIA_ASSET_PROCESSING',
      });
    } else {
      expect((await world.send(platform, one)).kind).toBe('accepted');
      for (let verification = 0; verification < 3; verification += 1) {
        expect(await world.verify(platform, one)).toMatchObject({ kind: 'working', seconds: 10 });
      }
    }
    expect(await world.published(subject, account, one.job.caption)).toEqual([]);
  });

  it('judges a duplicate: somebody else’s first post is not ours, our own earlier try is', async () => {
    const first = await prepared();
    await world.publish(platform, first);
    const firstId = await idOf(first);
    const photos = await first.job.photos();
    const again = world.journey(account, first.job.caption, photos);
    await world.prepare(platform, again);
    if (!manner.refusesDuplicates) {
      // No such refusal: identical posts are two posts.
      expect(['published', 'accepted']).toContain((await world.send(platform, again)).kind);
      await eventually('both are public', async () =>
        expect(await world.published(subject, account, first.job.caption)).toHaveLength(2),
      );
      return;
    }
    expect(await world.rejection(world.send(platform, again))).toMatchObject({
      kind: 'duplicate',
      message: `${platform.label} refused the post because the same text was posted before. Change the text, then retry.`,
    });
    expect(await world.published(subject, account, first.job.caption)).toHaveLength(1);
    const finding = await world.verify(platform, again, { hasEarlierTry: true });
    expect(finding).toMatchObject({ kind: 'seen', sightings: [{ remoteId: firstId }] });
    const notOurs = await platform.verify(again.job, again.steps, new Date(Date.now() + 1_000), {
      now: new Date(),
      intentAt: new Date(),
      hasEarlierTry: false,
      isSettled: true,
      guard: () => undefined,
      save: again.save,
    });
    expect(notOurs).toEqual({ kind: 'seen', sightings: [] } satisfies Finding);
  });

  it('notices at every call that the connection was ended, and says how to go on', async () => {
    const own = await world.connect(subject);
    const sent = world.journey(own, words(), [await world.photo()]);
    await world.prepare(platform, sent);
    await fault('token_revoked', { calls: ['publish'] });
    const problem = await world.rejection(world.send(platform, sent));
    expect(problem.kind).toBe('reconnect');
    expect(problem.message).toContain(accountMessages.reconnect);
    const other = world.journey(own, words(), [await world.photo()]);
    expect(await problemOf(platform.prepare(other.job, {}, other.save))).toMatchObject({ kind: 'reconnect' });
    expect(await problemOf(world.verify(platform, sent))).toMatchObject({ kind: 'reconnect' });
    if (own.tokens.refreshToken !== null) {
      expect(await problemOf(platform.signIn.refresh(own.tokens))).toMatchObject({
        kind: 'reconnect',
        code: 'refresh_refused',
      });
    }
  });

  it('says nothing secret in any answer or error of all of the above', () => {
    expect(world.said.length).toBeGreaterThan(20);
    const log = world.said.join('\n');
    for (const secret of world.secrets) {
      expect(log.includes(secret)).toBe(false);
    }
    for (const word of ['client-secret', 'app-secret', 'client_secret']) {
      expect(log).not.toContain(word);
    }
  });
});
