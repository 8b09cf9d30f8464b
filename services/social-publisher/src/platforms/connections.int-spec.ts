import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Random, SystemClock } from '@postloom/chassis';
import { accountMessages, platformRules } from '@postloom/contracts';
import { AdapterWorld, codeChallenge, problemOf, redirectUri, verifier, words } from './testing/adapter-world.ts';
import { mannerOf } from './testing/subjects.ts';
import type { Subject } from './testing/subjects.ts';
import type { ConnectableAccount, SocialPlatform, TokenSet } from './platform.port.ts';
import { definitions } from './definitions.ts';
import { Platforms } from './platforms.registry.ts';

/** Which accounts are offered, and the lives of tokens. */
const world = new AdapterWorld();

beforeAll(() => world.start());
afterAll(() => world.stop());
afterEach(() =>
  world.sandbox.settings({
    clockOffsetSeconds: 0,
    instagramWrappedToken: false,
    linkedinOrganizations: true,
    linkedinRefreshTokens: true,
    tiktokOauthErrorStatus: 200,
  }),
);

const DAY = 86_400;
const life = (tokens: TokenSet): number => (Date.parse(tokens.expiresAt ?? '') - Date.parse(tokens.issuedAt)) / 1_000;
const dueAfter = (platform: SocialPlatform, tokens: TokenSet): number | null => {
  const due = platform.signIn.refreshDueAt(tokens);
  return due === null ? null : (due.getTime() - Date.parse(tokens.issuedAt)) / 1_000;
};

/** The tokens work: a post is published with them. */
async function works(subject: Subject, account: ConnectableAccount, tokens: TokenSet): Promise<void> {
  const platform = world.platform(subject);
  await world.publish(platform, world.journey({ ...account, tokens }, words(), [await world.photo()]));
}

describe('accounts offered', () => {
  it('Facebook: every Page of the person, and why one can’t be used', async () => {
    const accounts = await world.accounts(world.platform('facebook'), '*');
    expect(accounts.filter((account) => account.unusable === null).length).toBeGreaterThan(1);
    expect(accounts.map((account) => account.unusable)).toContain(
      'You may not create posts on the Page "Old Town Market". Ask its owner for the task "Content".',
    );
    expect(new Set(accounts.map((account) => account.tokens.accessToken)).size).toBe(accounts.length);
  });

  it('LinkedIn: the member and their pages, and why one can’t be used', async () => {
    const accounts = await world.accounts(world.platform('linkedin member'), 'Marlow Bakehouse');
    expect(accounts[0]?.remoteId).toMatch(/^urn:li:person:/);
    expect(accounts.filter((account) => account.remoteId.startsWith('urn:li:organization:'))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Marlow Bakehouse', unusable: null }),
        expect.objectContaining({
          username: 'old-town-market',
          unusable:
            'You may not create posts for the page "Old Town Market". Ask one of its super admins for the role "Content admin".',
        }),
      ]),
    );
  });

  it('LinkedIn without the Community Management API asks for the member alone, and gets it', async () => {
    await world.sandbox.settings({ linkedinOrganizations: false });
    const refused = await world.sandbox.approve(
      world.platform('linkedin member').signIn.authorizeUrl({ state: 'abc', redirectUri, codeChallenge }),
    );
    expect(refused['error']).toBe('unauthorized_scope_error');
    const alone = new Platforms(
      world.configuration({ LINKEDIN_COMMUNITY_MANAGEMENT: 'off' }),
      definitions,
      world.http,
      new SystemClock(),
      new Random(),
    ).find('linkedin', null);
    if (alone === null) {
      throw new Error('not set up');
    }
    const accounts = await world.accounts(alone, 'Lone Member');
    expect(accounts.map((account) => account.name)).toEqual(['Lone Member']);
  });

  it.each<Subject>(['instagram', 'x', 'tiktok'])('%s: the one account', async (subject) => {
    const accounts = await world.accounts(world.platform(subject), 'Single Shop');
    expect(accounts).toMatchObject([{ name: 'Single Shop', unusable: null }]);
    expect(accounts[0]?.avatarUrl).toMatch(/^http/);
  });

  it('Instagram’s wrapped token answer is understood as well', async () => {
    await world.sandbox.settings({ instagramWrappedToken: true });
    expect((await world.connect('instagram')).unusable).toBeNull();
  });
});

