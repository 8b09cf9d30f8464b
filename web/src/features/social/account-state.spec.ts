import type { SocialAccount } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { daysUntil, stateOf, urgentFirst, verdictText, warningsOf } from './account-state.ts';

const now = new Date('2026-11-21T12:00:00Z');
const account = (part: Partial<SocialAccount>): SocialAccount => ({
  id: 'a1',
  platform: 'linkedin',
  accountName: 'Corner Kitchen',
  accountId: '77',
  avatarUrl: null,
  status: 'active',
  connectedAt: '2026-09-01T00:00:00Z',
  expiresAt: null,
  ...part,
});

describe('an account', () => {
  it('is connected, ends soon, or must be connected again', () => {
    expect(stateOf(account({}), now)).toMatchObject({ label: 'Connected', sentence: null });
    expect(stateOf(account({ status: 'expiring', expiresAt: '2026-11-25T00:00:00Z' }), now)).toMatchObject({
      label: 'Ends in 4 days',
      tone: 'weld',
    });
    expect(stateOf(account({ status: 'expiring', expiresAt: '2026-11-21T20:00:00Z' }), now).label).toBe(
      'Ends within a day',
    );
    expect(stateOf(account({ status: 'reconnect_required' }), now)).toMatchObject({
      label: 'Connection lost',
      tone: 'madder',
    });
  });
  it('counts days up and never below nothing', () => {
    expect(daysUntil('2026-11-22T12:00:01Z', now)).toBe(2);
    expect(daysUntil('2026-11-20T00:00:00Z', now)).toBe(0);
  });
  it('warns of the broken ones first', () => {
    const found = warningsOf(
      [account({}), account({ status: 'expiring' }), account({ platform: 'tiktok', status: 'reconnect_required' })],
      now,
    );
    expect(found.map((one) => one.platform)).toEqual(['tiktok', 'linkedin']);
    expect(found[0]?.sentence).toBe(
      'Postloom lost access to Corner Kitchen on TikTok. Reconnect it: posts wait for a few hours, then they fail, and you can send them again.',
    );
  });
});

describe('the verdict', () => {
  it('has its own sentence and colour', () => {
    expect(verdictText('ok', 'X')).toEqual({ tone: 'moss', text: 'Everything works. Posts can go to X.' });
    expect(verdictText('broken', 'X').tone).toBe('madder');
    expect(verdictText('setup_required', 'X').text).toContain('not set up');
  });
});

describe('checks', () => {
  it('start with what must be fixed', () => {
    const check = (id: string, status: 'ok' | 'warning' | 'problem' | 'unknown') => ({
      id,
      status,
      title: id,
      message: '',
      steps: [],
      action: null,
    });
    const found = urgentFirst([check('a', 'ok'), check('b', 'unknown'), check('c', 'warning'), check('d', 'problem')]);
    expect(found.map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b']);
  });
});
