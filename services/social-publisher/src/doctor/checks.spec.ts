import { describe, expect, it } from '@jest/globals';
import { platforms } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { definitionOf } from '../platforms/index.ts';
import { verdictOf } from './check.ts';
import { account, connected, expiry, lastPost, permissions, quota, sending, token } from './connection-checks.ts';
import type { ConnectionFacts, Examination } from './connection-checks.ts';
import { appCredentials, isLocalUrl, mediaAddress, redirectAddress, redirectReachable } from './installation-checks.ts';
import type { Installation } from './installation-checks.ts';

const realIssuer = (platform: Platform): string =>
  new URL(definitionOf(platform).addresses['authorizeUrl'] ?? '').origin;
const installed = (platform: Platform, origin: string, issuer: string | null = realIssuer(platform)): Installation => ({
  platform,
  isSetUp: issuer !== null,
  issuer,
  redirectUri: `${origin}/api/social/${platform}/callback`,
  mediaPullUrl: `${origin}/api/media/pull`,
});
const everywhere: readonly Platform[] = platforms;

describe('before connecting', () => {
  it.each(everywhere)('%s: a public https address is right', (platform) => {
    const found = installed(platform, 'https://postloom.example.com');
    expect(redirectAddress(found).status).toBe('ok');
    expect(mediaAddress(found)?.status ?? 'ok').toBe('ok');
    expect(appCredentials(found).status).toBe('ok');
  });

  it.each<[Platform, string, string]>([
    ['instagram', 'http://localhost:3000', 'problem'],
    ['instagram', 'http://postloom.example.com', 'problem'],
    ['facebook', 'http://localhost:3000', 'warning'],
    ['facebook', 'http://postloom.example.com', 'problem'],
    ['twitter', 'http://localhost:3000', 'problem'],
    ['twitter', 'http://127.0.0.1:3000', 'ok'],
    ['linkedin', 'http://localhost:3000', 'problem'],
    ['tiktok', 'http://localhost:3000', 'problem'],
    ['tiktok', 'https://localhost', 'problem'],
    ['linkedin', 'https://localhost', 'ok'],
  ])('%s against the real platform, people come back to %s: %s', (platform, origin, status) => {
    const check = redirectAddress(installed(platform, origin));
    expect(check.status).toBe(status);
    if (status !== 'ok') {
      expect(check.steps.length).toBeGreaterThan(0);
    }
  });

  it.each<[Platform, string, string | null]>([
    ['instagram', 'http://localhost:3000', 'problem'],
    ['instagram', 'https://10.0.0.7', 'problem'],
    ['instagram', 'http://pictures.example.com', 'ok'],
    ['tiktok', 'http://pictures.example.com', 'problem'],
    ['tiktok', 'http://media:8080', 'problem'],
    ['facebook', 'http://localhost:3000', null],
    ['twitter', 'http://localhost:3000', null],
    ['linkedin', 'http://localhost:3000', null],
  ])('%s fetches pictures from %s: %s', (platform, origin, status) => {
    expect(mediaAddress(installed(platform, origin))?.status ?? null).toBe(status);
  });

  it.each(everywhere)('%s: localhost is fine with a platform that can reach it', (platform) => {
    const found = installed(platform, 'http://localhost:3000', 'http://localhost:3900');
    expect(redirectAddress(found).status).toBe('ok');
    expect(mediaAddress(found)?.status ?? 'ok').toBe('ok');
  });

  it.each(everywhere)('%s without app credentials: the steps, with its redirect URL', (platform) => {
    const found = installed(platform, 'https://postloom.example.com', null);
    const check = appCredentials(found);
    expect(check).toMatchObject({ status: 'problem', action: 'set_up' });
    expect(check.steps.join('\n')).toContain(found.redirectUri);
  });

  it('what is local', () => {
    for (const url of [
      'http://localhost',
      'http://a.localhost',
      'http://media',
      'http://10.1.2.3',
      'http://[::1]:1',
      'http://x.internal',
      'http://192.168.0.1',
      'http://169.254.169.254',
      'http://[::ffff:10.0.0.1]',
    ]) {
      expect([url, isLocalUrl(url)]).toEqual([url, true]);
    }
    for (const url of ['https://postloom.example.com', 'https://8.8.8.8', 'https://x.com.']) {
      expect([url, isLocalUrl(url)]).toEqual([url, false]);
    }
  });

  it('an address where nobody answers proves nothing', () => {
    const at = (seen: 'answered' | 'other' | 'silent') => redirectReachable('https://p.example/api/x', seen).status;
    expect([at('answered'), at('other'), at('silent')]).toEqual(['ok', 'warning', 'unknown']);
  });
});