describe('tokens', () => {
  it('Instagram: 60 days, refreshed by themselves from day 50, not within the first day', async () => {
    const platform = world.platform('instagram');
    const account = await world.connect('instagram');
    expect(life(account.tokens) / DAY).toBeCloseTo(60, 0);
    expect(dueAfter(platform, account.tokens)).toBe(50 * DAY);
    expect((await problemOf(platform.signIn.refresh(account.tokens))).kind).not.toBe('transient');
    await world.sandbox.settings({ clockOffsetSeconds: 50 * DAY });
    const fresh = await platform.signIn.refresh(account.tokens);
    expect(fresh.accessToken).not.toBe(account.tokens.accessToken);
    expect(fresh.refreshToken).toBeNull();
    await works('instagram', account, fresh);
  });

  it('Facebook: a Page token has no end and nothing to refresh', async () => {
    const platform = world.platform('facebook');
    const { tokens } = await world.connect('facebook');
    expect(tokens.expiresAt).toBeNull();
    expect(tokens.grantToken).not.toBeNull();
    expect(dueAfter(platform, tokens)).toBeNull();
    expect(await problemOf(platform.signIn.refresh(tokens))).toMatchObject({ kind: 'reconnect' });
  });

  it.each<[Subject, number, number]>([
    ['x', 7_200, 6_600],
    ['tiktok', DAY, (DAY * 5) / 6],
  ])('%s: rotates: the new pair works, the old one is dead', async (subject, seconds, due) => {
    const platform = world.platform(subject);
    const account = await world.connect(subject);
    expect(life(account.tokens)).toBe(seconds);
    expect(dueAfter(platform, account.tokens)).toBe(due);
    const fresh = await platform.signIn.refresh(account.tokens);
    expect(fresh.refreshToken).not.toBe(account.tokens.refreshToken);
    await works(subject, account, fresh);
    expect(await problemOf(platform.signIn.refresh(account.tokens))).toMatchObject({
      kind: 'reconnect',
      code: 'refresh_refused',
      message: `${platform.label} ended the connection. ${accountMessages.reconnect}`,
    });
  });

  it('LinkedIn: 60 days, refreshed ten days before, the refresh token stays and keeps its own end', async () => {
    const platform = world.platform('linkedin member');
    const account = await world.connect('linkedin member');
    expect(life(account.tokens)).toBe(60 * DAY);
    expect(dueAfter(platform, account.tokens)).toBe(50 * DAY);
    expect(account.tokens.refreshExpiresAt).toMatch(/^\d{4}-/);
    const fresh = await platform.signIn.refresh(account.tokens);
    expect(fresh.accessToken).not.toBe(account.tokens.accessToken);
    expect(fresh.refreshToken).not.toBeNull();
    await works('linkedin member', account, fresh);
  });

  it('LinkedIn without refresh tokens, as most apps: nothing is due, the person is asked', async () => {
    await world.sandbox.settings({ linkedinRefreshTokens: false });
    const platform = world.platform('linkedin member');
    const { tokens } = await world.connect('linkedin member');
    expect(tokens.refreshToken).toBeNull();
    expect(dueAfter(platform, tokens)).toBeNull();
    expect(await problemOf(platform.signIn.refresh(tokens))).toMatchObject({
      kind: 'reconnect',
      code: 'refresh_refused',
    });
  });

  it.each<Subject>(['instagram', 'facebook', 'x', 'linkedin member', 'tiktok'])(
    '%s: a wrong client secret is reported as the operator’s matter, with a code that is good',
    async (subject) => {
      const setting = `${platformRules[mannerOf(subject).platform].settingsPrefix}_CLIENT_SECRET`;
      const adapter = new Platforms(
        world.configuration({ [setting]: 'not-the-secret' }),
        definitions,
        world.http,
        new SystemClock(),
        new Random(),
      ).find(mannerOf(subject).platform, null);
      if (adapter === null) {
        throw new Error(`${subject} is not set up`);
      }
      const url = adapter.signIn.authorizeUrl({ state: 'abc', redirectUri, codeChallenge });
      const { code = '' } = await world.sandbox.approve(url, 'Wrong Secret Shop');
      const problem = await problemOf(adapter.signIn.exchangeCode({ code, redirectUri, verifier }));
      expect(problem).toMatchObject({
        kind: 'setup',
        message: expect.stringMatching(
          `^${adapter.label} refuses the app of this installation. Whoever runs it must check its client (id|key) and secret.$`,
        ),
      });
    },
  );

  it.each([200, 400])('TikTok: OAuth errors are understood with status %i', async (status) => {
    await world.sandbox.settings({ tiktokOauthErrorStatus: status });
    const platform = world.platform('tiktok');
    expect(await problemOf(platform.signIn.exchangeCode({ code: 'wrong', redirectUri, verifier }))).toMatchObject({
      code: 'code_refused',
    });
    const account = await world.connect('tiktok');
    const problem = await problemOf(platform.signIn.refresh({ ...account.tokens, refreshToken: 'rft.wrong' }));
    expect(problem).toMatchObject({ kind: 'reconnect', code: 'refresh_refused' });
  });

  it.each<Subject>(['facebook', 'x', 'linkedin member', 'tiktok'])(
    '%s: revoking ends the connection',
    async (subject) => {
      const platform = world.platform(subject);
      const account = await world.connect(subject);
      await platform.signIn.revoke(account.tokens);
      const job = world.journey(account, words(), [await world.photo()]);
      expect(await problemOf(platform.prepare(job.job, {}, job.save))).toMatchObject({ kind: 'reconnect' });
    },
  );

  it('Instagram offers no revoking: nothing is called', async () => {
    const { tokens } = await world.connect('instagram');
    const calls = await world.counting('instagram');
    await world.platform('instagram').signIn.revoke(tokens);
    expect(await calls()).toBe(0);
  });
});
