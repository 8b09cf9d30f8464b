import type { Doctor, Platform, SocialAccount } from '@postloom/contracts';
import { platformRules } from '#lib/contract-data.ts';
import { socialTexts } from './texts.ts';

const DAY = 86_400_000;

export type AccountState = {
  tone: 'moss' | 'weld' | 'madder';
  /** Two or three words for the badge. */
  label: string;
  /** What it means and what to do; null while everything is fine. */
  sentence: string | null;
};

/** Whole days until an instant, rounded up; 0 once it is over. */
export function daysUntil(instant: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now.getTime()) / DAY));
}

/** What a connected account looks like to the person. */
export function stateOf(
  account: Pick<SocialAccount, 'platform' | 'accountName' | 'status' | 'expiresAt'>,
  now: Date,
): AccountState {
  const { name } = platformRules[account.platform];
  if (account.status === 'reconnect_required') {
    return {
      tone: 'madder',
      label: 'Connection lost',
      sentence: socialTexts.reconnect(account.accountName, name),
    };
  }
  if (account.status === 'expiring') {
    const days = account.expiresAt ? daysUntil(account.expiresAt, now) : null;
    return { tone: 'weld', label: socialTexts.endsIn(days), sentence: socialTexts.expiring(account.accountName, name) };
  }
  return { tone: 'moss', label: 'Connected', sentence: null };
}

export type Warning = { platform: Platform; accountName: string; tone: 'weld' | 'madder'; sentence: string };

/** Accounts that need the person, the broken ones first. */
export function warningsOf(accounts: readonly SocialAccount[], now: Date): readonly Warning[] {
  return accounts
    .map((account) => ({ account, state: stateOf(account, now) }))
    .filter(({ state }) => state.sentence !== null)
    .sort((a, b) => Number(b.state.tone === 'madder') - Number(a.state.tone === 'madder'))
    .map(({ account, state }) => ({
      platform: account.platform,
      accountName: account.accountName,
      tone: state.tone === 'madder' ? 'madder' : 'weld',
      sentence: state.sentence ?? '',
    }));
}

/** The doctor's verdict in a sentence. */
export function verdictText(
  verdict: Doctor['verdict'],
  name: string,
): { tone: 'moss' | 'weld' | 'madder' | 'flax'; text: string } {
  switch (verdict) {
    case 'ok':
      return { tone: 'moss', text: socialTexts.verdict.ok(name) };
    case 'attention':
      return { tone: 'weld', text: socialTexts.verdict.attention(name) };
    case 'broken':
      return { tone: 'madder', text: socialTexts.verdict.broken(name) };
    case 'not_connected':
      return { tone: 'flax', text: socialTexts.verdict.notConnected(name) };
    case 'setup_required':
      return { tone: 'weld', text: socialTexts.notSetUp(name) };
  }
}

const urgency: Record<Doctor['checks'][number]['status'], number> = { problem: 0, warning: 1, unknown: 2, ok: 2 };

/** Checks with what must be fixed first; the rest stay in the order in which they were made. */
export function urgentFirst(checks: Doctor['checks']): Doctor['checks'] {
  return checks.toSorted((a, b) => urgency[a.status] - urgency[b.status]);
}