const now = new Date('2026-11-21T12:00:00Z');
const facts: ConnectionFacts = {
  ...{
    id: 'a',
    platform: 'instagram',
    origin: null,
    remoteId: '1',
    grantorId: '2',
    name: 'Corner Bakery',
    state: 'active',
  },
  ...{ brokenReason: null, scopes: ['read', 'publish'], expiresAt: null, blockedUntil: null },
  ...{ platformBlockedUntil: null, stopped: null, postsLastDay: 0, lastPost: null, now },
};
const fine: Examination = { kind: 'answered', scopes: null, unusable: null, quota: null };
const days = (n: number) => new Date(now.getTime() + n * 86_400_000);
const refusal = (kind: 'reconnect' | 'restricted' | 'transient'): Examination => ({
  kind: 'silent',
  problem: { kind, code: 'x', message: 'Instagram says no.' },
});

describe('after connecting', () => {
  it('all is well', () => {
    const checks = [
      connected(facts),
      token(facts, fine),
      permissions(facts, ['read'], fine),
      account(facts, fine),
      expiry(facts),
      sending(facts),
      lastPost(facts),
    ];
    expect(checks.map((check) => check.status)).toEqual(checks.map(() => 'ok'));
    expect(verdictOf(checks, true, true)).toBe('ok');
  });

  it('a broken connection says why, and how to fix it', () => {
    const check = connected({ ...facts, state: 'broken', brokenReason: 'The password was changed.' });
    expect(check).toMatchObject({ status: 'problem', action: 'reconnect', message: 'The password was changed.' });
    expect(check.steps.length).toBeGreaterThan(0);
  });

  it('the platform’s refusals are distinguished; silence proves nothing', () => {
    expect(token(facts, refusal('reconnect'))).toMatchObject({ status: 'problem', action: 'reconnect' });
    expect(token(facts, refusal('restricted'))).toMatchObject({ status: 'problem', action: 'open_platform' });
    expect(token(facts, refusal('transient')).status).toBe('unknown');
    expect(token(facts, { kind: 'silent', problem: null }).status).toBe('unknown');
    expect(account(facts, refusal('transient')).status).toBe('unknown');
  });

  it('permissions as they are now outrank those of the consent', () => {
    expect(permissions(facts, ['read', 'publish'], fine).status).toBe('ok');
    const check = permissions(facts, ['read', 'publish'], { ...fine, scopes: ['read'] });
    expect(check).toMatchObject({ status: 'problem', message: 'A permission is missing: publish.' });
  });

  it('a personal account, a lost role', () => {
    const check = account({ ...facts, platform: 'facebook' }, { ...fine, unusable: 'You may not create posts.' });
    expect(check).toMatchObject({ id: 'page_role', status: 'problem', message: 'You may not create posts.' });
    expect(account(facts, fine).id).toBe('account_kind');
  });

  it('posts that are left', () => {
    expect(quota(facts, { ...fine, quota: { used: 3, total: 50 } })).toMatchObject({
      status: 'ok',
      message: '47 of 50 posts in 24 hours are left.',
    });
    expect(quota(facts, { ...fine, quota: { used: 46, total: 50 } }).status).toBe('warning');
    expect(quota(facts, { ...fine, quota: { used: 50, total: 50 } }).steps).toEqual([
      'Posts wait until older ones are a day old.',
    ]);
    expect(quota({ ...facts, platform: 'tiktok', postsLastDay: 15 }, fine).status).toBe('warning');
    expect(quota({ ...facts, platform: 'linkedin' }, fine).status).toBe('unknown');
  });

  it.each([
    [null, 'ok'],
    [days(8), 'ok'],
    [days(6.5), 'warning'],
    [days(0.5), 'warning'],
    [days(-1), 'problem'],
  ])('an end on %s: %s', (expiresAt, status) => {
    expect(expiry({ ...facts, expiresAt }).status).toBe(status);
  });

  it('what holds posts back, and how the last one ended', () => {
    expect(sending({ ...facts, stopped: 'all' }).status).toBe('problem');
    expect(sending({ ...facts, platformBlockedUntil: days(1) }).message).toContain('Nov 22, 2026, 12:00 PM UTC');
    expect(sending({ ...facts, blockedUntil: days(1) }).status).toBe('warning');
    const last = { at: now, message: 'Too many hashtags.', permalink: null };
    expect(lastPost({ ...facts, lastPost: { ...last, state: 'failed' } }).message).toContain('Too many hashtags.');
    expect(lastPost({ ...facts, lastPost: { ...last, state: 'published' } }).status).toBe('ok');
  });

  it('one word for all of it', () => {
    const broken = connected({ ...facts, state: 'broken' });
    expect(verdictOf([broken], false, true)).toBe('setup_required');
    expect(verdictOf([broken], true, false)).toBe('not_connected');
    expect(verdictOf([broken], true, true)).toBe('broken');
    expect(verdictOf([sending({ ...facts, blockedUntil: now })], true, true)).toBe('attention');
  });
});
